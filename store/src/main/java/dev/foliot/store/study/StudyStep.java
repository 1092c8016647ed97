package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A load for each arm of a study.
 *
 * @param name its name in messages
 * @param load the load of the arms
 * @param times the lengths of its parts
 * @param varied what differs among the loads of the study
 * @param marks times when the load changes, in order; empty if constant
 * @param continues true if it followed the previous load at once in the same processes; otherwise
 *     null
 */
public record StudyStep(
    String name,
    @JsonUnwrapped Load load,
    @JsonUnwrapped Times times,
    @JsonUnwrapped Varied varied,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<StudyMark> marks,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean continues) {
  /**
   * The load of the arms.
   *
   * @param loop {@code open}, {@code closed}, or {@code none} without a network
   * @param traffic the load as text
   * @param ratePerS requested rate, requests a second; null in a closed loop
   * @param clients clients of a closed loop, null in an open one
   */
  public record Load(
      String loop, String traffic, @Nullable Double ratePerS, @Nullable Integer clients) {
    /** Checks that nothing is missing. */
    public Load {
      Objects.requireNonNull(loop, "loop");
      Objects.requireNonNull(traffic, "traffic");
      Copies.finiteOrNull(ratePerS, "rate_per_s");
    }
  }

  /**
   * The lengths of its parts.
   *
   * @param warmupNs length of the service's warm-up, in nanoseconds
   * @param idleNs length of the pause between warm-up and load
   * @param durationNs length of the measured load
   */
  public record Times(long warmupNs, long idleNs, long durationNs) {}

  /**
   * What differs among the loads of the study.
   *
   * @param delayNs delay of the remote system, null without one
   * @param taskNs the CPU time of a task, null if not varied
   * @param app the loaded built-in service: {@code bank}, {@code ping} or {@code burn}; null for
   *     the arm's own
   * @param cpus number of CPUs of the service under this load, null if not varied
   */
  public record Varied(
      @Nullable Long delayNs,
      @Nullable Long taskNs,
      @Nullable String app,
      @Nullable Integer cpus) {}

  /** Keeps a copy and checks that nothing is missing. */
  public StudyStep {
    Objects.requireNonNull(name, "name");
    marks = List.copyOf(marks);
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(varied, "varied");
  }
}
