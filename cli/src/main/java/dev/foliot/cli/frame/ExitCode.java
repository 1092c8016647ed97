package dev.foliot.cli.frame;

/** How a command ends. */
public final class ExitCode {
  public static final int DONE = 0;
  static final int INTERNAL = 1;
  public static final int USAGE = 2;
  public static final int MISSED = 3;
  public static final int ENVIRONMENT = 4;
  public static final int INVALID = 5;
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
