package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel said of the measuring threads over the measured load, seen from outside. What it
 * would not say is null and its reason stands under {@code unavailable}.
 *
 * @param runQueueWaitShare share of the time that they were ready and waited for a CPU, 0 to 1
 * @param runQueueWaitNs the same in nanoseconds, of all of them
 * @param involuntarySwitches how often they were taken off their CPU
 * @param voluntarySwitches how often they left it of themselves
 * @param stealShare share of the CPUs' time that the hypervisor took, 0 to 1
 * @param throttledNs how long the cgroup's CPU limit stopped them
 * @param throttledPeriods in how many of its periods
 * @param unavailable what could not be read, and why, as texts
 * @param unavailableCodes the same as data, in the same order
 */
public record KernelView(
    @Nullable Double runQueueWaitShare,
    @Nullable Long runQueueWaitNs,
    @Nullable Long involuntarySwitches,
    @Nullable Long voluntarySwitches,
    @Nullable Double stealShare,
    @Nullable Long throttledNs,
    @Nullable Long throttledPeriods,
    List<String> unavailable,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reason> unavailableCodes) {
  /** Keeps copies; the texts are those of the codes where there are some. */
  public KernelView {
    runQueueWaitShare = Copies.finiteOrNull(runQueueWaitShare, "run_queue_wait_share");
    stealShare = Copies.finiteOrNull(stealShare, "steal_share");
    unavailableCodes = Reasons.ofStored(unavailable, unavailableCodes);
    unavailable = Reasons.texts(unavailableCodes);
  }

  /** The same without secrets. */
  KernelView redacted() {
    List<Reason> codes = Redaction.reasons(unavailableCodes);
    return new KernelView(
        runQueueWaitShare,
        runQueueWaitNs,
        involuntarySwitches,
        voluntarySwitches,
        stealShare,
        throttledNs,
        throttledPeriods,
        Reasons.texts(codes),
        codes);
  }

  /** The kernel said nothing, for these reasons. */
  public static KernelView none(List<? extends Reason> reasons) {
    return new KernelView(
        null, null, null, null, null, null, null, Reasons.texts(reasons), List.copyOf(reasons));
  }
}
