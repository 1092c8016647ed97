package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Quantity;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyDecision;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pictures of a load that comes at once: who is up how soon, with how many threads, and why.
 */
final class RampPlots {
  private static final double NS_IN_MS = 1e6;
  private static final double NS_IN_S = 1e9;
  private static final double MOST_IDLE_S = 2;

  private final StudyView study;
  private final int step;
  private final String id;
  private final double fromS;
  private final double toS;

  /**
   * @param step index of the load
   */
  RampPlots(StudyView study, int step) {
    this.study = study;
    this.step = step;
    this.id = study.key() + "-ramp" + step;
    StudyStep load = study.step(step);
    this.fromS = -Math.min(MOST_IDLE_S, load.times().idleNs() / NS_IN_S);
    this.toS = load.times().durationNs() / NS_IN_S;
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    TimePlot throughput = lines("-rate", Quantity.RATE, this::throughput);
    possible(throughput);
    study.arms().forEach(arm -> reached(throughput, arm));
    if (!throughput.isEmpty()) {
      blocks.add(throughput.figure("Throughput from the moment the load came", throughputClaim()));
    }
    TimePlot threads =
        lines(
            "-threads",
            Quantity.COUNT,
            course -> Trace.ofThreads(course, one -> (double) one.threads()));
    study.arms().forEach(arm -> decided(threads, arm));
    if (!threads.isEmpty()) {
      blocks.add(
          threads.figure(
              "Threads of the arm",
              "As the service counts them; of virtual threads those that run a task. Ticks below:"
                  + " when the adaptive pool changed its size; the table has its reasons."));
    }
    TimePlot queue =
        lines(
            "-queue",
            Quantity.COUNT,
            course -> Trace.ofThreads(course, one -> (double) one.queued()));
    if (!queue.isEmpty()) {
      blocks.add(queue.figure("Tasks that wait for a thread", ""));
    }
    blocks.addAll(DecisionTable.blocks(study, step, id + "-decisions"));
    return blocks;
  }

  private TimePlot lines(String name, Quantity look, Function<StudyCourse, Trace> trace) {
    TimePlot plot = new TimePlot(id + name, study, fromS, toS, look).wide();
    if (fromS < 0) {
      plot.mark(0, "the load comes");
    }
    for (ArmView arm : study.arms()) {
      StudyPoint typical = study.typical(arm, step);
      for (StudyPoint point : study.points(arm, step)) {
        Trace course = trace.apply(study.course(point));
        if (typical != null && typical.fork() == point.fork()) {
          plot.typical(arm, "", course);
        } else {
          plot.other(arm, point, course);
        }
      }
    }
    return plot;
  }

  /** Answers of a constant delay come in waves, so it is taken over two of them. */
  private Trace throughput(StudyCourse course) {
    return Trace.throughput(course, windowMs(), toS * 1e3);
  }

  /** Clients that wait for one delay each can ask for so much and no more. */
  private void possible(TimePlot plot) {
    StudyStep load = study.step(step);
    Integer clients = load.load().clients();
    Long delayNs = load.varied().delayNs();
    if (clients != null && delayNs != null && delayNs > 0) {
      double perS = clients * NS_IN_S / delayNs;
      plot.level(perS, "possible: " + Units.shortRate(perS));
    }
  }

  private double windowMs() {
    Long delayNs = study.step(step).varied().delayNs();
    return delayNs == null ? 0 : 2 * delayNs / NS_IN_MS;
  }

  private String throughputClaim() {
    String window =
        windowMs() > 0
            ? "Each point is the throughput over the "
                + Units.shortDuration(windowMs() * NS_IN_MS)
                + " around it, two delays of the remote system. "
            : "";
    return window
        + "Thick lines: the fork of each arm with the median throughput. Thin lines: the others,"
        + " dotted where SUSPECT, red where INVALID. Ticks below: when a fork reaches full"
        + " throughput, one level for all arms.";
  }

  private void reached(TimePlot plot, ArmView arm) {
    List<TimePlot.Mark> ticks = new ArrayList<>();
    for (StudyPoint point : study.points(arm, step)) {
      Double ns = StudyMeasure.TO_FULL.of().apply(point);
      if (ns != null && StudyView.counts(point)) {
        ticks.add(
            new TimePlot.Mark(ns / NS_IN_S, "fork " + point.fork() + ": " + Units.duration(ns)));
      }
    }
    ForkSpread spread = study.spread(arm, step, StudyMeasure.TO_FULL);
    long counting = study.points(arm, step).stream().filter(StudyView::counts).count();
    String text =
        arm.atLine()
            + ": "
            + (spread == null
                ? counting == 0
                    ? "no valid fork"
                    : "not at full throughput, in " + counting + " of " + counting + " forks"
                : "full after "
                    + Units.shortDuration(spread.median())
                    + (spread.forks() < counting
                        ? ", in " + spread.forks() + " of " + counting + " forks"
                        : ""));
    plot.rail(arm, text, ticks);
  }

  private void decided(TimePlot plot, ArmView arm) {
    StudyPoint typical = study.typical(arm, step);
    List<StudyDecision> decisions = decisions(study, typical);
    if (typical != null && !decisions.isEmpty()) {
      List<TimePlot.Mark> ticks =
          decisions.stream()
              .filter(one -> one.atMs() / 1e3 >= fromS && one.atMs() / 1e3 <= toS)
              .map(one ->
                  new TimePlot.Mark(
                      one.atMs() / 1e3,
                      Units.shortSeconds(one.atMs() / 1e3)
                          + ": "
                          + one.from()
                          + " → "
                          + one.to()
                          + ", "
                          + Foreign.text(one.reason(), 160)))
              .toList();
      String text =
          arm.atLine() + ", fork " + typical.fork() + ": " + Units.count(ticks.size(), "decision");
      plot.rail(arm, text, ticks);
    }
  }

  /** What the pool decided in a fork. */
  static List<StudyDecision> decisions(StudyView study, @Nullable StudyPoint point) {
    return point == null ? List.of() : study.course(point).decisions();
  }
}
