package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Traces wake-ups for a slice of the time, on a thread of its own. */
final class WakeSlice {
  private static final String WHAT = "trace points";

  private final CompletableFuture<Reading<Map<ThreadFamily, WakeWaits>>> result =
      new CompletableFuture<>();
  private final Thread thread;

  /** Begins now. */
  WakeSlice(CpuList cpus, Map<Long, ThreadFamily> families, long sliceNs) {
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("examination-wake-ups")
            .start(() -> tell(cpus, families, sliceNs));
  }

  /** Whatever happens, who waits for it gets an answer. */
  private void tell(CpuList cpus, Map<Long, ThreadFamily> families, long sliceNs) {
    Reading<Map<ThreadFamily, WakeWaits>> told =
        Reading.unavailable(WHAT + " failed", "report this");
    try {
      told = take(cpus, families, sliceNs);
    } finally {
      result.complete(told);
    }
  }

  private static Reading<Map<ThreadFamily, WakeWaits>> take(
      CpuList cpus, Map<Long, ThreadFamily> families, long sliceNs) {
    try {
      Path folder = Files.createTempDirectory("foliot-wake-");
      try {
        return WakeTrace.take(
            cpus, (name, tid) -> Optional.ofNullable(families.get(tid)), sliceNs, folder);
      } finally {
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      return Reading.unavailable(
          WHAT + " need a folder for temporary files: " + e.getMessage(), "set java.io.tmpdir");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reading.unavailable("it was interrupted", "look again");
    } catch (RuntimeException e) {
      return Reading.unavailable(WHAT + " failed: " + e, "report this");
    }
  }

  /** Ends it early; what was traced is lost. */
  void interrupt() {
    thread.interrupt();
  }

  /** Waits for it, and tells. */
  Reading<Map<ThreadFamily, WakeWaits>> await() {
    return result.join();
  }
}
