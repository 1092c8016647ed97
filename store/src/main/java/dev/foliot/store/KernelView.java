package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's figures for the measuring threads over the measured load, read from outside. Missing
 * figures are null, with a reason. JSON has the texts of the reasons too.
 *
 * @param runQueueWaitShare share of time that runnable threads waited for a CPU, 0 to 1
 * @param runQueueWaitNs the same in nanoseconds, over all threads
 * @param involuntarySwitches number of times a thread lost its CPU
 * @param voluntarySwitches number of times a thread gave its CPU up
 * @param stealShare share of CPU time taken by the hypervisor, 0 to 1
 * @param throttledNs time stopped by the cgroup's CPU limit
 * @param throttledPeriods number of its periods with a stop
 * @param unavailableCodes why figures are missing
 */
@JsonPropertyOrder({
  "run_queue_wait_share",
  "run_queue_wait_ns",
  "involuntary_switches",
  "voluntary_switches",
  "steal_share",
  "throttled_ns",
  "throttled_periods",
  "unavailable",
  "unavailable_codes"
})
public record KernelView(
    @Nullable Double runQueueWaitShare,
    @Nullable Long runQueueWaitNs,
    @Nullable Long involuntarySwitches,
    @Nullable Long voluntarySwitches,
    @Nullable Double stealShare,
    @Nullable Long throttledNs,
    @Nullable Long throttledPeriods,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> unavailableCodes) {
  /** Keeps a copy, and checks that the shares are finite. */
  public KernelView {
    runQueueWaitShare = Copies.finiteOrNull(runQueueWaitShare, "run_queue_wait_share");
    stealShare = Copies.finiteOrNull(stealShare, "steal_share");
    unavailableCodes = List.copyOf(unavailableCodes);
  }

  @JsonCreator
  static KernelView stored(
      @JsonProperty("run_queue_wait_share") @Nullable Double runQueueWaitShare,
      @JsonProperty("run_queue_wait_ns") @Nullable Long runQueueWaitNs,
      @JsonProperty("involuntary_switches") @Nullable Long involuntarySwitches,
      @JsonProperty("voluntary_switches") @Nullable Long voluntarySwitches,
      @JsonProperty("steal_share") @Nullable Double stealShare,
      @JsonProperty("throttled_ns") @Nullable Long throttledNs,
      @JsonProperty("throttled_periods") @Nullable Long throttledPeriods,
      @JsonProperty("unavailable") List<String> texts,
      @JsonProperty("unavailable_codes") List<Reason> codes) {
    return new KernelView(
        runQueueWaitShare,
        runQueueWaitNs,
        involuntarySwitches,
        voluntarySwitches,
        stealShare,
        throttledNs,
        throttledPeriods,
        Reasons.ofStored(texts, codes));
  }

  /** Why figures are missing, as texts. */
  @JsonProperty("unavailable")
  public List<String> unavailable() {
    return Reasons.texts(unavailableCodes);
  }

  /** The same without secrets. */
  KernelView redacted() {
    return new KernelView(
        runQueueWaitShare,
        runQueueWaitNs,
        involuntarySwitches,
        voluntarySwitches,
        stealShare,
        throttledNs,
        throttledPeriods,
        Redaction.reasons(unavailableCodes));
  }

  /** No figures from the kernel, for these reasons. */
  public static KernelView none(List<? extends Reason> reasons) {
    return new KernelView(null, null, null, null, null, null, null, List.copyOf(reasons));
  }
}
