package dev.foliot.bench;

import dev.foliot.bench.cpus.StartCpus;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * Lets an executor do the work. Each slot of the ring has one reusable job, and only the executor
 * itself allocates.
 */
final class ExecutorDispatcher implements Dispatcher {
  static final String WORKER_NAME = "foliot-worker-";
  private static final long CLOSE_WAIT_S = 1;

  private final MessageRing ring;
  private final ExecutorService executor;
  private final Job[] jobs;

  private ExecutorDispatcher(MessageRing ring, Worker worker, ExecutorService executor) {
    this.ring = ring;
    this.executor = executor;
    this.jobs = new Job[ring.slots()];
    for (int i = 0; i < jobs.length; i++) {
      jobs[i] = new Job(worker);
    }
  }

  static ExecutorDispatcher threads(MessageRing ring, Worker worker, int count) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            count,
            count,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(ring.slots()),
            named(StartCpus::thread));
    // here, since later JDKs do not ask a thread to start
    StartCpus.call(pool::prestartAllCoreThreads);
    return new ExecutorDispatcher(ring, worker, pool);
  }

  private static ThreadFactory named(BiFunction<Runnable, String, Thread> threads) {
    AtomicInteger number = new AtomicInteger();
    return body -> threads.apply(body, WORKER_NAME + number.getAndIncrement());
  }

  /** For a pool that starts threads while it is measured, which then costs no more than usual. */
  private static Thread daemon(Runnable body, String name) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    return thread;
  }

  static ExecutorDispatcher adaptive(MessageRing ring, Worker worker) {
    return new ExecutorDispatcher(
        ring, worker, AdaptivePools.platform(loader(), named(ExecutorDispatcher::daemon)));
  }

  static ExecutorDispatcher adaptiveVirtual(MessageRing ring, Worker worker) {
    return new ExecutorDispatcher(ring, worker, AdaptivePools.virtual(loader()));
  }

  private static ClassLoader loader() {
    return ExecutorDispatcher.class.getClassLoader();
  }

  static ExecutorDispatcher virtual(MessageRing ring, Worker worker) {
    return new ExecutorDispatcher(ring, worker, VirtualThreads.newExecutor());
  }

  @Override
  public void dispatch(long id) {
    Job job = jobs[ring.slotOf(id)];
    job.id = id;
    executor.execute(job);
  }

  @Override
  public void close() {
    executor.shutdownNow();
    try {
      executor.awaitTermination(CLOSE_WAIT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Job implements Runnable {
    private final Worker worker;

    /** Written before the executor gets the job, which makes it visible to the worker. */
    private long id;

    Job(Worker worker) {
      this.worker = worker;
    }

    @Override
    public void run() {
      worker.workHere(id);
    }
  }
}
