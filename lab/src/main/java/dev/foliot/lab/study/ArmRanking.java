package dev.foliot.lab.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * Arms by one figure, in few words: the one with the best median, and how many times that the
 * others are, put together by what their intervals say. Immutable.
 *
 * @param figures by arm
 * @param margin differences below this matter to nobody
 * @param shown a value in words, with its unit
 */
record ArmRanking(ArmFigures figures, double margin, DoubleFunction<String> shown) {
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
    for (String arm : ranked.subList(1, ranked.size())) {
      ArmFigures.Shift ratio = figures.ratio(arm, first);
      if (!ratio.isBounded()) {
        return "by medians alone, with fewer than 4 forks of an arm: "
            + String.join(
                ", ", ranked.stream().map(a -> a + " " + shown.apply(figures.median(a))).toList());
      }
      List<String> where =
          ratio.isApartFrom(1, margin)
              ? apart
              : ratio.low() >= 1 - margin && ratio.high() <= 1 + margin ? alike : undecided;
      where.add(arm + " " + times(ratio));
    }
    StringBuilder words = new StringBuilder("best median " + best);
    add(words, "apart from it: ", apart);
    add(words, String.format(Locale.ROOT, "within %.0f %% of it: ", margin * 100), alike);
    add(words, "not told apart: ", undecided);
    return words.toString();
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
