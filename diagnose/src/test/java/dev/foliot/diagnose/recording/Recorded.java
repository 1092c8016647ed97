package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.recording.RecordingObservations.Allocated;
import dev.foliot.diagnose.recording.RecordingObservations.Blocking;
import dev.foliot.diagnose.recording.RecordingObservations.Deoptimised;
import dev.foliot.diagnose.recording.RecordingObservations.Exceptions;
import dev.foliot.diagnose.recording.RecordingObservations.IoWait;
import dev.foliot.diagnose.recording.RecordingObservations.Operation;
import dev.foliot.diagnose.recording.RecordingObservations.Thrown;
import java.util.List;

/** A made-up recording of ten seconds. */
final class Recorded {
  static final long SPAN = 10_000_000_000L;

  double cpus = 1;
  long lostBytes;
  double exceptionsPerS = 3;
  List<Thrown> thrown =
      List.of(
          new Thrown("java.lang.NumberFormatException", "acme.Parser.parse:12", 30),
          new Thrown("java.io.IOException", "", 10));
  List<Deoptimised> deoptimised = List.of();
  List<IoWait> io = List.of();
  List<Blocking> locks = List.of();
  List<Blocking> pinned = List.of();
  List<Allocated> allocated = List.of();
  List<Operation> operations = List.of();

  RecordingObservations get() {
    return new RecordingObservations(
        SPAN,
        cpus,
        1_000,
        lostBytes,
        new Exceptions(exceptionsPerS, thrown),
        deoptimised,
        io,
        locks,
        pinned,
        allocated,
        operations);
  }

  /** Waits that together take a number of threads, on average. */
  static Blocking blocking(String what, String place, double waiting, int threads) {
    return new Blocking(
        what,
        place,
        (long) (waiting * SPAN),
        20_000_000,
        100,
        List.of("pool-1-thread-1", "pool-1-thread-2"),
        threads);
  }
}
