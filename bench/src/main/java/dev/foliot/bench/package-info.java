/**
 * The open-loop core inside the measured JVM. It holds schedules, producers, recorders, probes, the
 * pause meter and the task runner.
 *
 * <p>House rules of this package. A duration is a {@code long} in nanoseconds and says so in its
 * name. Every per-message structure has one writer, the producer that owns the message. Other
 * threads write only the end of a message and its probes; both state their access mode. Nothing on
 * the path of a message allocates. Only {@link dev.foliot.bench.ForkMain} ends the process.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.bench;

import org.jspecify.annotations.NullMarked;
