package dev.tributary.chaos;

import java.io.IOException;

/** Signals that Java itself cannot send. */
final class Signals {

  private Signals() {}

  /** The process stands still from now on. */
  static void pause(ProcessHandle process) throws IOException, InterruptedException {
    send("STOP", process);
  }

  static void resume(ProcessHandle process) throws IOException, InterruptedException {
    send("CONT", process);
  }

  private static void send(String signal, ProcessHandle process)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }
}
