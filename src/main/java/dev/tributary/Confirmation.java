package dev.tributary;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Asks before something is done to many. */
final class Confirmation {

  /** What somebody, or nobody, said to it. */
  enum Answer {
    YES,
    NO,
    /** There is no terminal, and nobody said yes beforehand. */
    NOBODY_TO_ASK
  }

  private final Optional<UnaryOperator<String>> terminal;

  /**
   * @param terminal shows a question and gives the line that was typed, null at its end; nothing
   *     where there is none
   */
  Confirmation(Optional<UnaryOperator<String>> terminal) {
    this.terminal = terminal;
  }

  static Confirmation onTerminal() {
    return new Confirmation(
        Optional.ofNullable(System.console())
            .filter(Confirmation::isTerminal)
            .map(console -> question -> console.readLine("%s", question)));
  }

  /** From Java 22 on there is a console without a terminal, too, and a method that says so. */
  private static boolean isTerminal(Console console) {
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  /**
   * @param yes whether somebody said so beforehand
   */
  Answer ask(String question, boolean yes) {
    if (yes) {
      return Answer.YES;
    }
    if (terminal.isEmpty()) {
      return Answer.NOBODY_TO_ASK;
    }
    String typed = terminal.get().apply(question + " [y/N] ");
    String answer = typed == null ? "" : typed.strip().toLowerCase(Locale.ROOT);
    return answer.equals("y") || answer.equals("yes") ? Answer.YES : Answer.NO;
  }
}
