package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A load for each arm of a study.
 *
 * @param name its name in messages
 * @param loop {@code open}, {@code closed}, or {@code none} without a network
 * @param traffic the load as text
 * @param ratePerS requested rate, requests a second; null in a closed loop
 * @param clients clients of a closed loop, null in an open one
 * @param warmupNs length of the service's warm-up, in nanoseconds
 * @param idleNs length of the pause between warm-up and load
 * @param durationNs length of the measured load
 * @param delayNs delay of the remote system, null without one
 * @param taskNs the CPU time of a task, null if not varied
 * @param app the loaded built-in service: {@code bank}, {@code ping} or {@code burn}; null for the
 *     arm's own
 * @param cpus number of CPUs of the service under this load, null if not varied
 * @param marks times when the load changes, in order; empty if constant
 * @param continues true if it followed the previous load at once in the same processes; otherwise
 *     null
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
