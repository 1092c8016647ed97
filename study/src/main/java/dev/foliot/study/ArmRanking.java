package dev.foliot.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * Arms by one figure, in few words: the one with the best median, and how far from that the others
 * are, put together by what their intervals say. Immutable.
 *
 * @param figures by arm
 * @param margin differences below this matter to nobody; of a ratio from 1, or in the figure's unit
 * @param shown a value in words, with its unit
 * @param by how two arms are held together
 */
record ArmRanking(ArmFigures figures, double margin, DoubleFunction<String> shown, By by) {

  /** How two arms are held together. */
  enum By {
    RATIO,

    /** For figures that may be 0. */
    DIFFERENCE
  }

  /** By ratios. */
  ArmRanking(ArmFigures figures, double margin, DoubleFunction<String> shown) {
    this(figures, margin, shown, By.RATIO);
  }

  @Override
  public String toString() {
    List<String> ranked = figures.ranked();
    String first = ranked.getFirst();
    String best = first + " " + shown.apply(figures.median(first));
    if (ranked.size() == 1) {
      return best;
    }
    List<String> apart = new ArrayList<>();
    List<String> alike = new ArrayList<>();
    List<String> undecided = new ArrayList<>();
    List<String> others = ranked.subList(1, ranked.size());
    if (others.stream().noneMatch(arm -> shift(arm, first).isBounded())) {
      return "by medians alone, with fewer than 4 forks of an arm: "
          + String.join(
              ", ", ranked.stream().map(a -> a + " " + shown.apply(figures.median(a))).toList());
    }
    List<String> few = new ArrayList<>();
    for (String arm : others) {
      ArmFigures.Shift shift = shift(arm, first);
      if (!shift.isBounded()) {
        few.add(arm + " " + shown.apply(figures.median(arm)));
        continue;
      }
      List<String> where =
          shift.isApartFrom(alike(), margin)
              ? apart
              : shift.low() >= alike() - margin && shift.high() <= alike() + margin
                  ? alike
                  : undecided;
      where.add(arm + " " + words(shift));
    }
    StringBuilder words = new StringBuilder("best median " + best);
    add(words, "apart from it: ", apart);
    add(words, "within " + room() + " of it: ", alike);
    add(words, "not told apart: ", undecided);
    add(words, "by its median alone, with fewer than 4 forks: ", few);
    return words.toString();
  }

  private ArmFigures.Shift shift(String arm, String first) {
    return switch (by) {
      case RATIO -> figures.ratio(arm, first);
      case DIFFERENCE -> figures.difference(arm, first);
    };
  }

  /** What holds of two arms that are alike. */
  private double alike() {
    return switch (by) {
      case RATIO -> 1;
      case DIFFERENCE -> 0;
    };
  }

  private String words(ArmFigures.Shift shift) {
    return switch (by) {
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
    return switch (by) {
      case RATIO -> String.format(Locale.ROOT, "%.0f %%", margin * 100);
      case DIFFERENCE -> shown.apply(margin);
    };
  }

  private static void add(StringBuilder words, String what, List<String> arms) {
    if (!arms.isEmpty()) {
      words.append(", ").append(what).append(String.join(" and ", arms));
    }
  }

  /** {@code 0.82 times (0.78 to 0.85)}; without the interval where too few forks bound it. */
  static String times(ArmFigures.Shift ratio) {
    if (!ratio.isBounded()) {
      return String.format(Locale.ROOT, "%.2f times (no interval)", ratio.estimate());
    }
    return String.format(
        Locale.ROOT, "%.2f times (%.2f to %.2f)", ratio.estimate(), ratio.low(), ratio.high());
  }
}
