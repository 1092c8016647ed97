package dev.foliot.store.explain;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why the slow messages of a run were slow: {@code foliot.explanation/1}.
 *
 * @param schema {@link #SCHEMA}
 * @param scope the messages that were looked at
 * @param causes the one with the largest share first
 * @param unexplainedShare the share of the delay beyond p99 that no source covers, 0 to 1
 * @param sources where it was looked, and where it could not be
 * @param example the slowest message of the first cause; null without causes
 * @param recorded the same of one extra fork with a flight recording, whose causes are likely ones;
 *     null without one
 */
public record ExplanationRecord(
    String schema,
    @JsonUnwrapped Scope scope,
    List<CauseRecord> causes,
    double unexplainedShare,
    List<TimelineSource> sources,
    @Nullable Example example,
    @Nullable ExplanationRecord recorded) {
  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.explanation/1";

  /** The same with what an extra fork with a flight recording showed; null for no such fork. */
  public ExplanationRecord with(@Nullable ExplanationRecord ofRecording) {
    return new ExplanationRecord(
        schema, scope, causes, unexplainedShare, sources, example, ofRecording);
  }

  /**
   * The messages that were looked at.
   *
   * @param run the run's id
   * @param forks how many forks were looked at
   * @param messages how many of their slowest messages were slower than the fork's p99
   */
  public record Scope(String run, int forks, int messages) {}

  /** Keeps copies. */
  public ExplanationRecord {
    Objects.requireNonNull(schema, "schema");
    causes = List.copyOf(causes);
    sources = List.copyOf(sources);
    Objects.requireNonNull(scope, "scope");
  }

  /**
   * One message, and what lay over it.
   *
   * @param fork the number of its fork
   * @param dueNs when it was due, from the start of the measured load
   * @param startedNs when its work began
   * @param endedNs when it ended
   * @param stops the stops that delayed it
   */
  public record Example(int fork, long dueNs, long startedNs, long endedNs, List<Stop> stops) {
    /** Keeps a copy. */
    public Example {
      stops = List.copyOf(stops);
    }
  }
}
