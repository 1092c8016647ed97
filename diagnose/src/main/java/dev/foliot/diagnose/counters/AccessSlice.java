package dev.foliot.diagnose.counters;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Samples accesses beside the counting, on a thread of its own. */
final class AccessSlice {
  /** How long it may take to end perf and to remove its files. */
  private static final long TIDY_MS = 1_000;

  private static final AccessNotes INTERRUPTED =
      AccessNotes.fault("it was interrupted; let it end by itself");

  private final CompletableFuture<AccessNotes> result = new CompletableFuture<>();
  private final Thread thread;

  /** Begins now. */
  AccessSlice(AccessLook look) {
    thread = Thread.ofPlatform().daemon().name("examination-accesses").start(() -> tell(look));
  }

  /** Whatever happens, who waits for it gets an answer. */
  private void tell(AccessLook look) {
    AccessNotes told = AccessNotes.fault("it failed; report this");
    try {
      told = look.take();
    } catch (RuntimeException e) {
      told = AccessNotes.fault("it failed: " + e + "; report this");
    } finally {
      result.complete(told);
    }
  }

  /** Ends it early. */
  void interrupt() {
    thread.interrupt();
    result.completeOnTimeout(INTERRUPTED, TIDY_MS, TimeUnit.MILLISECONDS);
  }

  /** Waits for it, and tells. An interrupt ends it, and stays set. */
  AccessNotes await() {
    try {
      return result.get();
    } catch (InterruptedException e) {
      interrupt();
      AccessNotes told = result.join();
      Thread.currentThread().interrupt();
      return told;
    } catch (ExecutionException e) {
      return AccessNotes.fault("it failed: " + e.getCause() + "; report this");
    }
  }
}
