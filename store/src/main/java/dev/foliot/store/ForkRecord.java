package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.text.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One JVM of one arm under one load: the unit of replication, and {@code fork.json}. A failed fork
 * has empty figures and the reason in {@code failure}. In the file, all parts are merged into one
 * object.
 *
 * @param schema {@link #SCHEMA}
 * @param place its position in the run
 * @param messages counts of its messages
 * @param validity the reliability of its figures
 * @param times times of its messages
 * @param observed the JVM and its machine during the load
 * @param end the end of its JVM
 */
public record ForkRecord(
    String schema,
    @JsonUnwrapped Place place,
    @JsonUnwrapped Messages messages,
    Validity validity,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Observed observed,
    @JsonUnwrapped End end) {

  /** The schema that this version writes. */
  public static final String SCHEMA = "foliot.fork/1";

  /**
   * The position of a fork in a run.
   *
   * @param arm index of its arm in the run, from 0
   * @param load index of its load in the run, from 0
   * @param fork its number in the run, which names its folder
   * @param startedAt the start of its JVM, ISO 8601 in UTC
   */
  public record Place(int arm, int load, int fork, String startedAt) {
    /** Checks that no value is missing. */
    public Place {
      Objects.requireNonNull(startedAt, "started_at");
    }
  }

  /**
   * The counts of messages.
   *
   * @param achievedPerS messages completed per second of the measured load
   * @param scheduled number of messages in the schedule
   * @param started number of messages started
   * @param completed number of started messages that ended
   * @param lost number of started messages that never ended
   * @param unstarted number of messages that the load had no time for
   * @param refusedEnds number of ends without a message in flight: doubles and unknown ids
   * @param negativeProbes number of negative durations, which were refused
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
    /** The counts of a failed fork. */
    public static final Messages NONE = new Messages(0, 0, 0, 0, 0, 0, 0, 0);

    /** Checks that the rate is a number. */
    public Messages {
      Copies.finite(achievedPerS, "achieved_per_s");
    }
  }

  /**
   * The times of the messages.
   *
   * @param response end − intended start
   * @param service end − actual start
   * @param lag actual start − intended start
   * @param backlog the part of the lag caused by earlier messages
   * @param lateness the part of the lag caused by the load generator itself
   * @param probes each probe's durations, by its name
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

    /** The times of a failed fork. */
    public static Times none() {
      Percentiles none = Percentiles.empty("ns");
      return new Times(none, none, none, none, none, Map.of());
    }
  }

  /**
   * The pause meter's record.
   *
   * @param jitter the stalls
   * @param jitterMode the meter's way of waiting: {@code spin} or {@code sleep}
   * @param stalls the long stalls, in order
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
   * A stall of the whole JVM.
   *
   * @param startNs from the start of the measured load
   * @param lengthNs how long
   */
  public record Stall(long startNs, long lengthNs) {}

  /**
   * The work of a JVM during the measured load, beside the messages.
   *
   * @param gc its garbage collections; null for a fork that died
   * @param allocation what its threads allocated; null unless it was asked for
   */
  public record Jvm(@Nullable Gc gc, @Nullable Allocation allocation) {
    /** Nothing is known. */
    public static final Jvm NONE = new Jvm(null, null);

    Jvm redacted() {
      return new Jvm(gc, allocation == null ? null : allocation.redacted());
    }
  }

  /**
   * Garbage collections during the measured load.
   *
   * @param count number of collections of all collectors
   * @param timeMs their time in milliseconds; of a concurrent collector not all of it is pause
   * @param collectors the same of each collector, as the JVM names it
   */
  public record Gc(long count, long timeMs, List<Collector> collectors) {
    /** Keeps a copy. */
    public Gc {
      collectors = List.copyOf(collectors);
    }

    /** The sum over the collectors. */
    public static Gc of(List<Collector> collectors) {
      return new Gc(
          collectors.stream().mapToLong(Collector::count).sum(),
          collectors.stream().mapToLong(Collector::timeMs).sum(),
          collectors);
    }

    /** The sum over forks by collector; null if no fork tells. */
    public static @Nullable Gc sum(List<ForkRecord> forks) {
      List<Gc> all = forks.stream().flatMap(fork -> Stream.ofNullable(fork.jvm().gc())).toList();
      Map<String, Collector> sums = new LinkedHashMap<>();
      for (Gc gc : all) {
        for (Collector one : gc.collectors()) {
          sums.merge(one.name(), one, Collector::plus);
        }
      }
      return all.isEmpty() ? null : of(List.copyOf(sums.values()));
    }
  }

  /**
   * The collections of one collector.
   *
   * @param name as the JVM names it
   * @param count number of collections
   * @param timeMs their time in milliseconds
   */
  public record Collector(String name, long count, long timeMs) {
    /** Checks that the name is there. */
    public Collector {
      Objects.requireNonNull(name, "name");
    }

    private Collector plus(Collector other) {
      return new Collector(name, count + other.count, timeMs + other.timeMs);
    }
  }

  /**
   * What the threads of a JVM allocated during the measured load.
   *
   * @param bytes of all threads, null if unavailable
   * @param bytesPerMessage the same for each completed message, null if unavailable
   * @param missing why there are no figures
   */
  public record Allocation(
      @Nullable Long bytes, @Nullable Double bytesPerMessage, @JsonUnwrapped Unavailable missing) {
    /** Checks that nothing is missing. */
    public Allocation {
      bytesPerMessage = Copies.finiteOrNull(bytesPerMessage, "bytes_per_message");
      Objects.requireNonNull(missing, "missing");
    }

    /**
     * Of this many messages.
     *
     * @param messages completed ones; without any there is no figure for a message
     */
    public static Allocation of(long bytes, long messages) {
      return new Allocation(
          bytes, messages == 0 ? null : (Double) ((double) bytes / messages), Unavailable.NOTHING);
    }

    /** Without figures. */
    public static Allocation unavailable(Reason why) {
      return new Allocation(null, null, Unavailable.of(List.of(why)));
    }

    Allocation redacted() {
      return new Allocation(bytes, bytesPerMessage, missing.redacted());
    }
  }

  /**
   * The end of a JVM.
   *
   * @param exitCode the exit code, null while unknown
   * @param failure the reason for an early end, or null
   */
  public record End(@Nullable Integer exitCode, @Nullable String failure) {}

  /**
   * The JVM and its machine during the load.
   *
   * @param pauses the stalls of its JVM
   * @param warmUp whether it was steady before the measured load, null if not judged
   * @param conditions the conditions during its load
   * @param kernel the kernel's figures of the measuring threads
   * @param jvm the work of its JVM beside the messages
   */
  public record Observed(
      @JsonUnwrapped Pauses pauses,
      @Nullable WarmUpRecord warmUp,
      Map<String, String> conditions,
      KernelView kernel,
      @JsonUnwrapped Jvm jvm) {
    /** Keeps copies and checks that nothing is missing. */
    public Observed {
      Objects.requireNonNull(pauses, "pauses");
      conditions = Copies.ordered(conditions);
      Objects.requireNonNull(kernel, "kernel");
      Objects.requireNonNull(jvm, "jvm");
    }
  }

  /** Keeps a copy and checks that nothing is missing. */
  public ForkRecord {
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(messages, "messages");
    Objects.requireNonNull(validity, "validity");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(end, "end");
    Objects.requireNonNull(observed, "observed");
  }

  /** The stalls of its JVM. */
  public Pauses pauses() {
    return observed.pauses();
  }

  /** Whether it was steady before the measured load, null if not judged. */
  public @Nullable WarmUpRecord warmUp() {
    return observed.warmUp();
  }

  /** The conditions during its load. */
  public Map<String, String> conditions() {
    return observed.conditions();
  }

  /** The kernel's figures of the measuring threads. */
  public KernelView kernel() {
    return observed.kernel();
  }

  /** The work of its JVM beside the messages. */
  public Jvm jvm() {
    return observed.jvm();
  }

  /** Index of its load in the run, from 0. */
  public int loadIndex() {
    return place.load();
  }

  /** The same without secrets. */
  ForkRecord redacted() {
    return new ForkRecord(
        schema,
        place,
        messages,
        Redaction.validity(validity),
        times,
        new Observed(
            pauses(),
            warmUp(),
            Redaction.named(conditions()),
            kernel().redacted(),
            jvm().redacted()),
        new End(end.exitCode, end.failure == null ? null : Redaction.text(end.failure)));
  }
}
