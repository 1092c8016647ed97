package dev.foliot.judgement.history;

import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * A run in a history: one arm of it under one load.
 *
 * @param id of the run
 * @param at its start
 * @param verdict of the run
 * @param source what it ran
 * @param machine where
 * @param response the response time by percentile; without the maximum
 */
public record HistoryRun(
    String id,
    Instant at,
    Verdict verdict,
    Source source,
    Machine machine,
    Map<String, Spread> response) {
  /**
   * What a run ran. Any text may be in it.
   *
   * @param commit the id of the commit, shortened; empty where it is not known
   * @param jdk the version of the JDK
   */
  public record Source(String commit, String jdk) {
    /** Checks that nothing is missing. */
    public Source {
      Objects.requireNonNull(commit, "commit");
      Objects.requireNonNull(jdk, "jdk");
    }
  }

  /**
   * Where a run was measured. Any text may be in it.
   *
   * @param host its name; empty where it is not known, or where hosts do not come back
   * @param cpus the model and the number of its CPUs
   */
  public record Machine(String host, String cpus) {
    /** Checks that nothing is missing. */
    public Machine {
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(cpus, "cpus");
    }

    /** Both, for people. */
    public String text() {
      return host.isEmpty() ? cpus : host + ", " + cpus;
    }

    Machine withoutHost() {
      return new Machine("", cpus);
    }
  }

  /** Keeps a copy and checks that nothing is missing. */
  public HistoryRun {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(machine, "machine");
    response = Map.copyOf(response);
  }

  /** Whether its figures say anything of what was measured. */
  boolean counts() {
    return verdict != Verdict.INVALID;
  }

  HistoryRun on(Machine other) {
    return new HistoryRun(id, at, verdict, source, other, response);
  }
}
