package dev.foliot.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.SlowMessage;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.load.RequestKind;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.series.LoadInterval;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * The result of a phase. Durations cover successful requests only; failures are counted by kind.
 *
 * @param played what was played
 * @param counts of its requests
 * @param times of its requests
 * @param requests by kind of request, in the order of the plan
 * @param series by time
 * @param slowest the requests with the longest response times, the slowest first; their times count
 *     from the start of the phase, and in place of the thread they have the kind of the request
 * @param loops the event loops that sent them
 * @param validity whether these figures describe the target and not the driver
 */
public record PhaseResult(
    @JsonUnwrapped Played played,
    @JsonUnwrapped Counts counts,
    @JsonUnwrapped Times times,
    List<RequestKind> requests,
    List<LoadInterval> series,
    List<SlowMessage> slowest,
    @JsonUnwrapped Loops loops,
    Validity validity) {
  /**
   * What was played.
   *
   * @param name of the phase
   * @param loop {@code open}, {@code closed} or {@code idle}
   * @param traffic the same in words, with its rate or clients
   * @param startNs from the start of the load
   * @param durationNs its length
   */
  public record Played(String name, String loop, String traffic, long startNs, long durationNs) {}

  /**
   * The numbers of requests.
   *
   * @param intended the number of scheduled requests; in a closed loop those sent
   * @param sent the number of these that were sent
   * @param ok the number of successful answers
   * @param errors the numbers of failures, by kind
   * @param unsent the number not sent for lack of time
   * @param achievedPerS the successful answers that ended within the phase, whichever phase they
   *     were due in, per second of it
   */
  public record Counts(
      long intended,
      long sent,
      long ok,
      Map<String, Long> errors,
      long unsent,
      double achievedPerS) {
    /** Keeps a copy. */
    public Counts {
      errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
    }
  }

  /**
   * The durations.
   *
   * @param durations every kind; do not modify the histograms
   * @param figures the percentiles of every kind with enough data, by {@link Kind#label}
   * @param parts of the service time, by {@link Part#label}; those that happened
   * @param waits what requests waited for
   */
  public record Times(
      @JsonSerialize(converter = ResultText.Writing.class)
          @JsonDeserialize(converter = ResultText.Reading.class)
          Map<Kind, Durations> durations,
      Map<String, Percentiles> figures,
      @JsonSerialize(converter = ResultText.WritingParts.class)
          @JsonDeserialize(converter = ResultText.ReadingParts.class)
          Map<String, Durations> parts,
      RequestWaits waits) {
    /** Keeps copies. */
    public Times {
      durations = Map.copyOf(durations);
      figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
      parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }
  }

  /**
   * The event loops.
   *
   * @param kernel the kernel's figures about them
   * @param loopCpuShare the share of its time that the busiest one was on a CPU, 0 to 1, null if
   *     unknown
   */
  public record Loops(KernelView kernel, @Nullable Double loopCpuShare) {}

  /** Keeps copies. */
  public PhaseResult {
    requests = List.copyOf(requests);
    series = List.copyOf(series);
    slowest = List.copyOf(slowest);
  }

  /** The name of the phase. */
  public String name() {
    return played.name;
  }

  /** Its start, from the start of the load. */
  public long startNs() {
    return played.startNs;
  }

  /** Its length. */
  public long durationNs() {
    return played.durationNs;
  }

  /** The number of successful answers. */
  public long ok() {
    return counts.ok;
  }

  /** The number of failures. */
  public long failed() {
    return counts.errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The durations of a kind. */
  public Durations of(Kind kind) {
    return Objects.requireNonNull(times.durations.get(kind));
  }

  /**
   * The slowest requests as rows of {@code slowest.csv}, in the order of {@link
   * dev.foliot.store.SlowestMessage#COLUMNS}. The thread that ended one is an event loop, and says
   * nothing.
   */
  public List<List<Object>> slowestRows() {
    return slowest.stream()
        .map(one ->
            List.<Object>of(
                one.index(),
                one.intendedNs(),
                one.startNs(),
                one.endNs(),
                one.responseNs(),
                one.endNs() - one.startNs(),
                Math.max(0, one.startNs() - one.intendedNs() - one.latenessNs()),
                one.latenessNs(),
                0,
                ""))
        .toList();
  }

  /** From its start to its end, or to the last of the slowest answers, in nanoseconds. */
  public long untilLastNs() {
    return Math.max(durationNs(), slowest.stream().mapToLong(SlowMessage::endNs).max().orElse(0));
  }
}
