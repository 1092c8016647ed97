package dev.foliot.cli.load;

import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Traffic;
import dev.foliot.loadrun.LoadProgress;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.store.ForkRecord;
import dev.foliot.text.Numbers;
import org.jspecify.annotations.Nullable;

/** One line on the terminal that says what a load does now, and how long it will take. */
final class LoadProgressLine implements LoadProgress, AutoCloseable {
  private static final double SECOND_MS = 1_000;
  private static final double SECOND_NS = 1e9;

  private final LoadTest test;
  private final ProgressLine line;
  private boolean isStarting;
  private int round;
  private int played;
  private int ended;
  private @Nullable LoadPlan plan;
  private @Nullable LiveSample last;
  private long failed;

  LoadProgressLine(Console console, LoadTest test) {
    this.test = test;
    this.line = new ProgressLine(console, this::text);
  }

  @Override
  public synchronized void startsServer() {
    isStarting = true;
  }

  @Override
  public synchronized void starts(int number, LoadPlan next) {
    isStarting = false;
    round = number;
    plan = next;
    played++;
    last = null;
    failed = 0;
  }

  @Override
  public synchronized void sample(LiveSample sample) {
    last = sample;
    failed += sample.counts().errors();
  }

  @Override
  public synchronized void ended(ForkRecord fork) {
    ended++;
    line.ended("phase " + ended, fork.validity());
  }

  /** Says something in a line that stays. */
  void say(String complaint) {
    line.say(complaint);
  }

  private synchronized String text() {
    LoadPlan now = plan;
    LiveSample sample = last;
    if (isStarting) {
      return "starting the server";
    }
    if (now == null || sample == null) {
      return "starting the load generator";
    }
    LoadPhase phase = now.phases().get(sample.phase());
    String asked =
        phase.traffic() instanceof Traffic.Open open
            ? Numbers.shortRate(open.meanPerS())
                + (now.sequences().isEmpty() ? " asked, " : " users asked, ")
            : "";
    double leftS =
        Math.max(0, now.durationNs() / SECOND_NS - sample.atMs() / SECOND_MS)
            + (test.plays() - played) * (now.durationNs() / SECOND_NS + 1);
    return (test.rounds().all() > 1 ? test.rounds().name(round) + ", " : "")
        + (phase.isMeasured() ? "" : phase.name() + ", ")
        + asked
        + Numbers.shortRate(
            Math.rint(sample.counts().ok() * SECOND_MS / Math.max(1, sample.spanMs())))
        + (now.sequences().isEmpty() ? " done, p50 " : " requests done, p50 ")
        + Numbers.shortDuration((double) sample.times().responseP50Ns())
        + ", p99 "
        + Numbers.shortDuration((double) sample.times().responseP99Ns())
        + (failed == 0 ? "" : ", " + Numbers.count(failed) + " failed")
        + "; "
        + Math.round(leftS)
        + " s left";
  }

  @Override
  public void close() {
    line.close();
  }
}
