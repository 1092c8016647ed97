package dev.foliot.cli.live;

import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Traffic;
import dev.foliot.loadrun.LoadProgress;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.store.Redaction;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A running load test as far as it has come. Safe for any thread. */
public final class LiveState implements LoadProgress {
  /** Five minutes of two samples a second. */
  static final int MOST_POINTS = 600;

  private static final double SECOND_MS = 1e3;
  private static final double SECOND_NS = 1e9;
  private static final int LONGEST = 200;

  private final LoadTest test;
  private final boolean isElsewhere;
  private final Deque<LivePoint> points = new ArrayDeque<>();
  private final Map<String, Long> errors = new LinkedHashMap<>();
  private String stage = "starting";
  private int round = 1;
  private int played;
  private double beforeS;
  private double generatorCpus;
  private long answered;
  private long failed;
  private @Nullable LoadPlan plan;
  private @Nullable LiveSample last;

  /**
   * A test that was not begun.
   *
   * @param isElsewhere whether other processes play it
   */
  public LiveState(LoadTest test, boolean isElsewhere) {
    this.test = test;
    this.isElsewhere = isElsewhere;
  }

  /** What Ctrl-C does. */
  String atInterrupt() {
    return isElsewhere
        ? "Ctrl-C ends this view; the parts play on."
        : "Ctrl-C ends the load and keeps what was measured.";
  }

  @Override
  public synchronized void startsServer() {
    stage = "starting the server";
  }

  @Override
  public synchronized void starts(int number, LoadPlan next) {
    LiveSample before = last;
    beforeS += before == null ? 0 : before.atMs() / SECOND_MS;
    round = number;
    plan = next;
    played++;
    last = null;
    answered = 0;
    failed = 0;
    errors.clear();
    stage = "starting the load generator";
  }

  @Override
  public synchronized void generator(double cpus) {
    generatorCpus = cpus;
  }

  @Override
  public synchronized void sample(LiveSample sample) {
    LoadPlan now = plan;
    if (now == null) {
      return;
    }
    last = sample;
    answered += sample.counts().ok();
    failed += sample.counts().errors();
    sample.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
    LoadPhase phase = now.phases().get(sample.phase());
    stage =
        (test.rounds().all() > 1 ? test.rounds().name(round) + ", " : "")
            + Shown.text(phase.name(), LONGEST);
    double spanS = Math.max(1, sample.spanMs()) / SECOND_MS;
    if (points.size() == MOST_POINTS) {
      points.removeFirst();
    }
    points.addLast(
        new LivePoint(
            beforeS + sample.atMs() / SECOND_MS,
            phase.traffic() instanceof Traffic.Open open ? open.meanPerS() : 0,
            sample.counts().ok() / spanS,
            sample.counts().errors() / spanS,
            sample.times(),
            generatorCpus));
  }

  /** What is to be shown now. */
  public synchronized LiveView view() {
    LoadPlan now = plan;
    LiveSample sample = last;
    double elapsedS = sample == null ? 0 : sample.atMs() / SECOND_MS;
    double planS = now == null ? 0 : now.durationNs() / SECOND_NS;
    double leftS =
        now == null
            ? test.aboutNs() / SECOND_NS
            : Math.max(0, planS - elapsedS) + Math.max(0, test.plays() - played) * (planS + 1);
    Map<String, Long> sorted = new LinkedHashMap<>();
    errors.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return new LiveView(
        Shown.text(Redaction.text(test.name()), LONGEST),
        stage,
        elapsedS,
        leftS,
        now == null || sample == null ? "" : asked(now.phases().get(sample.phase())),
        new LoadInterval.Counts(
            answered + failed,
            answered,
            failed,
            sample == null ? 0 : sample.counts().inFlight(),
            sample == null ? 0 : sample.counts().connections()),
        sorted,
        List.copyOf(points));
  }

  private static String asked(LoadPhase phase) {
    return switch (phase.traffic()) {
      case Traffic.Open open ->
          Numbers.shortRate(open.meanPerS()) + (open.hasOwnRates() ? " on average" : "");
      case Traffic.Closed closed -> Numbers.count(closed.clients(), "client");
      case Traffic.Idle _ -> "nothing";
    };
  }
}
