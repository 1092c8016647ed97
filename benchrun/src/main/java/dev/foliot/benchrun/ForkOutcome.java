package dev.foliot.benchrun;

import dev.foliot.bench.Measurement;
import dev.foliot.store.KernelView;
import org.jspecify.annotations.Nullable;

/**
 * How a fork ended.
 *
 * @param measurement what it measured, or null
 * @param failure why there is no measurement, or null
 * @param trace the exception behind the failure, or empty
 * @param exitCode of its process; null if it had to be killed after its last message
 * @param kernel what the kernel said of its measuring threads
 */
record ForkOutcome(
    @Nullable Measurement measurement,
    @Nullable String failure,
    String trace,
    @Nullable Integer exitCode,
    KernelView kernel) {}
