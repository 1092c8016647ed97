package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.linux.reason.SystemReason;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Traces wake-ups for a slice of the time, on its own thread. */
final class WakeSlice {
  /** The time limit for ending perf and removing its files. */
  private static final long TIDY_MS = 1_000;

  private final CompletableFuture<Reading<Traced<ThreadFamily>>> result = new CompletableFuture<>();
  private final Thread thread;

  /** The work of that thread. */
  interface Work {
    Reading<Traced<ThreadFamily>> take() throws InterruptedException;
  }

  /** Starts at once. */
  WakeSlice(CpuList cpus, Map<Long, ThreadFamily> families, long sliceNs) {
    this(() -> take(cpus, families, sliceNs));
  }

  WakeSlice(Work work) {
    thread = Thread.ofPlatform().daemon().name("examination-wake-ups").start(() -> tell(work));
  }

  /** Always produces an answer for the waiting thread. */
  private void tell(Work work) {
    Reading<Traced<ThreadFamily>> told = Reading.unavailable(new SchedulerReason.TraceFailed(""));
    try {
      told = work.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      told = interrupted();
    } catch (RuntimeException e) {
      told = Reading.unavailable(new SchedulerReason.TraceFailed(e.toString()));
    } finally {
      result.complete(told);
    }
  }

  private static Reading<Traced<ThreadFamily>> interrupted() {
    return Reading.unavailable(new SystemReason.Interrupted(SystemReason.Interruption.TRACING));
  }

  private static Reading<Traced<ThreadFamily>> take(
      CpuList cpus, Map<Long, ThreadFamily> families, long sliceNs) throws InterruptedException {
    return switch (ScratchFolder.of("foliot-wake-")) {
      case Reading.Unavailable<ScratchFolder> none ->
          Reading.unavailable(new SchedulerReason.TraceNotBegun(none.why()));
      case Reading.Value<ScratchFolder>(ScratchFolder folder) -> {
        try (folder) {
          yield WakeTrace.take(
              cpus, (name, tid) -> Optional.ofNullable(families.get(tid)), sliceNs, folder.path());
        }
      }
    };
  }

  /** Ends it early; the trace is lost. The waiting thread waits at most for the clean-up. */
  void interrupt() {
    thread.interrupt();
    result.completeOnTimeout(interrupted(), TIDY_MS, TimeUnit.MILLISECONDS);
  }

  /** Waits for the result. An interrupt ends it, and stays set. */
  Reading<Traced<ThreadFamily>> await() {
    try {
      return result.get();
    } catch (InterruptedException e) {
      interrupt();
      Reading<Traced<ThreadFamily>> told = result.join();
      Thread.currentThread().interrupt();
      return told;
    } catch (ExecutionException e) {
      return Reading.unavailable(new SchedulerReason.TraceFailed(String.valueOf(e.getCause())));
    }
  }
}
