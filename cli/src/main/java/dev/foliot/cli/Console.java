package dev.foliot.cli;

import java.io.PrintStream;

/**
 * Where a command prints: its result to one stream and everything else to the other.
 *
 * @param out the result, and nothing else
 * @param err progress, warnings and errors
 * @param showsProgress whether the second stream is a terminal
 */
record Console(PrintStream out, PrintStream err, boolean showsProgress) {
  /** Set by the launcher, which knows whether standard error is a terminal. */
  private static final String PROGRESS_PROPERTY = "foliot.progress";

  static Console standard(PrintStream out) {
    return new Console(out, System.err, Boolean.getBoolean(PROGRESS_PROPERTY));
  }

  /** One line for a person. */
  void error(String message) {
    err.println("foliot: " + message);
  }
}
