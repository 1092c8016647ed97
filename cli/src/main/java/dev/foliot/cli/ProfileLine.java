package dev.foliot.cli;

import dev.foliot.store.RunRecord;
import java.util.Optional;

/** What is said of a run that was profiled: its figures are not those of one that was not. */
final class ProfileLine {
  private ProfileLine() {}

  /** The line; empty for a run that was not profiled. */
  static Optional<String> of(RunRecord run) {
    return Optional.ofNullable(run.environment().get("profile"))
        .map(by ->
            "profiled ("
                + Words.shown(by.toString())
                + "), which costs time itself; flame graphs: foliot report "
                + Words.shown(run.id()));
  }
}
