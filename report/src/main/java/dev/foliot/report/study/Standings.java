package dev.foliot.report.study;

import dev.foliot.report.page.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How some arms of a study stand to the best of them in one figure under one load. The best has the
 * best median; whether another is really behind it, its interval says. Immutable.
 */
final class Standings {
  private final StudyMeasure measure;
  private final Map<ArmView, List<Double>> values = new LinkedHashMap<>();
  private final List<ArmView> ranked;

  private Standings(StudyView study, List<ArmView> arms, int step, StudyMeasure measure) {
    this.measure = measure;
    for (ArmView arm : arms) {
      List<Double> forks = study.values(arm, step, measure);
      if (!forks.isEmpty()) {
        values.put(arm, forks);
      }
    }
    Comparator<ArmView> byMedian = Comparator.comparingDouble(this::median);
    this.ranked =
        values.keySet().stream().sorted(lowIsGood() ? byMedian : byMedian.reversed()).toList();
  }

  /** Of the forks that count; arms without any are left out. */
  static Standings of(StudyView study, List<ArmView> arms, int step, StudyMeasure measure) {
    return new Standings(study, arms, step, measure);
  }

  private boolean lowIsGood() {
    return measure.good() == StudyMeasure.Good.LOW;
  }

  boolean isEmpty() {
    return ranked.isEmpty();
  }

  /** The arms, the best median first. */
  List<ArmView> ranked() {
    return ranked;
  }

  ArmView best() {
    return ranked.getFirst();
  }

  double median(ArmView arm) {
    return ForkSpread.medianOf(of(arm));
  }

  List<Double> of(ArmView arm) {
    return values.getOrDefault(arm, List.of());
  }

  /** How many times the best an arm is. */
  Ratio beside(ArmView arm) {
    return Ratio.of(of(arm), of(best()));
  }

  /** Those that are behind the best by more than the margin, with confidence. */
  List<ArmView> behind() {
    return others(Ratio::isApart);
  }

  private List<ArmView> alike() {
    return others(Ratio::isAlike);
  }

  /** Those of which the forks do not tell whether they are behind. */
  List<ArmView> open() {
    return others(ratio -> ratio.isBounded() && !ratio.isApart() && !ratio.isAlike());
  }

  /** Those of which, or of the best, there are too few forks to tell anything. */
  List<ArmView> tooFew() {
    return others(ratio -> !ratio.isBounded());
  }

  private List<ArmView> others(Predicate<Ratio> which) {
    return ranked.stream().skip(1).filter(arm -> which.test(beside(arm))).toList();
  }

  /** Whether there is more than one arm, and nothing about any pair with the best is known. */
  boolean isUnknown() {
    return ranked.size() > 1 && tooFew().size() == ranked.size() - 1;
  }

  /** A value as a person reads it, in a text and not in a table. */
  String shown(double value) {
    return measure.shown(value).replace('\u00a0', ' ');
  }

  private String shown(ArmView arm) {
    return shown(median(arm));
  }

  /** By the names of the arms, for a row: who is where beside the best. */
  String words() {
    if (ranked.size() == 1) {
      return best().name() + " " + shown(best()) + ", the only arm";
    }
    if (isUnknown()) {
      return "by medians alone, with fewer than 4 forks of an arm: " + medians();
    }
    StringBuilder words = new StringBuilder("best median " + best().name() + " " + shown(best()));
    add(words, ", apart from it: ", behind());
    add(words, ", within 5 % of it: ", alike());
    add(words, ", not told apart: ", open());
    add(words, ", too few forks to tell: ", tooFew());
    return words.toString();
  }

  private void add(StringBuilder words, String what, List<ArmView> arms) {
    if (!arms.isEmpty()) {
      words.append(what).append(joined(arms, arm -> arm.name() + " " + beside(arm).times()));
    }
  }

  private String medians() {
    return String.join(", ", ranked.stream().map(arm -> arm.name() + " " + shown(arm)).toList());
  }

  /**
   * The same within a sentence.
   *
   * @param told what is said of the best where no other may be as good, as in {@code most is
   *     answered by}
   * @param way an arm in words
   */
  String sentence(String told, Function<ArmView, String> way) {
    String best = way.apply(best()) + " (" + shown(best()) + ")";
    if (ranked.size() == 1) {
      return "there is only " + best;
    }
    if (isUnknown()) {
      return "by medians alone, with too few forks for an interval, "
          + joined(ranked, arm -> way.apply(arm) + " (" + shown(arm) + ")");
    }
    List<ArmView> alike = alike();
    if (alike.size() == ranked.size() - 1) {
      return "no way differs from the best median by more than 5 %: "
          + best
          + " and "
          + joined(alike, way);
    }
    boolean isTold = open().isEmpty() && tooFew().isEmpty();
    StringBuilder words = new StringBuilder(isTold ? told : "the best median is that of");
    words.append(' ').append(best);
    if (!alike.isEmpty()) {
      words.append(" and, within 5 %, ").append(joined(alike, way));
    }
    Function<ArmView, String> beside = arm -> way.apply(arm) + ", " + beside(arm).times();
    add(words, ", not told from it ", open(), beside);
    add(words, ", with too few forks to tell ", tooFew(), beside);
    add(words, lowIsGood() ? ", above it " : ", behind it ", behind(), beside);
    return words.toString();
  }

  private static void add(
      StringBuilder words, String what, List<ArmView> arms, Function<ArmView, String> shown) {
    if (!arms.isEmpty()) {
      words.append(what).append(joined(arms, shown));
    }
  }

  private static String joined(List<ArmView> arms, Function<ArmView, String> shown) {
    return String.join(" and ", arms.stream().map(shown).toList());
  }

  /** {@code virtual 1,000/s (990/s to 1,010/s, 4 forks)}, for each arm. */
  String spreads() {
    List<String> all = new ArrayList<>();
    for (ArmView arm : ranked) {
      List<Double> forks = of(arm).stream().sorted().toList();
      all.add(
          arm.name()
              + " "
              + shown(arm)
              + " ("
              + shown(forks.getFirst())
              + " to "
              + shown(forks.getLast())
              + ", "
              + Units.count(forks.size(), "fork").replace('\u00a0', ' ')
              + ")");
    }
    return String.join("; ", all);
  }
}
