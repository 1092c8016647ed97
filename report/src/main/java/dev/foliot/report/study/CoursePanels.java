package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Quantity;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Small panels of a load against time: what was waited for, and what the service did meanwhile. A
 * line for each arm, of the fork with the median throughput.
 */
final class CoursePanels {
  private static final double NS_IN_S = 1e9;
  private static final double MOST_IDLE_S = 2;
  private static final int MOST_FOLDED = 3;
  private static final int STRETCHES = 50;

  private final StudyView study;

  CoursePanels(StudyView study) {
    this.study = study;
  }

  /**
   * The busiest load open.
   *
   * @param others whether some others are there too, folded
   */
  List<Block> blocks(boolean others) {
    int busiest = study.busiest();
    List<Block> blocks = new ArrayList<>(row(busiest));
    int more = others ? 0 : MOST_FOLDED;
    for (int step = 0; step < study.study().steps().size(); step++) {
      if (step != busiest && more < MOST_FOLDED) {
        List<Block> folded = row(step);
        if (!folded.isEmpty()) {
          blocks.add(new Block.Folded("Over time: " + study.stepName(step), folded));
          more++;
        }
      }
    }
    return blocks;
  }

  private List<Block> row(int step) {
    List<Block.Figure> figures = new Panels(step).figures();
    if (figures.isEmpty()) {
      return List.of();
    }
    String claim =
        "Of each arm the fork with the median throughput. Times count from the start of the"
            + " measured load.";
    return List.of(
        new Block.Row("Over time: " + study.stepName(step), claim, figures, study.legend()));
  }

  /** Those of one load. */
  private final class Panels {
    private final int step;
    private final double fromS;
    private final double toS;
    private final List<Block.Figure> figures = new ArrayList<>();

    Panels(int step) {
      this.step = step;
      StudyStep load = study.step(step);
      this.fromS = -Math.min(MOST_IDLE_S, load.times().idleNs() / NS_IN_S);
      this.toS = load.times().durationNs() / NS_IN_S;
    }

    List<Block.Figure> figures() {
      panel(
          new Panel("response", "Response time: p50, dashed p99", Quantity.DURATION, true),
          new Part(
              "p50",
              course -> Trace.ofIntervals(course, one -> number(one.times().responseP50Ns()))),
          new Part(
              "p99",
              course -> Trace.ofIntervals(course, one -> number(one.times().responseP99Ns()))));
      panel(
          new Panel("errors", "Failed requests in each interval", Quantity.COUNT),
          new Part(
              "", course -> Trace.ofIntervals(course, one -> (double) one.requests().errors())));
      panel(
          new Panel("cpu", "CPU: user, dashed system", Quantity.CORES),
          new Part("user", course -> perSecond(course, one -> one.sums().cpuUserNs() / NS_IN_S)),
          new Part(
              "system", course -> perSecond(course, one -> one.sums().cpuSystemNs() / NS_IN_S)));
      panel(
          new Panel("cpu-each", "CPU time per " + unit(), Quantity.DURATION),
          new Part("", course -> Trace.cpuPerRequest(course, fromS * 1e3, leastMs())));
      panel(
          new Panel("switches", "Context switches: voluntary, dashed involuntary", Quantity.RATE),
          new Part("voluntary", course -> perSecond(course, one -> one.sums().voluntarySwitches())),
          new Part(
              "involuntary", course -> perSecond(course, one -> one.sums().involuntarySwitches())));
      panel(
          new Panel("runqueue", "Threads that were ready and waited for a CPU", Quantity.COUNT),
          new Part("", course -> perSecond(course, CoursePanels::waited)));
      panel(
          new Panel(
              "platform", "Platform threads, dashed carriers of virtual ones", Quantity.COUNT),
          new Part("threads", course -> Trace.ofSamples(course, StudySample::threads)),
          new Part("carriers", course -> Trace.ofSamples(course, one -> one.now().carriers())));
      panel(
          new Panel("rss", "RSS", Quantity.BYTES),
          new Part("", course -> Trace.ofSamples(course, one -> (double) one.rssBytes())));
      PauseTrace pauses = new PauseTrace(fromS, toS);
      panel(
          new Panel(
              "pauses",
              "Collections: stopped per second, dashed the most by one",
              Quantity.DURATION),
          new Part("per second", pauses::perSecond),
          new Part("by one", pauses::most));
      PinnedTrace virtual = new PinnedTrace(fromS, toS);
      panel(
          new Panel(
              "pinned",
              "Virtual threads: pinned for over 1 ms, dashed not scheduled",
              Quantity.RATE),
          new Part("pinned", virtual::pinned),
          new Part("not scheduled", virtual::notScheduled));
      panel(
          new Panel("blocked", "Carriers that pinned virtual threads blocked", Quantity.COUNT),
          new Part("", virtual::carriers));
      return figures;
    }

    /** What is answered, in a word. */
    private String unit() {
      return study.step(step).varied().taskNs() == null ? "request" : "task";
    }

    private double leastMs() {
      return (toS - fromS) * 1e3 / STRETCHES;
    }

    private Trace perSecond(StudyCourse course, ToDoubleFunction<StudySample> sum) {
      return Trace.perSecond(course, leastMs(), sum);
    }

    private void panel(Panel panel, Part... parts) {
      String id = study.key() + "-" + panel.name + "-" + step;
      TimePlot plot = new TimePlot(id, study, fromS, toS, panel.look);
      for (ArmView arm : study.arms()) {
        StudyPoint typical = study.typical(arm, step);
        if (typical != null) {
          StudyCourse course = study.course(typical);
          plot.typical(arm, parts[0].name, parts[0].of.apply(course));
          if (parts.length > 1) {
            plot.second(arm, parts[1].name, parts[1].of.apply(course));
          }
        }
      }
      for (StudyMark mark : study.step(step).marks()) {
        plot.mark(mark.atMs() / 1e3, Foreign.text(mark.label(), 30));
      }
      if (!plot.isEmpty()) {
        figures.add((panel.logarithmic ? plot.logarithmic() : plot).figure(panel.title, ""));
      }
    }
  }

  private record Panel(String name, String title, Quantity look, boolean logarithmic) {
    Panel(String name, String title, Quantity look) {
      this(name, title, look, false);
    }
  }

  private record Part(String name, Function<StudyCourse, Trace> of) {}

  private static @Nullable Double number(@Nullable Long number) {
    return number == null ? null : (Double) number.doubleValue();
  }

  private static double waited(StudySample sample) {
    Long ns = sample.sums().runQueueWaitNs();
    return ns == null ? Double.NaN : ns / NS_IN_S;
  }
}
