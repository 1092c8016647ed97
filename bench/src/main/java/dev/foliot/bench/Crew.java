package dev.foliot.bench;

import dev.foliot.bench.cpus.StartCpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** The threads of the producers, kept for all loads. */
final class Crew implements AutoCloseable {
  static final String THREAD_NAME = "foliot-pacer-";

  /** No id of a thread is known. */
  static final long NO_ID = -1;

  private static final long LOOK_MS = 250;
  private static final int LOOKS_AFTER_STOP = 8;
  private static final int FRAMES_SHOWN = 12;

  private final int size;
  private final Stop stop;
  private final long timeoutNs;
  private final ExecutorService threads;
  private final List<Thread> pacers = new ArrayList<>();

  private Crew(Stop stop, long timeoutNs) {
    this.size = 1;
    this.stop = stop;
    this.timeoutNs = timeoutNs;
    this.threads = new CallerThread();
  }

  /** One producer, which is the thread that calls the methods of the crew. */
  static Crew ofCaller(Stop stop, long timeoutNs) {
    return new Crew(stop, timeoutNs);
  }

  Crew(int size, Stop stop, long timeoutNs) {
    this.size = size;
    this.stop = stop;
    this.timeoutNs = timeoutNs;
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            runnable -> {
              Thread thread = StartCpus.thread(runnable, THREAD_NAME + number.getAndIncrement());
              pacers.add(thread);
              return thread;
            });
    // here, since later JDKs do not ask a thread to start
    StartCpus.call(pool::prestartAllCoreThreads);
    this.threads = pool;
  }

  /** Starts the threads and reports their ids to the listener. */
  void start(BenchListener listener) {
    CountDownLatch all = new CountDownLatch(size);
    List<Future<Long>> ids = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      ids.add(
          threads.submit(() -> {
            all.countDown();
            all.await();
            return osThreadId();
          }));
    }
    for (int i = 0; i < ids.size(); i++) {
      long id = result(ids.get(i));
      if (id != NO_ID) {
        listener.thread("producer " + i, id);
      }
    }
  }

  /** The kernel's id of the calling platform thread on Linux, else {@link #NO_ID}. */
  static long osThreadId() {
    try {
      Path link = Files.readSymbolicLink(Path.of("/proc/thread-self"));
      return Long.parseLong(String.valueOf(link.getFileName()));
    } catch (IOException | RuntimeException e) {
      return NO_ID;
    }
  }

  /** Plays a load, one producer for each thread, and waits for its end. */
  Load play(long firstId, long startNs, List<Producer> producers) {
    CountDownLatch ended = new CountDownLatch(size);
    List<Future<Producer.Outcome>> outcomes = new ArrayList<>();
    try (Watchdog watchdog = new Watchdog(producers, stop, timeoutNs)) {
      watchdog.start();
      for (Producer producer : producers) {
        outcomes.add(
            threads.submit(() -> {
              try {
                return producer.play();
              } finally {
                ended.countDown();
              }
            }));
      }
      await(ended);
    }
    return new Load(
        outcomes.stream().map(Crew::result).toList(),
        firstId,
        startNs,
        0,
        Measurement.JvmWork.NONE,
        0);
  }

  private void await(CountDownLatch ended) {
    int looks = 0;
    try {
      while (!ended.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
        if (stop.isAsked() && ++looks > LOOKS_AFTER_STOP) {
          throwIfInsideTask();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailedException("interrupted", e);
    }
  }

  /** Gives up on a producer that does not return from the task; the message names its place. */
  private void throwIfInsideTask() {
    for (Thread thread : pacers) {
      StackTraceElement[] frames = thread.getStackTrace();
      if (Arrays.stream(frames).anyMatch(f -> f.getClassName().equals(Worker.class.getName()))) {
        Throwable where = new Throwable("where the producer is");
        where.setStackTrace(frames);
        String path =
            Arrays.stream(frames)
                .limit(FRAMES_SHOWN)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        throw new BenchFailedException(stop.reason() + "; it is still in " + path, where, true);
      }
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailedException("interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new BenchFailedException(
          "the harness failed: " + Faults.describe(cause == null ? e : cause), cause);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** Runs everything at once, in the thread that hands it over. */
  private static final class CallerThread extends AbstractExecutorService {
    private volatile boolean shut;

    @Override
    public void execute(Runnable command) {
      command.run();
    }

    @Override
    public void shutdown() {
      shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      shut = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return shut;
    }

    @Override
    public boolean isTerminated() {
      return shut;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return shut;
    }
  }
}
