package dev.foliot.cli.frame;

import dev.foliot.store.StoreException;

/** Which exit code trouble with the store has. */
final class StoreFailure {
  private StoreFailure() {}

  static int exitCode(StoreException e) {
    return switch (e.kind()) {
      case NOT_FOUND, AMBIGUOUS, UNREADABLE -> ExitCode.USAGE;
      case UNWRITABLE -> ExitCode.ENVIRONMENT;
    };
  }
}
