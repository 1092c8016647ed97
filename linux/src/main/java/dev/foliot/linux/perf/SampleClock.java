package dev.foliot.linux.perf;

import dev.foliot.linux.UnreadableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The clock that sets even distances between samples. Immutable.
 *
 * @param event the event to count
 * @param counts counts between two samples
 * @param periodNs approximate time for these counts on a busy thread
 * @param precise as in {@link PerfSampling}
 */
record SampleClock(PerfEvent event, long counts, long periodNs, int precise) {
  private static final long SECOND_NS = 1_000_000_000;

  /** The approximate speed of processors; it affects only the number of samples. */
  private static final long CYCLES_PER_S = 2_500_000_000L;

  /**
   * The kernel's name for the counters of x86 where all cores have the same. Where some cores have
   * others, an event of one thread counts on one kind of core alone.
   */
  private static final Path ONE_KIND = Path.of("sys/bus/event_source/devices/cpu");

  private static final int MOST_PRECISE = 2;
  private static final long TRIAL_COUNTS = 20_000;
  private static final int TRIAL_TURNS = 50;
  private static final long TRIAL_RING_BYTES = 4096;

  /** The kernel's own, which is always there. */
  static SampleClock cpuClock(int perSecond) {
    long periodNs = SECOND_NS / perSecond;
    return new SampleClock(PerfEvent.Software.CPU_CLOCK, periodNs, periodNs, 0);
  }

  /**
   * The processor's cycles at the best permitted precision. Empty if they cannot be counted, or if
   * they give no samples, as under some hypervisors. {@code root} is the root of the kernel's
   * files.
   */
  static Optional<SampleClock> cycles(Path root, int perSecond) {
    if (!Files.isDirectory(root.resolve(ONE_KIND))) {
      return Optional.empty();
    }
    PerfEvent cycles = PerfEvent.Hardware.CYCLES;
    if (!gives(root, cycles, 0)) {
      return Optional.empty();
    }
    int precise = MOST_PRECISE;
    while (precise > 0 && !gives(root, cycles, precise)) {
      precise--;
    }
    return Optional.of(
        new SampleClock(cycles, CYCLES_PER_S / perSecond, SECOND_NS / perSecond, precise));
  }

  /** Whether the calling thread is sampled by such an event while it works a little. */
  static boolean gives(Path root, PerfEvent event, int precise) {
    return PerfSession.run(root, session -> isSampled(session, event, precise)).orElse(false);
  }

  private static boolean isSampled(PerfSession session, PerfEvent event, int precise)
      throws UnreadableException {
    RegisterSet set = RegisterSet.ofThisMachine();
    PerfSampling sampling = PerfSampling.place(set, TRIAL_COUNTS).precise(precise);
    OptionalInt own = session.open(session.ask(event, false, sampling), PerfTarget.caller());
    if (own.isEmpty()) {
      return false;
    }
    PerfRing ring =
        session
            .mapAll(List.of(own.getAsInt()), TRIAL_RING_BYTES, TRIAL_RING_BYTES)
            .orElseThrow(PerfSession::noRing)
            .getFirst();
    SampleSink sink = new SampleSink(sampling, set, 1);
    session.start(own.getAsInt());
    for (int i = 0; i < TRIAL_TURNS && sink.samples().isEmpty(); i++) {
      PerfProbe.work();
      ring.drain(sink);
    }
    session.stop(own.getAsInt());
    ring.drain(sink);
    return !sink.samples().isEmpty();
  }

  /** Whether samples are asked to be at the very instruction. */
  boolean isExact() {
    return precise >= MOST_PRECISE;
  }

  /** The same with all registers. */
  PerfSampling samplingRegisters(RegisterSet set) {
    return PerfSampling.registers(set, counts).precise(precise);
  }

  PerfSampling sampling(RegisterSet set) {
    return PerfSampling.place(set, counts).precise(precise);
  }
}
