package dev.foliot.study;

import dev.foliot.stats.ArmComparison;
import dev.foliot.stats.ArmComparison.Shift;
import dev.foliot.stats.ArmComparison.Standing;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A comparison of arms in words. Immutable.
 *
 * @param arms the comparison
 * @param shown formats a value with its unit
 */
public record ComparisonText(ArmComparison arms, DoubleFunction<String> shown) {
  private static final String FEW = "4 of each arm are needed";

  /** {@code virtual 0.3 s}. */
  public String median(String arm) {
    return arm + " " + shown.apply(arms.median(arm));
  }

  /** The medians of all arms, the best one first. */
  public String medians() {
    return String.join(", ", arms.ranked().stream().map(this::median).toList());
  }

  /** {@code virtual 0.3 s (0.2 s to 0.4 s, 4 forks)}, for each arm. */
  public String spreads() {
    return String.join("; ", arms.ranked().stream().map(this::spread).toList());
  }

  private String spread(String arm) {
    int forks = arms.forks(arm);
    return "%s (%s to %s, %s)"
        .formatted(
            median(arm),
            shown.apply(arms.least(arm)),
            shown.apply(arms.greatest(arm)),
            Numbers.count(forks, "fork"));
  }

  /**
   * {@code 0.82 times (0.78 to 0.85)}; without the interval if it is unbounded for lack of forks.
   */
  public static String times(Shift ratio) {
    return Numbers.times(ratio.estimate())
        + (ratio.isBounded()
            ? " (" + Numbers.digits(ratio.low()) + " to " + Numbers.digits(ratio.high()) + ")"
            : " (no interval)");
  }

  /**
   * The leading arm, and every other one with its ratio and verdict, a sentence each. Needs at
   * least one arm.
   */
  public String ahead() {
    if (arms.ranked().size() == 1) {
      return "there is one arm only";
    }
    return arms.best()
        + " is ahead by its median; "
        + String.join("; ", arms.others().stream().map(this::besideBest).toList());
  }

  private String besideBest(String arm) {
    String times = times(arms.beside(arm));
    return switch (arms.standing(arm)) {
      case BEST -> arm;
      case TOO_FEW -> arm + " undecided, too few forks (" + FEW + ")";
      case BEHIND -> arm + " is different: " + times;
      case ALIKE -> arm + " is within " + Numbers.percent(arms.margin(), 0) + ": " + times;
      case UNDECIDED -> arm + " undecided: " + times;
    };
  }

  /** The ranking in few words: the best median, and the others relative to it. */
  public String ranking() {
    return ranking(Wording.STUDY);
  }

  /** The ranking in the form of answers from several studies. */
  public String jointRanking() {
    return ranking(Wording.JOINT);
  }

  /** The wording of two kinds of answers. */
  private enum Wording {
    STUDY("", ", by its median alone, with fewer than 4 forks: "),
    JOINT(", the only arm", ", too few forks to tell: ");

    private final String onlyArm;
    private final String tooFew;

    Wording(String onlyArm, String tooFew) {
      this.onlyArm = onlyArm;
      this.tooFew = tooFew;
    }
  }

  private String ranking(Wording wording) {
    if (arms.ranked().size() == 1) {
      return median(arms.best()) + wording.onlyArm;
    }
    if (arms.isUnknown()) {
      return "by medians alone, with fewer than 4 forks of an arm: " + medians();
    }
    Function<String, String> beside = arm -> arm + " " + besideInWords(arm);
    StringBuilder words = new StringBuilder("best median " + median(arms.best()));
    add(words, ", apart from it: ", Standing.BEHIND, beside);
    add(words, ", within " + room() + " of it: ", Standing.ALIKE, beside);
    add(words, ", not told apart: ", Standing.UNDECIDED, beside);
    add(words, wording.tooFew, Standing.TOO_FEW, wording == Wording.STUDY ? this::median : beside);
    return words.toString();
  }

  private void add(
      StringBuilder words, String what, Standing standing, Function<String, String> arm) {
    List<String> these = arms.standing(standing);
    if (!these.isEmpty()) {
      words.append(what).append(joined(these, arm));
    }
  }

  private static String joined(List<String> arms, Function<String, String> shown) {
    return String.join(" and ", arms.stream().map(shown).toList());
  }

  private String besideInWords(String arm) {
    Shift shift = arms.beside(arm);
    return switch (shift.by()) {
      case RATIO -> times(shift);
      case DIFFERENCE ->
          "by "
              + shown.apply(shift.estimate())
              + " ("
              + shown.apply(shift.low())
              + " to "
              + shown.apply(shift.high())
              + ")";
    };
  }

  private String room() {
    return arms.by() == ArmComparison.By.RATIO
        ? Numbers.percent(arms.margin(), 0)
        : shown.apply(arms.margin());
  }

  /**
   * The ranking within a sentence.
   *
   * @param claim about the best if no other may be as good, for example {@code most is answered by}
   * @param behind the text before the others
   * @param name formats an arm
   */
  public String sentence(String claim, String behind, Function<String, String> name) {
    Function<String, String> withMedian =
        arm -> name.apply(arm) + " (" + shown.apply(arms.median(arm)) + ")";
    String best = withMedian.apply(arms.best());
    if (arms.ranked().size() == 1) {
      return "there is only " + best;
    }
    if (arms.isUnknown()) {
      return "by medians alone, with too few forks for an interval, "
          + joined(arms.ranked(), withMedian);
    }
    List<String> alike = arms.standing(Standing.ALIKE);
    if (alike.size() == arms.others().size()) {
      return "no way differs from the best median by more than 5 %: "
          + best
          + " and "
          + joined(alike, name);
    }
    boolean isSure =
        arms.standing(Standing.UNDECIDED).isEmpty() && arms.standing(Standing.TOO_FEW).isEmpty();
    StringBuilder words = new StringBuilder(isSure ? claim : "the best median is that of");
    words.append(' ').append(best);
    Function<String, String> beside = arm -> name.apply(arm) + ", " + times(arms.beside(arm));
    add(words, " and, within 5 %, ", Standing.ALIKE, name);
    add(words, ", not told from it ", Standing.UNDECIDED, beside);
    add(words, ", with too few forks to tell ", Standing.TOO_FEW, beside);
    add(words, ", " + behind + " it ", Standing.BEHIND, beside);
    return words.toString();
  }
}
