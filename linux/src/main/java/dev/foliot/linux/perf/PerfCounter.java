package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.ProcessReason;
import java.nio.file.Path;

/**
 * A counter of the kernel that counts one {@link PerfEvent} (perf_event_open(2)) until it is
 * closed.
 *
 * <p>Safe for any thread, but a counter of {@link PerfTarget#caller} counts for the thread that
 * opened it. The JVM should be started with {@code --enable-native-access=ALL-UNNAMED}.
 */
public final class PerfCounter implements AutoCloseable {
  private static final Path LIVE = Path.of("/");

  private final PerfCalls calls;
  private final int descriptor;
  private boolean open = true;

  private PerfCounter(PerfCalls calls, int descriptor) {
    this.calls = calls;
    this.descriptor = descriptor;
  }

  /**
   * Opens a counter, which counts from then on. Unavailable, with what would help, where the kernel
   * or the machine lacks the event or this user may not count it.
   */
  public static Reading<PerfCounter> open(PerfEvent event, PerfTarget target) {
    if (target.tid() == 0 && Thread.currentThread().isVirtual()) {
      return Reading.unavailable(new ProcessReason.VirtualThread("counters"));
    }
    return switch (PerfCalls.linked()) {
      case Reading.Unavailable<PerfCalls> unavailable -> unavailable.retyped();
      case Reading.Value<PerfCalls>(PerfCalls calls) -> {
        PerfCalls.Outcome outcome = calls.open(event, target);
        yield outcome.errno() == 0
            ? Reading.of(new PerfCounter(calls, (int) outcome.value()))
            : PerfRefusal.read(LIVE, event, target, outcome.errno()).reading();
      }
    };
  }

  /** The count so far; unavailable once closed. */
  public synchronized Reading<Long> count() {
    if (!open) {
      return Reading.unavailable(new CountersReason.CounterClosed());
    }
    PerfCalls.Outcome outcome = calls.count(descriptor);
    return outcome.errno() == 0
        ? Reading.of(outcome.value())
        : Reading.unavailable(
            new CountersReason.EventCallFailed(CountersReason.EventCall.READ, outcome.errno()));
  }

  /** Gives it back to the kernel; once is enough. */
  @Override
  public synchronized void close() {
    if (open) {
      open = false;
      calls.close(descriptor);
    }
  }
}
