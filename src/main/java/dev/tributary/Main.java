package dev.tributary;

/** The command line. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.out.println("tributary");
  }
}
