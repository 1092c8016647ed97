package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.TraceEvents;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import java.nio.file.Path;

/**
 * Measures how long woken threads wait for a CPU, from the kernel's trace points.
 *
 * <p>It needs perf, the trace file system and the right to trace whole CPUs: the waking thread is
 * another one, and so is the thread that runs before.
 */
public final class WakeTrace {
  private static final Path ROOT = Path.of("/");

  /** The size of half a second with some hundred thousand switches. */
  private static final long MOST_BYTES = 32L << 20;

  private WakeTrace() {}

  /** Whether a trace is possible at all; other errors appear in {@link #take}. */
  public static Reading<Path> program() {
    for (String event : WakeRecording.EVENTS) {
      if (TraceEvents.id(ROOT, "sched", event) instanceof Reading.Unavailable<Long> none) {
        return none.retyped();
      }
    }
    return Programs.ofThisProcess()
        .find("perf")
        .map(Reading::of)
        .orElseGet(() -> Reading.unavailable(new SchedulerReason.NoPerf()));
  }

  /**
   * Traces some CPUs for a while.
   *
   * @param cpus where the threads run
   * @param whose selects and groups threads
   * @param sliceNs how long, in nanoseconds
   * @param folder for its files, which are removed
   * @return delays; of a part of the slice if the limit was reached, which is reported
   * @param <K> the key that separates threads
   */
  public static <K> Reading<Traced<K>> take(
      CpuList cpus, WakeWaits.Whose<K> whose, long sliceNs, Path folder)
      throws InterruptedException {
    return switch (program()) {
      case Reading.Unavailable<Path> none -> none.retyped();
      case Reading.Value<Path>(Path perf) ->
          switch (Launcher.ofSingles(Programs.ofThisProcess())) {
            case Reading.Unavailable<Launcher> none -> none.retyped();
            case Reading.Value<Launcher>(Launcher launcher) ->
                new WakeRecording(launcher, perf, folder, MOST_BYTES).take(cpus, whose, sliceNs);
          };
    };
  }
}
