package dev.foliot.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One JVM of one arm under one load: the unit of replication, and {@code fork.json}. A fork that
 * died has empty figures and says under {@code failure} why.
 *
 * @param schema {@link #SCHEMA}
 * @param arm index of its arm in the run, from 0
 * @param load index of its load in the run, from 0; null in old files, where there is one
 * @param fork its number in the run, that of its folder
 * @param startedAt when its JVM was started, ISO 8601 in UTC
 * @param achievedPerS messages completed per second of the measured load
 * @param scheduled how many messages the schedule holds
 * @param started how many were started
 * @param completed how many of these ended
 * @param lost how many of these never ended
 * @param unstarted how many the load had no time for
 * @param refusedEnds how many ends belonged to no message in flight: doubles and unknown ids
 * @param negativeProbes how many durations below zero were refused
 * @param validity how far its figures can be relied upon
 * @param response end − intended start
 * @param service end − actual start
 * @param lag actual start − intended start
 * @param backlog the part of the lag that the messages before caused
 * @param lateness the part of the lag that is the harness's own error
 * @param probes what each probe recorded, by its name
 * @param jitter the stalls that the pause meter saw
 * @param jitterMode how the meter waited: {@code spin} or {@code sleep}
 * @param stalls the long ones of them, in order
 * @param warmUp whether it had become steady before the measured load, null where not judged
 * @param conditions what else was so while it ran
 * @param kernel what the kernel said of the measuring threads
 * @param exitCode of the JVM, null while unknown
 * @param failure why it ended early, null where it did not
 */
public record ForkRecord(
    String schema,
    int arm,
    @Nullable Integer load,
    int fork,
    String startedAt,
    double achievedPerS,
    long scheduled,
    long started,
    long completed,
    long lost,
    long unstarted,
    long refusedEnds,
    long negativeProbes,
    Validity validity,
    Percentiles response,
    Percentiles service,
    Percentiles lag,
    Percentiles backlog,
    Percentiles lateness,
    Map<String, Percentiles> probes,
    Percentiles jitter,
    String jitterMode,
    List<Stall> stalls,
    @Nullable WarmUpRecord warmUp,
    Map<String, String> conditions,
    KernelView kernel,
    @Nullable Integer exitCode,
    @Nullable String failure) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fork/1";

  /** Keeps copies and checks that nothing is missing. */
  public ForkRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(startedAt, "started_at");
    Copies.finite(achievedPerS, "achieved_per_s");
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(response, "response");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(lag, "lag");
    Objects.requireNonNull(backlog, "backlog");
    Objects.requireNonNull(lateness, "lateness");
    probes = Copies.ordered(probes);
    Objects.requireNonNull(jitter, "jitter");
    Objects.requireNonNull(jitterMode, "jitter_mode");
    stalls = List.copyOf(stalls);
    conditions = Copies.ordered(conditions);
    Objects.requireNonNull(kernel, "kernel");
  }

  /** Index of its load in the run, from 0. */
  public int loadIndex() {
    return load == null ? 0 : load;
  }
}
