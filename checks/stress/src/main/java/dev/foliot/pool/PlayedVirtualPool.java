package dev.foliot.pool;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The real pool of permits, whose threads are never started: actors play them. A played thread
 * counts as having a carrier. There is no control thread, because it would correct omissions. Needs
 * JDK 21 or later.
 */
final class PlayedVirtualPool {
  private static final ThreadFactory THREADS = VirtualThreads.factory("played");

  private final Queue<Runnable> started = new ConcurrentLinkedQueue<>();
  private final Map<Thread, Runnable> works = new ConcurrentHashMap<>();
  private final AtomicBoolean isToFail = new AtomicBoolean();
  final VirtualPool pool;

  PlayedVirtualPool(int size) {
    pool =
        new VirtualPool(
            AdaptivePool.builder()
                .name("played")
                .minimum(size)
                .maximum(size)
                .threadFactory(this::thread)
                .clock(new PlayedPool.PassingClock())
                .settings()) {
          @Override
          void start(Thread thread) {
            if (isToFail.getAndSet(false)) {
              throw new OutOfMemoryError("planted");
            }
            Runnable work = works.remove(thread);
            if (work == null) {
              throw new AssertionError("a thread of someone else");
            }
            started.add(work);
          }

          @Override
          void startControl(Thread made) {}
        };
  }

  private Thread thread(Runnable work) {
    Thread thread = THREADS.newThread(work);
    works.put(thread, work);
    return thread;
  }

  /** Makes the next start of a thread fail. */
  void failNext() {
    isToFail.set(true);
  }

  /** Like {@code execute}, without the control thread. */
  boolean submit(Runnable task) {
    if (pool.beginAtOnce(task)) {
      return true;
    }
    if (pool.queue.offer(pool.toQueue(task)) != TaskQueue.Offer.ACCEPTED) {
      return false;
    }
    pool.dispatch();
    return true;
  }

  /** The work of a started thread that no actor plays yet. */
  Runnable work() {
    Runnable work = started.poll();
    if (work == null) {
      throw new AssertionError("no thread was started");
    }
    return work;
  }

  /** Plays all threads that no actor has played, and those that they start. */
  void playTheRest() {
    for (Runnable work = started.poll(); work != null; work = started.poll()) {
      work.run();
    }
    Thread.interrupted();
  }
}
