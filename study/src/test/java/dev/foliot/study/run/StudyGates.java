package dev.foliot.study.run;

import dev.foliot.judgement.compare.Pairs;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.study.Metric;
import dev.foliot.study.CellOrder;
import dev.foliot.study.Study;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.answer.StudyPairs;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Many studies in pairs, of made-up forks: played in the order of the product's cells, judged by
 * its code, which looks after each pair.
 *
 * <p>The main method prints the table of docs/evidence/pairs.md: first studies whose arms are
 * equal, then a fifth as many with a planted difference.
 *
 * <pre>mvn -B -q test-compile -pl study -am
 * java -cp ... dev.foliot.study.run.StudyGates [STUDIES]</pre>
 */
final class StudyGates {
  static final double DETECT = 1.05;
  private static final long BUDGET_NS = 3_600_000_000_000L;
  private static final double USUAL_PER_S = 1_000;
  private static final double USUAL_S = 0.5;

  /** What disturbs the forks, beside a normal distribution of the logs of their figures. */
  enum Noise {
    EVEN,
    /** The machine becomes 15 % slower in the course of the study, and wanders. */
    DRIFT,
    /** One fork in twenty is two to twenty times slower; half of these are INVALID. */
    WILD,
    /** One fork in three is 1.3 times slower, as with two ways to compile. */
    TWO_SPEEDS,
    /** All of these. */
    ALL;

    boolean has(Noise other) {
      return this == other || this == ALL;
    }
  }

  /**
   * What is simulated.
   *
   * @param study whose main figure decides
   * @param loads how many it has
   * @param deviation of the logs of a figure from fork to fork
   * @param ratio by how much the second arm is worse
   * @param affected under how many of the loads
   */
  record Setting(
      Study study, int loads, Noise noise, double deviation, double ratio, int affected) {}

  /** The forks of one study, in the order in which they are played. */
  private static final class Forks {
    private final Setting setting;
    private final int all;
    private final SplittableRandom random;
    private double wander;
    private int played;
    private boolean isInvalid;

    Forks(Setting setting, int all, SplittableRandom random) {
      this.setting = setting;
      this.all = all;
      this.random = random;
    }

    /** How many times slower the next one is than a usual one. */
    double next() {
      double log = setting.deviation * random.nextGaussian();
      isInvalid = false;
      if (setting.noise.has(Noise.DRIFT)) {
        wander = 0.95 * wander + 0.5 * setting.deviation * random.nextGaussian();
        log += wander + played * Math.log(1.15) / all;
      }
      if (setting.noise.has(Noise.WILD) && random.nextInt(20) == 0) {
        log += Math.log(random.nextDouble(2, 20));
        isInvalid = random.nextBoolean();
      }
      if (setting.noise.has(Noise.TWO_SPEEDS) && random.nextInt(3) == 0) {
        log += Math.log(1.3);
      }
      played++;
      return Math.exp(log);
    }
  }

  /** Counts of what many studies said. */
  static final class Tally {
    private final Map<ComparisonVerdict, Integer> verdicts = new EnumMap<>(ComparisonVerdict.class);
    private final List<Integer> pairs = new ArrayList<>();
    private final List<Double> hidden = new ArrayList<>();

    void add(Pairs result) {
      verdicts.merge(result.verdict(), 1, Integer::sum);
      // the study would end with the first figure that is worse, or with the last one
      pairs.add(
          result.results().stream()
              .mapToInt(one -> one.pairs())
              .reduce(result.verdict() == ComparisonVerdict.WORSE ? Math::min : Math::max)
              .orElse(0));
      hidden.add(result.results().stream().mapToDouble(one -> one.mayHide()).max().orElse(0));
    }

    int of(ComparisonVerdict verdict) {
      return verdicts.getOrDefault(verdict, 0);
    }

    double share(ComparisonVerdict verdict) {
      return (double) of(verdict) / pairs.size();
    }

    int pairs(double share) {
      int[] sorted = pairs.stream().mapToInt(Integer::intValue).sorted().toArray();
      return sorted[(int) (share * (sorted.length - 1))];
    }

