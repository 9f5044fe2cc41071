package dev.tributary.local;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * The main that every local server's process starts with: it ties the process to its parent, then
 * calls the server's own main. Arguments: the server's main class, then that main's arguments.
 *
 * <p>The parent holds the other end of standard input and never writes to it. When the parent ends,
 * be it by kill -9, the input ends too and this process halts: no server outlives its parent.
 *
 * <p>Ctrl-C goes to every process of the terminal's foreground group, and a closing terminal's
 * hang-up likewise. The parent must be able to finish its work with the servers still there, so
 * here both are ignored.
 *
 * <p>This class is copied alone onto the servers' class paths, so it must not need any other.
 */
public final class Leash {
  private static final int PARENT_IS_GONE = 3;

  private Leash() {}

  public static void main(String[] args) throws Throwable {
    ignore("INT");
    ignore("HUP");
    var watch = new Thread(Leash::haltAtEndOfInput, "leash");
    watch.setDaemon(true);
    watch.start();
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    try {
      Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      // A server may have left threads behind that would keep a failed process alive.
      e.getCause().printStackTrace();
      System.exit(1);
    }
  }

  private static void haltAtEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // The parent sends nothing: what comes is not for this process.
      }
    } catch (IOException e) {
      // An input that cannot be read has ended too.
    }
    Runtime.getRuntime().halt(PARENT_IS_GONE);
  }

  /** By reflection: javac warns of sun.misc in a way that cannot be turned off. */
  private static void ignore(String name) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, handler)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance(name),
              handler.getField("SIG_IGN").get(null));
    } catch (ReflectiveOperationException e) {
      System.err.println("This Java cannot ignore SIG" + name + ": " + e);
    }
  }
}
