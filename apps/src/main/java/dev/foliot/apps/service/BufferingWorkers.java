package dev.foliot.apps.service;

import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * Workers whose threads keep a direct buffer each, as many I/O layers and codecs do.
 *
 * <p>A pool has as many buffers as threads. With a thread for each request, every request allocates
 * one, and the thread's end leaves it to the collector: its memory is freed when the small object
 * that owns it is found dead. An owner that was promoted waits for a collection of the old
 * generation. Open Liberty's study of virtual threads explains its memory by such owners.
 *
 * <p>Thread-safe.
 */
final class BufferingWorkers implements Workers {
  private final Workers threads;
  private final ThreadLocal<Held> held;

  /**
   * What a thread keeps.
   *
   * @param buffer resident, since a new one is zeroed
   */
  private record Held(ByteBuffer buffer) {
    /** Copies a request's first bytes, so that the buffer is in use as one of an I/O layer is. */
    void use() {
      buffer.clear();
      buffer.putLong(Thread.currentThread().getId());
    }
  }

  /**
   * Those threads with buffers.
   *
   * @param allocation makes a buffer of 8 bytes or more
   */
  BufferingWorkers(Workers threads, Supplier<ByteBuffer> allocation) {
    this.threads = threads;
    this.held = ThreadLocal.withInitial(() -> new Held(allocation.get()));
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(() -> {
      held.get().use();
      task.run();
    });
  }

  @Override
  public WorkersSnapshot snapshot() {
    return threads.snapshot();
  }

  @Override
  public void end(long patienceNs) {
    threads.end(patienceNs);
  }
}
