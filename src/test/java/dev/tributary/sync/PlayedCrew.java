package dev.tributary.sync;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A crew without threads: the world says when the next task is done, and what happens meanwhile.
 */
final class PlayedCrew implements Crew {

  private final PlayedWorker worker;
  private final World world;
  private final String name;
  private final int threads;
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private int busy;
  private boolean closed;

  PlayedCrew(PlayedWorker worker, World world, String name, int threads) {
    this.worker = worker;
    this.world = world;
    this.name = name;
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    if (!closed) {
      tasks.add(task);
    }
  }

  boolean ready() {
    return !tasks.isEmpty() && busy < threads && !closed;
  }

  boolean idle() {
    return tasks.isEmpty() && busy == 0;
  }

  void work() {
    world.tell(() -> worker.name + " works on its " + name);
    busy++;
    try {
      tasks.poll().run();
    } finally {
      busy--;
    }
  }

  @Override
  public boolean rest(Duration time) {
    world.rest(worker, time);
    return !closed;
  }

  @Override
  public void close() {
    closed = true;
    tasks.clear();
  }
}
