package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One JVM of one arm under one load: the unit of replication, and {@code fork.json}. A fork that
 * died has empty figures and says under {@code failure} why. In the file all parts lie side by
 * side.
 *
 * @param schema {@link #SCHEMA}
 * @param place which fork of the run it is
 * @param messages how many messages there were, and what became of them
 * @param validity how far its figures can be relied upon
 * @param times what its messages took
 * @param pauses the stalls of its JVM
 * @param warmUp whether it had become steady before the measured load, null where not judged
 * @param conditions what else was so while it ran
 * @param kernel what the kernel said of the measuring threads
 * @param end how its JVM ended
 */
public record ForkRecord(
    String schema,
    @JsonUnwrapped Place place,
    @JsonUnwrapped Messages messages,
    Validity validity,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Pauses pauses,
    @Nullable WarmUpRecord warmUp,
    Map<String, String> conditions,
    KernelView kernel,
    @JsonUnwrapped End end) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fork/1";

  /**
   * Which fork of a run.
   *
   * @param arm index of its arm in the run, from 0
   * @param load index of its load in the run, from 0; null in old files, where there is one
   * @param fork its number in the run, that of its folder
   * @param startedAt when its JVM was started, ISO 8601 in UTC
   */
  public record Place(int arm, @Nullable Integer load, int fork, String startedAt) {
    /** Checks that nothing is missing. */
    public Place {
      Objects.requireNonNull(startedAt, "started_at");
    }
  }

  /**
   * What became of the messages.
   *
   * @param achievedPerS messages completed per second of the measured load
   * @param scheduled how many messages the schedule holds
   * @param started how many were started
   * @param completed how many of these ended
   * @param lost how many of these never ended
   * @param unstarted how many the load had no time for
   * @param refusedEnds how many ends belonged to no message in flight: doubles and unknown ids
   * @param negativeProbes how many durations below zero were refused
   */
  public record Messages(
      double achievedPerS,
      long scheduled,
      long started,
      long completed,
      long lost,
      long unstarted,
      long refusedEnds,
      long negativeProbes) {
    /** Those of a fork that died. */
    public static final Messages NONE = new Messages(0, 0, 0, 0, 0, 0, 0, 0);

    /** Checks that the rate is a number. */
    public Messages {
      Copies.finite(achievedPerS, "achieved_per_s");
    }
  }

  /**
   * What the messages took.
   *
   * @param response end − intended start
   * @param service end − actual start
   * @param lag actual start − intended start
   * @param backlog the part of the lag that the messages before caused
   * @param lateness the part of the lag that is the load generator's own error
   * @param probes what each probe recorded, by its name
   */
  public record Times(
      Percentiles response,
      Percentiles service,
      Percentiles lag,
      Percentiles backlog,
      Percentiles lateness,
      Map<String, Percentiles> probes) {
    /** Keeps a copy and checks that nothing is missing. */
    public Times {
      Objects.requireNonNull(response, "response");
      Objects.requireNonNull(service, "service");
      Objects.requireNonNull(lag, "lag");
      Objects.requireNonNull(backlog, "backlog");
      Objects.requireNonNull(lateness, "lateness");
      probes = Copies.ordered(probes);
    }

    /** Those of a fork that died. */
    public static Times none() {
      Percentiles none = Percentiles.empty("ns");
      return new Times(none, none, none, none, none, Map.of());
    }
  }

  /**
   * What the pause meter recorded.
   *
   * @param jitter the stalls
   * @param jitterMode how the meter waited: {@code spin} or {@code sleep}
   * @param stalls the long ones of them, in order
   */
  public record Pauses(Percentiles jitter, String jitterMode, List<Stall> stalls) {
    /** Keeps a copy and checks that nothing is missing. */
    public Pauses {
      Objects.requireNonNull(jitter, "jitter");
      Objects.requireNonNull(jitterMode, "jitter_mode");
      stalls = List.copyOf(stalls);
    }
  }

  /**
   * How a JVM ended.
   *
   * @param exitCode of the JVM, null while unknown
   * @param failure why it ended early, null where it did not
   */
  public record End(@Nullable Integer exitCode, @Nullable String failure) {}

  /** Keeps a copy and checks that nothing is missing. */
  public ForkRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(messages, "messages");
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(pauses, "pauses");
    conditions = Copies.ordered(conditions);
    Objects.requireNonNull(kernel, "kernel");
    Objects.requireNonNull(end, "end");
  }

  /** Index of its load in the run, from 0. */
  public int loadIndex() {
    Integer load = place.load();
    return load == null ? 0 : load;
  }
}
