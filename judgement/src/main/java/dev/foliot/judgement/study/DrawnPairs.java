package dev.foliot.judgement.study;

import dev.foliot.store.comparison.ComparisonVerdict;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The two arms of a study in pairs of forks, as a page draws them.
 *
 * @param a the first arm's name
 * @param b the second arm's name
 * @param margin within which a difference does not matter: 0.05 for 5 %
 * @param rows one for each load
 */
public record DrawnPairs(String a, String b, double margin, List<Row> rows) {
  /**
   * A figure under a load. Ratios are b / a of the figure as it is shown, also where more is
   * better.
   *
   * @param figure its name, with the load where there are several
   * @param isMoreBetter whether a ratio above 1 is better
   * @param verdict of b
   * @param ratio the estimate; null before the first pair
   * @param low the lower end of its interval; null as long as it is unbounded
   * @param high the upper end, likewise
   * @param single of each pair that counts, in the order of playing
   */
  public record Row(
      String figure,
      boolean isMoreBetter,
      ComparisonVerdict verdict,
      @Nullable Double ratio,
      @Nullable Double low,
      @Nullable Double high,
      List<Double> single) {
    /** Keeps a copy and checks that nothing is missing. */
    public Row {
      Objects.requireNonNull(figure, "figure");
      Objects.requireNonNull(verdict, "verdict");
      single = List.copyOf(single);
    }
  }

  /** Keeps a copy and checks that nothing is missing. */
  public DrawnPairs {
    Objects.requireNonNull(a, "a");
    Objects.requireNonNull(b, "b");
    rows = List.copyOf(rows);
  }
}
