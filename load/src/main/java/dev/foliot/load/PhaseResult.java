package dev.foliot.load;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyInterval;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * What a phase gave. Durations are of the requests that were answered as they should; those that
 * failed are counted by kind and are in no duration.
 *
 * @param name of the phase
 * @param loop {@code open}, {@code closed} or {@code idle}
 * @param traffic the same in words, with its rate or clients
 * @param startNs from the start of the load
 * @param durationNs its length
 * @param intended how many requests were intended in it; in a closed loop those sent
 * @param sent how many of these were sent
 * @param ok how many of these were answered as they should
 * @param errors how many failed, by kind
 * @param unsent how many there was no time for
 * @param achievedPerS answered as they should, per second of the phase; where they came later than
 *     that, per second until the last of them
 * @param durations every kind; histograms not to be changed
 * @param figures the percentiles of every kind that the data can carry, by {@link Kind#label}
 * @param series by time
 * @param kernel what the kernel says of the event loops
 * @param loopCpuShare the share of its time that the busiest event loop was on a CPU, 0 to 1, null
 *     if unknown
 * @param validity whether these figures are of the target and not of the driver
 */
public record PhaseResult(
    String name,
    String loop,
    String traffic,
    long startNs,
    long durationNs,
    long intended,
    long sent,
    long ok,
    Map<String, Long> errors,
    long unsent,
    double achievedPerS,
    @JsonSerialize(converter = ResultText.Writing.class)
        @JsonDeserialize(converter = ResultText.Reading.class)
        Map<Kind, Durations> durations,
    Map<String, Percentiles> figures,
    List<StudyInterval> series,
    KernelView kernel,
    @Nullable Double loopCpuShare,
    Validity validity) {
  /** Keeps copies. */
  public PhaseResult {
    errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
    durations = Map.copyOf(durations);
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    series = List.copyOf(series);
  }

  /** How many failed in all. */
  public long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The durations of a kind. */
  public Durations of(Kind kind) {
    return Objects.requireNonNull(durations.get(kind));
  }
}
