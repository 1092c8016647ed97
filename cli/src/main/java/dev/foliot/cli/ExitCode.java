package dev.foliot.cli;

/** How a command ends. */
final class ExitCode {
  static final int DONE = 0;
  static final int INTERNAL = 1;
  static final int USAGE = 2;
  static final int MISSED = 3;
  static final int ENVIRONMENT = 4;
  static final int INVALID = 5;
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
