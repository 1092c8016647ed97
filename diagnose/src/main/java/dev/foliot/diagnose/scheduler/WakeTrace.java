package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.TraceEvents;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import dev.foliot.text.SchedulerReason;
import java.nio.file.Path;

/**
 * How long woken threads wait for a CPU, one by one, by the kernel's trace points over a slice of
 * time. It takes perf, the trace file system and the right to trace whole CPUs: who wakes a thread
 * is another, and what runs before it is too.
 */
public final class WakeTrace {
  private static final Path ROOT = Path.of("/");

  /** What half a second of some hundred thousand switches takes. */
  private static final long MOST_BYTES = 32L << 20;

  private WakeTrace() {}

  /** Whether it can be asked for at all; what else can go wrong shows when it is taken. */
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
   * @param whose which threads count, and for what
   * @param sliceNs how long, in nanoseconds
   * @param folder for its files, which are removed
   * @return of less than the slice where that is more than can be kept, which is reported
   * @param <K> what threads are distinguished by
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
