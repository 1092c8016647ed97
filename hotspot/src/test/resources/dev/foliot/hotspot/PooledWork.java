package acme;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Programs with pools of two threads, affected and control ones, for JDK 17 and later. In an
 * affected one a worker sleeps for 12 ms while a task is queued, repeatedly.
 */
final class PooledWork {
  private static final long LATE_MS = 12;
  private static final long PAUSE_MS = 3;

  private static final AtomicInteger notReady = new AtomicInteger(1);

  private PooledWork() {}

  private static void ready() {
    if (notReady.decrementAndGet() == 0) {
      System.out.println("ready");
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "linked" -> held(new HeldLinked(), "held");
      case "array" -> held(new HeldArray(), "held");
      case "deque" -> held(new HeldDeque(), "held");
      case "fork-join" -> forkJoin();
      case "sick" -> {
        notReady.set(3);
        start(() -> held(new HeldLinked(), "linked"));
        start(() -> held(new HeldArray(), "array"));
        forkJoin();
      }
      case "healthy" -> {
        notReady.set(4);
        start(PooledWork::busy);
        start(PooledWork::served);
        start(PooledWork::forked);
        idle();
      }
      case "priority" -> held(new PriorityBlockingQueue<>(11, (a, b) -> 0), "held");
      case "tomcat" -> tomcat();
      case "jetty" -> jetty();
      case "jboss" -> {
        new org.jboss.threads.EnhancedQueueExecutor(3, "idle-", false);
        new org.jboss.threads.EnhancedQueueExecutor(2, "task-", true).add(3);
        ready();
      }
      case "other-servers" -> {
        acme.jetty.util.thread.OtherJetty.start(3);
        org.xnio.XnioWorker.start();
        ready();
      }
      case "scheduled-blocked" -> scheduled(true);
      case "scheduled-early" -> scheduled(false);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Two threads of Tomcat's executor, both blocked beside three tasks. */
  private static void tomcat() throws Exception {
    new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>())
        .submit(() -> {})
        .get();
    org.apache.tomcat.util.threads.ThreadPoolExecutor pool =
        new org.apache.tomcat.util.threads.ThreadPoolExecutor(2, "http-nio-8080-exec-");
    CountDownLatch begun = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> {
        begun.countDown();
        LockSupport.park();
      });
    }
    begun.await();
    for (int i = 0; i < 3; i++) {
      pool.execute(() -> {});
    }
    ready();
  }

  /** Two threads of Jetty's pool, both blocked beside three jobs, and two others without work. */
  private static void jetty() throws Exception {
    new org.eclipse.jetty.util.thread.QueuedThreadPool.Sub(2, "idle-");
    org.eclipse.jetty.util.thread.QueuedThreadPool pool =
        new org.eclipse.jetty.util.thread.QueuedThreadPool(2, "qtp1-");
    CountDownLatch begun = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> {
        begun.countDown();
        LockSupport.park();
      });
    }
    begun.await();
    for (int i = 0; i < 3; i++) {
      pool.execute(() -> {});
    }
    ready();
  }

  /** One thread with tasks at intervals; it may be blocked in another one. */
  private static void scheduled(boolean isBlocked) {
    ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
    for (int i = 0; i < 3; i++) {
      pool.scheduleAtFixedRate(() -> {}, isBlocked ? 5 : 3_600_000, 5, TimeUnit.MILLISECONDS);
    }
    pool.schedule(() -> {}, 1, TimeUnit.HOURS);
    pool.schedule(isBlocked ? LockSupport::park : () -> {}, 0, TimeUnit.MILLISECONDS);
    pool.schedule(PooledWork::ready, 0, TimeUnit.MILLISECONDS);
    if (isBlocked) {
      ready();
    }
  }

  /** Code that may throw anything. */
  private interface Part {
    void run() throws Exception;
  }

  private static void start(Part part) {
    Thread thread =
        new Thread(
            () -> {
              try {
                part.run();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            },
            "main-too");
    thread.start();
  }

  /** Blocks threads that come while tasks wait. */
  private static void hold(BlockingQueue<Runnable> queue) throws InterruptedException {
    if (!queue.isEmpty()) {
      Thread.sleep(LATE_MS);
    }
  }

  private static final class HeldLinked extends LinkedBlockingQueue<Runnable> {
    @Override
    public Runnable take() throws InterruptedException {
      hold(this);
      return super.take();
    }
  }

  private static final class HeldArray extends ArrayBlockingQueue<Runnable> {
    HeldArray() {
      super(4);
    }

    @Override
    public Runnable take() throws InterruptedException {
      hold(this);
      return super.take();
    }
  }

  private static final class HeldDeque extends LinkedBlockingDeque<Runnable> {
    @Override
    public Runnable take() throws InterruptedException {
      hold(this);
      return super.take();
    }
  }

  private static ThreadPoolExecutor pool(String name, BlockingQueue<Runnable> queue) {
    AtomicInteger made = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            2,
            2,
            1,
            TimeUnit.MINUTES,
            queue,
            run -> new Thread(run, name + "-" + made.incrementAndGet()));
    pool.prestartAllCoreThreads();
    return pool;
  }

  private static void held(BlockingQueue<Runnable> queue, String name) throws Exception {
    ThreadPoolExecutor pool = pool(name, queue);
    ready();
    while (true) {
      List<Future<?>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Runnable task = () -> {};
        if (queue instanceof PriorityBlockingQueue) {
          pool.execute(task);
        } else {
          tasks.add(pool.submit(task));
        }
      }
      for (Future<?> task : tasks) {
        task.get();
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  /** A task is queued without waking a worker for it; one is woken later. */
  private static void forkJoin() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    pool.submit(() -> {}).get();
    ready();
    while (true) {
      ForkJoinTask<?> task = ForkJoinTask.adapt(() -> {});
      queue(pool, task);
      Thread.sleep(LATE_MS);
      wake(pool);
      task.join();
      Thread.sleep(PAUSE_MS);
    }
  }

  private static void wake(ForkJoinPool pool) throws Exception {
    if (Runtime.version().feature() >= 25) {
      pool.execute(() -> {});
      return;
    }
    // a worker that finds a queue with work wakes no other one
    Method signal = ForkJoinPool.class.getDeclaredMethod("signalWork");
    signal.setAccessible(true);
    signal.invoke(pool);
  }

  private static void queue(ForkJoinPool pool, ForkJoinTask<?> task) throws Exception {
    if (Runtime.version().feature() >= 19) {
      ForkJoinPool.class.getMethod("lazySubmit", ForkJoinTask.class).invoke(pool, task);
      return;
    }
    // the same as its own externalPush, except for the signal
    Method queues = ForkJoinPool.class.getDeclaredMethod("submissionQueue");
    queues.setAccessible(true);
    Object queue = queues.invoke(pool);
    Method push = queue.getClass().getDeclaredMethod("lockedPush", ForkJoinTask.class);
    push.setAccessible(true);
    push.invoke(queue, task);
  }

  /** All workers compute, and tasks wait all the time. */
  private static void busy() throws Exception {
    ThreadPoolExecutor pool = pool("busy", new LinkedBlockingQueue<>(64));
    ready();
    while (true) {
      if (pool.getQueue().remainingCapacity() > 0) {
        pool.execute(() -> compute(20_000_000));
      } else {
        Thread.sleep(1);
      }
    }
  }

  private static void compute(long steps) {
    long sum = 1;
    for (long i = 0; i < steps; i++) {
      sum = sum * 31 + i;
    }
    if (sum == 42) {
      System.out.println(sum);
    }
  }

  /** Workers without work, and threads that come and go. */
  private static void idle() throws Exception {
    pool("idle", new LinkedBlockingQueue<>());
    ready();
    while (true) {
      Thread thread = new Thread(() -> {}, "short");
      thread.start();
      thread.join();
      Thread.sleep(PAUSE_MS);
    }
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Short tasks, one after the other, in a fork/join pool with more threads than free CPUs. */
  private static void forked() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(4);
    List<ForkJoinTask<?>> first = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      first.add(pool.submit(() -> sleep(20)));
    }
    for (ForkJoinTask<?> task : first) {
      task.get();
    }
    ready();
    while (true) {
      for (int i = 0; i < 50; i++) {
        pool.submit(() -> {}).get();
      }
      Thread.sleep(1);
    }
  }

  /** Short tasks, one after the other, each taken at once; garbage is collected often. */
  private static void served() throws Exception {
    ThreadPoolExecutor pool = pool("served", new LinkedBlockingQueue<>());
    ready();
    List<byte[]> garbage = new ArrayList<>();
    while (true) {
      for (int i = 0; i < 100; i++) {
        pool.execute(() -> {});
        pool.submit(() -> {}).get();
        garbage.add(new byte[4096]);
      }
      garbage.clear();
      Thread.sleep(1);
    }
  }
}
