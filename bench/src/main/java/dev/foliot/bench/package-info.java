/**
 * The open-loop core that runs inside the measured JVM: schedule, pacer, recorder, probes, pause
 * meter and task runner.
 *
 * <p>House rules of this package. A duration is a {@code long} in nanoseconds and says so in its
 * name. Every per-message structure has one writer, the producer that owns the message; the two
 * places that other threads write (the end of a message, a probe) state their access mode. Nothing
 * on the path of a message allocates. Only {@link dev.foliot.bench.ForkMain} ends the process.
 */
@NullMarked
package dev.foliot.bench;

import org.jspecify.annotations.NullMarked;
