package dev.foliot.store.diagnosis;

import dev.foliot.store.Copies;
import org.jspecify.annotations.Nullable;

/**
 * A doubt about which side is slow. The sides stand as given.
 *
 * @param workPerCpuSecond instructions for each second on a CPU, slow side to fast side, above 1
 * @param ifTurned the likeliest hypothesis in the other order; null for none
 */
public record CounterQuestion(double workPerCpuSecond, @Nullable CounterHypothesis ifTurned) {
  /** Checks that JSON can hold it. */
  public CounterQuestion {
    Copies.finite(workPerCpuSecond, "workPerCpuSecond");
  }
}
