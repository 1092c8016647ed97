package dev.foliot.loadrun;

import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPlan;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the figures of a running load to a receiver once a second, by OTLP/HTTP or Prometheus
 * remote write.
 *
 * <p>A thread of its own sends them. Nothing waits for the receiver: counts are sums from the start
 * on, so a push that fails is made up for by the next one. {@link #close} makes a last push, and
 * waits for at most a few seconds. Safe for any thread.
 */
public final class LivePush implements LoadProgress, AutoCloseable {
  private static final long EVERY_MS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int SUCCESS = 2;

  private final PushTarget target;
  private final PushForm form;
  private final InstantSource time;
  private final Consumer<String> complains;
  private final Duration patience;
  private final HttpClient client;
  private final Thread thread;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** What follows is guarded by this. */
  private final Map<PushForm.Series, Total> totals = new LinkedHashMap<>();

  private final List<PushForm.Gauges> over = new ArrayList<>();
  private int round = 1;
  private @Nullable LoadPlan plan;
  private PushForm.@Nullable Gauges gauges;
  private PushForm.@Nullable Gauges latest;
  private long pushes;
  private long failures;

  /** A sum, and how much of it the receiver knows. */
  private static final class Total {
    private final long sinceMs;
    private long count;
    private long known = -1;

    private Total(long sinceMs) {
      this.sinceMs = sinceMs;
    }
  }

  /**
   * Begins to send.
   *
   * @param complains receives a line for the user, on any thread: when the first push fails, and at
   *     the end how many did
   */
  public LivePush(
      PushTarget target, LoadTest test, InstantSource time, Consumer<String> complains) {
    this(target, test, time, complains, PATIENCE);
  }

  /**
   * The same.
   *
   * @param patience with the receiver, at each push
   */
  LivePush(
      PushTarget target,
      LoadTest test,
      InstantSource time,
      Consumer<String> complains,
      Duration patience) {
    this.target = target;
    this.form = target.form(test);
    this.time = time;
    this.complains = complains;
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(patience)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    this.thread = Thread.ofPlatform().daemon().name("foliot-push").start(this::pushOnAndOn);
  }

  @Override
  public synchronized void starts(int number, LoadPlan next) {
    round = number;
    plan = next;
  }

  @Override
  public synchronized void sample(LiveSample sample) {
    LoadPlan now = plan;
    if (now == null) {
      return;
    }
    String phase = now.phases().get(sample.phase()).name();
    PushForm.Series answered = new PushForm.Series(round, phase, "");
    add(answered, sample.counts().ok());
    sample.errors().forEach((kind, count) -> add(new PushForm.Series(round, phase, kind), count));
    PushForm.Gauges last = latest;
    if (last != null && !last.series().equals(answered)) {
      over.add(last);
    }
    PushForm.Gauges before = gauges;
    boolean isSame = before != null && before.series().equals(answered);
    gauges =
        new PushForm.Gauges(
            answered,
            sample,
            Math.max(
                sample.times().responseMaxNs(),
                isSame && before != null ? before.responseMaxNs() : 0),
            Math.max(
                sample.times().latenessMaxNs(), isSame && before != null ? before.lateMaxNs() : 0));
    latest = gauges;
  }

  private void add(PushForm.Series series, long count) {
    totals.computeIfAbsent(series, one -> new Total(time.millis())).count += count;
  }

  private void pushOnAndOn() {
    try {
      boolean isLast = false;
      while (!isLast) {
        isLast = ended.await(EVERY_MS, TimeUnit.MILLISECONDS);
        push(isLast);
      }
    } catch (InterruptedException e) {
      // the user waits for the end of the load
      return;
    }
  }

  private void push(boolean isLast) throws InterruptedException {
    PushForm.Figures figures;
    synchronized (this) {
      boolean hasNews = totals.values().stream().anyMatch(total -> total.count != total.known);
      if (totals.isEmpty() || !(hasNews || isLast)) {
        return;
      }
      List<PushForm.Sum> sums = new ArrayList<>();
      totals.forEach((series, total) ->
          sums.add(new PushForm.Sum(series, total.sinceMs, total.count, total.known)));
      figures = new PushForm.Figures(time.millis(), sums, isLast ? latest : gauges, over, isLast);
      gauges = null;
    }
    byte[] body = form.body(figures);
    if (body == null) {
      return;
    }
    String why = send(body);
    boolean isFirst;
    synchronized (this) {
      pushes++;
      if (why.isEmpty()) {
        figures
            .sums()
            .forEach(sum -> Objects.requireNonNull(totals.get(sum.series())).known = sum.count());
        over.removeAll(figures.over());
        return;
      }
      failures++;
      isFirst = failures == 1;
    }
    if (isFirst) {
      complains.accept(
          target.option()
              + ": "
              + target
              + " does not take the figures ("
              + why
              + "): the load goes on; see whether a receiver of "
              + form.label()
              + " runs there");
    }
  }

  /** Why a push failed; empty if it did not. */
  private String send(byte[] body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target.uri())
            .timeout(patience)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    form.headers().forEach(request::header);
    target.headers().forEach(request::setHeader);
    try {
      int status =
          client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      return status / 100 == SUCCESS
          ? ""
          : "it answers with status " + status + PushTarget.remedy(status);
    } catch (HttpTimeoutException e) {
      return "no answer within " + patience.toSeconds() + " s";
    } catch (ConnectException e) {
      return "no connection";
    } catch (IOException e) {
      return Shown.text(e.getMessage() == null ? "the connection broke" : e.getMessage());
    }
  }

  /** Makes a last push, and ends; says how many failed. */
  @Override
  public void close() {
    ended.countDown();
    try {
      if (!thread.join(patience.multipliedBy(3))) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    client.shutdownNow();
    long failed;
    long all;
    synchronized (this) {
      failed = failures;
      failures = 0;
      all = pushes;
    }
    if (failed > 0) {
      complains.accept(
          target.option() + ": " + failed + " of " + all + " pushes to " + target + " failed");
    }
  }
}
