package dev.foliot.hotspot.threads;

import java.lang.reflect.Field;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * Repeatedly queues work for virtual threads without waking a carrier.
 *
 * <p>It uses {@link ForkJoinPool#lazySubmit}, and wakes a carrier 12 ms later; with the argument
 * {@code healthy} it wakes one at once. It needs {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED}.
 */
final class QueuedWork {
  private static final long LATE_MS = 12;
  private static final long PAUSE_MS = 3;

  private QueuedWork() {}

  public static void main(String[] args) throws Exception {
    boolean healthy = args.length > 0 && args[0].equals("healthy");
    Thread.startVirtualThread(() -> {}).join();
    Field scheduler =
        Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
    scheduler.setAccessible(true);
    ForkJoinPool pool = (ForkJoinPool) scheduler.get(null);
    System.out.println("ready");
    while (true) {
      ForkJoinTask<?> work = ForkJoinTask.adapt(() -> {});
      ForkJoinTask<?> queued = healthy ? pool.submit(work) : pool.lazySubmit(work);
      Thread.sleep(LATE_MS);
      pool.execute(() -> {});
      queued.join();
      Thread.sleep(PAUSE_MS);
    }
  }
}
