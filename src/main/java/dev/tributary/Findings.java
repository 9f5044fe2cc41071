package dev.tributary;

import java.io.PrintStream;

/** Tells what a command found, a line for each, and counts the problems. */
final class Findings {

  private static final String INDENT = System.lineSeparator() + " ".repeat(11);

  private final PrintStream out;
  private int problems;

  Findings(PrintStream out) {
    this.out = out;
  }

  void well(String finding) {
    tell("ok", finding);
  }

  /** Worth knowing, and no reason to fail. */
  void note(String finding) {
    tell("note", finding);
  }

  void problem(String finding) {
    problems++;
    tell("PROBLEM", finding);
  }

  /** Says how it went. */
  int exitCode() {
    out.println();
    out.println(problems == 0 ? "All is well." : problems + " problem(s).");
    return problems == 0 ? 0 : 1;
  }

  private void tell(String kind, String finding) {
    out.printf("  %-8s %s%n", kind, finding.replace(System.lineSeparator(), INDENT));
  }
}
