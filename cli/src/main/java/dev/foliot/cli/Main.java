package dev.foliot.cli;

/** The entry point of the command line. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(Foliot.execute(args, Console.standard()));
  }
}
