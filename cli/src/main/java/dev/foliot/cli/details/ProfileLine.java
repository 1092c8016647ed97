package dev.foliot.cli.details;

import dev.foliot.cli.screen.Words;
import dev.foliot.store.RunRecord;
import java.util.Optional;

/** What is said of a run that was profiled: its figures are not those of one that was not. */
public final class ProfileLine {
  /** What the environment of a run that was profiled has. */
  public static final String CONDITION = "profile";

  private ProfileLine() {}

  /** The line; empty for a run that was not profiled. */
  public static Optional<String> of(RunRecord run) {
    return Optional.ofNullable(run.environment().get(CONDITION))
        .map(by ->
            "profiled ("
                + Words.shown(by.toString())
                + "), which costs time itself; flame graphs: foliot report "
                + Words.shown(run.id()));
  }
}
