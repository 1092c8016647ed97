package dev.foliot.diagnose.counters.compare;

import dev.foliot.store.CounterRow;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.Optional;

/**
 * What a rule takes for a sign. A signal that differs by {@code from} counts for half of its
 * weight, one that differs by {@code to} or more for all of it.
 *
 * @param signal what is asked about
 * @param part in the rule
 * @param falls whether it is lower on the slow side, rather than higher
 * @param from which ratio on it counts
 * @param to which ratio on it counts in full
 * @param weight in the confidence, above 0
 */
record Clue(Signal signal, Part part, boolean falls, double from, double to, double weight) {
  private static final MathContext DIGITS = new MathContext(3);
  private static final double LARGE = 1e7;
  private static final double SMALL = 1e-4;

  /** What it is for. */
  enum Part {
    /** Without one of these the rule says nothing. */
    NEEDED,
    /** It adds to the confidence. */
    SUPPORTS,
    /** It takes from the confidence. */
    AGAINST
  }

  /**
   * A clue that was found.
   *
   * @param weight to be added to the confidence; below 0 for one against it
   * @param words the figures
   */
  record Found(Part part, double weight, String words) {}

  static Clue needed(Signal signal, double from, double to, double weight) {
    return new Clue(signal, Part.NEEDED, false, from, to, weight);
  }

  static Clue neededFall(Signal signal, double from, double to, double weight) {
    return new Clue(signal, Part.NEEDED, true, from, to, weight);
  }

  static Clue supports(Signal signal, double from, double to, double weight) {
    return new Clue(signal, Part.SUPPORTS, false, from, to, weight);
  }

  static Clue against(Signal signal, double from, double to, double weight) {
    return new Clue(signal, Part.AGAINST, false, from, to, weight);
  }

  Optional<Found> in(Contrast contrast) {
    boolean single = falls || signal == Signal.WORK || signal == Signal.CPI;
    return (single ? contrast.best(signal) : contrast.mostRaised(signal)).flatMap(this::found);
  }

  private Optional<Found> found(CounterRow row) {
    double ratio = falls ? 1 / Contrast.ratio(row) : Contrast.ratio(row);
    if (!(ratio >= from)) {
      return Optional.empty();
    }
    double strength =
        Double.isInfinite(ratio) ? 1 : Math.min(1, Math.log(ratio / from) / Math.log(to / from));
    double share = weight * (1 + strength) / 2;
    return Optional.of(new Found(part, part == Part.AGAINST ? -share : share, words(row)));
  }

  private static String words(CounterRow row) {
    Double ratio = row.ratio();
    return row.metric()
        + " "
        + figure(row.slow())
        + " against "
        + figure(row.fast())
        + (ratio == null ? "" : " (" + figure(ratio) + " times)");
  }

  /** Three digits that count. */
  static String figure(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    double size = Math.abs(value);
    if (size != 0 && (size >= LARGE || size < SMALL)) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    return rounded.toPlainString();
  }
}
