package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A load that each arm of a study is put under.
 *
 * @param name what messages call it
 * @param loop {@code open}, {@code closed}, or {@code none} where there is no network
 * @param traffic the load in words
 * @param ratePerS requests a second that were asked for, null in a closed loop
 * @param clients of a closed loop, null in an open one
 * @param warmupNs how long the service was warmed up before, in nanoseconds
 * @param idleNs how long nothing came between warm-up and load
 * @param durationNs how long the measured load lasts
 * @param delayNs how long the remote system takes to answer, null where none is called
 * @param taskNs the CPU time of a task, null where that is not varied
 * @param app the built-in service that is loaded: {@code bank}, {@code ping} or {@code burn}; null
 *     where it is the arm's own, and in older files
 * @param cpus how many CPUs the service has under this load, null where that is not varied
 * @param marks moments at which the load changes, in the order of time; empty where it does not
 * @param continues true where it followed the load before it in the same processes, at once; null
 *     else, and in older files
 */
public record StudyStep(
    String name,
    String loop,
    String traffic,
    @Nullable Double ratePerS,
    @Nullable Integer clients,
    long warmupNs,
    long idleNs,
    long durationNs,
    @Nullable Long delayNs,
    @Nullable Long taskNs,
    @Nullable String app,
    @Nullable Integer cpus,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StudyMark> marks,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean continues) {
  /** Keeps a copy and checks that nothing is missing. */
  public StudyStep {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(loop, "loop");
    Objects.requireNonNull(traffic, "traffic");
    Copies.finiteOrNull(ratePerS, "rate_per_s");
    marks = List.copyOf(marks);
  }
}
