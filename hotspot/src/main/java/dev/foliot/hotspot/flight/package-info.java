/**
 * Flight recordings in another JVM: started, ended and read.
 *
 * <pre>{@code
 * try (FlightRecording recording = FlightRecording.start(jcmd, plan).toOptional().orElseThrow()) {
 *   Thread.sleep(5_000);
 *   Path file = recording.stop().toOptional().orElseThrow();
 *   FlightFile.read(file, Recording.FLIGHT, events::add, () -> events);
 * }
 * }</pre>
 *
 * <p>A recording leaves no file and no setting in the JVM, and does not end or change recordings of
 * others. The recorder's own threads stay: a JVM cannot unload them. Unavailable where the JVM has
 * no recorder, belongs to another user, has other files, or forbids attaching.
 */
@NullMarked
package dev.foliot.hotspot.flight;

import org.jspecify.annotations.NullMarked;
