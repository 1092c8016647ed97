package dev.foliot.study.watch;

import dev.foliot.bench.NanoClock;
import dev.foliot.store.study.StudyDecision;
import dev.foliot.store.study.StudyThreads;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Polls a service for its threads' activity and its pool's decisions. One thread of this JVM polls;
 * {@link #stop} by the thread that started it.
 */
public final class ThreadsWatch implements AutoCloseable {
  private static final int LONGEST_REASON = 500;
  private static final int MOST_SAMPLES = 50_000;

  private final Source source;
  private final long periodNs;
  private final NanoClock clock;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<Sample> samples = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final Thread thread;
  private long after;
  private @Nullable Reason trouble;

  /** The source of the answers. */
  private interface Source {
    JsonNode get(String path) throws IOException, InterruptedException;
  }

  /** By the monotonic clock. */
  private record Sample(
      long nanoTime,
      boolean sized,
      long size,
      long threads,
      long running,
      long queued,
      long completed,
      long rejected) {}

  /** By the wall clock, as reported by the service. */
  private record Change(long epochMs, long number, long from, long to, String reason) {}

  private ThreadsWatch(Source source, long periodNs, NanoClock clock) {
    this.source = source;
    this.periodNs = periodNs;
    this.clock = clock;
    this.thread = Thread.ofPlatform().daemon().name("foliot-threads").unstarted(this::askAll);
  }

  /** Begins to poll. */
  public static ThreadsWatch start(Replies replies, int port, long periodNs, NanoClock clock) {
    ThreadsWatch watch = new ThreadsWatch(path -> replies.get(port, path), periodNs, clock);
    watch.thread.start();
    return watch;
  }

  /** A watch without requests for the service. */
  public static ThreadsWatch notAsked() {
    return new ThreadsWatch(
        path -> {
          throw new IOException("a service that is not asked");
        },
        0,
        NanoClock.system());
  }

  /** A watch of a service that does not report its threads. */
  public static ThreadsWatch none() {
    ThreadsWatch watch = notAsked();
    watch.trouble = new StudyReason.NoThreadStatistics();
    return watch;
  }

  private void askAll() {
    try {
      do {
        ask();
      } while (!stopped.await(periodNs, TimeUnit.NANOSECONDS) && samples.size() < MOST_SAMPLES);
      ask();
    } catch (InterruptedException e) {
      // this thread is interrupted only at the end
      Thread.currentThread().interrupt();
    }
  }

  private void ask() throws InterruptedException {
    try {
      long before = clock.nanoTime();
      JsonNode now = source.get("/threads?after=" + after);
      samples.add(sample(before + (clock.nanoTime() - before) / 2, now));
      for (JsonNode resize : now.path("resizes")) {
        after = Math.max(after, resize.path("number").asLong(0));
        changes.add(
            new Change(
                Instant.parse(resize.path("time").asString("")).toEpochMilli(),
                resize.path("number").asLong(0),
                resize.path("from").asLong(0),
                resize.path("to").asLong(0),
                shortened(resize.path("reason").asString(""))));
      }
    } catch (IOException | DateTimeException e) {
      trouble = new StudyReason.ThreadsUnread(String.valueOf(e.getMessage()));
    }
  }

  private static Sample sample(long nanoTime, JsonNode now) {
    return new Sample(
        nanoTime,
        now.path("size").isNumber(),
        now.path("size").asLong(0),
        now.path("threads").asLong(0),
        now.path("running").asLong(0),
        now.path("queued").asLong(0),
        now.path("completed").asLong(0),
        now.path("rejected").asLong(0));
  }

  private static String shortened(String reason) {
    return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
  }

  /** Polls once more, and ends. */
  void stop() throws InterruptedException {
    stopped.countDown();
    thread.join();
  }

  /** Its samples, in milliseconds from a moment of the monotonic clock. */
  public List<StudyThreads> samples(long zeroNanoTime) {
    return samples.stream()
        .map(sample ->
            new StudyThreads(
                (sample.nanoTime - zeroNanoTime) / 1e6,
                sample.sized ? sample.size : null,
                sample.threads,
                sample.running,
                sample.queued,
                sample.completed,
                sample.rejected))
        .toList();
  }

  /** The pool's decisions, in milliseconds from a moment of the wall clock. */
  public List<StudyDecision> decisions(long zeroEpochMs) {
    return changes.stream()
        .map(change ->
            new StudyDecision(
                change.epochMs - zeroEpochMs, change.number, change.from, change.to, change.reason))
        .toList();
  }

  /** Why some of it is missing; empty if complete. */
  public List<Reason> unavailable() {
    Reason why = trouble;
    return why == null ? List.of() : List.of(why);
  }

  @Override
  public void close() {
    stopped.countDown();
  }
}