    double hidden() {
      double[] sorted = hidden.stream().mapToDouble(Double::doubleValue).toArray();
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
    }
  }

  private StudyGates() {}

  /** Studies of at most so many pairs. */
  static Tally of(int studies, int most, Setting setting, long seed) {
    StudyPlan usual =
        StudyPlans.plan(setting.study, StudyForm.TEST, 3, "virtual", "adaptive")
            .inPairs(DETECT, BUDGET_NS, null);
    StudyPlan plan = usual.withSteps(Collections.nCopies(setting.loads, usual.steps().getFirst()));
    SplittableRandom seeds = new SplittableRandom(seed);
    Tally tally = new Tally();
    for (int study = 0; study < studies; study++) {
      tally.add(played(plan, most, setting, seeds.split()));
    }
    return tally;
  }

  /** All pairs at once: what is decided stays so, as if it had ended there. */
  private static Pairs played(StudyPlan plan, int most, Setting setting, SplittableRandom random) {
    Forks forks =
        new Forks(setting, most * plan.arms().size() * plan.steps().size(), random.split());
    StudyPoints points = new StudyPoints();
    for (int pair = 0; pair < most; pair++) {
      for (List<Cell> cells : CellOrder.pair(plan, pair, random)) {
        for (Cell cell : cells) {
          boolean isWorse = cell.arm() == 1 && cell.step() >= setting.loads - setting.affected;
          add(points, setting, plan, cell, forks.next() * (isWorse ? setting.ratio : 1), forks);
        }
      }
    }
    return StudyPairs.of(
            StudyPlans.figures(plan, points.all(), Map.of()), setting.study.mainFigure())
        .orElseThrow()
        .pairs();
  }

  private static void add(
      StudyPoints points, Setting setting, StudyPlan plan, Cell cell, double times, Forks forks) {
    String arm = plan.arms().get(cell.arm()).name();
    Verdict verdict = forks.isInvalid ? Verdict.INVALID : Verdict.VALID;
    boolean isRamp = setting.study.mainFigure().orElseThrow().metric().equals(Metric.TIME_TO_FULL);
    points.add(
        arm,
        cell.step(),
        USUAL_PER_S / times,
        isRamp ? Map.of(Metric.PLATEAU, 100.0, Metric.TIME_TO_FULL, USUAL_S * times) : Map.of(),
        verdict);
  }

  /** Prints the table. */
  public static void main(String[] arguments) {
    int studies = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    System.out.println(
        "| study | loads | forks | sd | ratio | worse | better | same | pairs, median and 90 % |"
            + " may hide |");
    System.out.println("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|");
    for (boolean isPlanted : new boolean[] {false, true}) {
      for (Study study : new Study[] {new Throughput(), new RampUp()}) {
        for (int loads : study instanceof RampUp ? new int[] {1} : new int[] {1, 3}) {
          for (Noise noise : Noise.values()) {
            for (double deviation : new double[] {0.03, 0.1, 0.3}) {
              if (isPlanted) {
                int some = Math.max(1, studies / 5);
                print(some, new Setting(study, loads, noise, deviation, 1.05, loads));
                print(some, new Setting(study, loads, noise, deviation, 1.3, 1));
              } else {
                print(studies, new Setting(study, loads, noise, deviation, 1, loads));
              }
            }
          }
        }
      }
    }
  }

  private static void print(int studies, Setting setting) {
    Tally tally = of(studies, 60, setting, 1);
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %s | %.2f | %.2f%s | %.1f %% | %.1f %% | %.1f %% | %d, %d | %.2f |%n",
        setting.study.label(),
        setting.loads,
        setting.noise.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        setting.deviation,
        setting.ratio,
        setting.affected < setting.loads ? " at one" : "",
        100 * tally.share(ComparisonVerdict.WORSE),
        100 * tally.share(ComparisonVerdict.BETTER),
        100 * tally.share(ComparisonVerdict.SAME),
        tally.pairs(0.5),
        tally.pairs(0.9),
        tally.hidden());
  }
}
