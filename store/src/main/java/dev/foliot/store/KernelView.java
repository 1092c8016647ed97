package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's figures for the measuring threads over the measured load, read from outside. Missing
 * figures are null, with the reason in {@code unavailable}.
 *
 * @param runQueueWaitShare share of time that runnable threads waited for a CPU, 0 to 1
 * @param runQueueWaitNs the same in nanoseconds, over all threads
 * @param involuntarySwitches number of times a thread lost its CPU
 * @param voluntarySwitches number of times a thread gave its CPU up
 * @param stealShare share of CPU time taken by the hypervisor, 0 to 1
 * @param throttledNs time stopped by the cgroup's CPU limit
 * @param throttledPeriods number of its periods with a stop
 * @param unavailable unreadable figures with reasons, as texts
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
  /** Copies the lists; texts come from the codes, if any exist. */
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

  /** No figures from the kernel, for these reasons. */
  public static KernelView none(List<? extends Reason> reasons) {
    return new KernelView(
        null, null, null, null, null, null, null, Reasons.texts(reasons), List.copyOf(reasons));
  }
}
