package dev.foliot.judgement.compare;

import dev.foliot.stats.Comparison;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.Optional;
import java.util.regex.Pattern;

/** What it takes for a comparison to fail a build. Stateless. */
public final class Gates {
  /** The fewest forks a side that a verdict is given for. */
  public static final int LEAST_FORKS = Comparison.LEAST_FORKS;

  /** A difference of pairs from which on it matters, unless the user says another. */
  public static final double USUAL_DETECT = 1.05;

  /** What a comparison in pairs may take, unless the user says something else. */
  public static final long USUAL_BUDGET_NS = 900_000_000_000L;

  private static final Pattern DETECT = Pattern.compile("1\\.[0-9]{1,6}|[2-9]|10");

  /** The fewest pairs that two judged figures are decided by. */
  private static final int LEAST_PAIRS = 8;

  private static final String FORKS = "forks";

  private Gates() {}

  /**
   * A ratio from which a difference matters, as a user writes it.
   *
   * @throws FoliotException if it is none
   */
  public static double detect(String text) {
    if (!DETECT.matcher(text).matches() || Double.parseDouble(text) <= 1) {
      throw FoliotException.usage(
          "'"
              + Shown.text(text)
              + "' is no ratio to detect: write one above 1 and at most 10, as in 1.05");
    }
    return Double.parseDouble(text);
  }

  /**
   * Why a side cannot be a baseline, with the remedy; empty where it can.
   *
   * @param primary the percentile that decides, {@code p99}
   */
  public static Optional<String> refusal(BaselineRecord side, String primary) {
    return refusal(side, primary, FORKS);
  }

  /**
   * The same where a side has something else than forks.
   *
   * @param repeated what it has, as in the option that sets their number: {@code forks} or {@code
   *     rounds}
   */
  public static Optional<String> refusal(BaselineRecord side, String primary, String repeated) {
    String name = primary.replace('.', '_');
    int forks = side.figures().forks().size();
    if (forks < LEAST_FORKS) {
      return Optional.of(
          "a baseline needs "
              + LEAST_FORKS
              + " "
              + repeated
              + " that are not INVALID, and "
              + side.origin().id()
              + " has "
              + forks
              + ": measure again with --"
              + repeated
              + " "
              + LEAST_FORKS
              + " or more");
    }
    if (Side.isSaturated(side)) {
      return Optional.of(
          side.origin().id()
              + " is SATURATED at "
              + side.part().load().rate()
              + ": its response times only tell how long the load lasted; measure again with a"
              + " lower --rate");
    }
    if (!ForkPercentile.carried(side.figures().forks(), name)) {
      return Optional.of(
          side.origin().id()
              + " has too few messages for "
              + Numbers.percentileName(name)
              + ", which decides: measure with a longer --duration"
              + (repeated.equals(FORKS) ? ", or choose a lower --primary" : ""));
    }
    return Optional.empty();
  }

  /**
   * Why a comparison can never be worse, with the remedy; empty where it can.
   *
   * @param comparison of two sides that have percentiles
   */
  public static Optional<String> cannotFail(ComparisonRecord comparison) {
    ComparisonRecord.Pairs pairs = comparison.decision().pairs();
    if (pairs != null) {
      return pairs.counted() < LEAST_PAIRS
          ? Optional.of(
              "this gate cannot fail: "
                  + pairs.counted()
                  + " pairs of forks count, and a verdict needs "
                  + LEAST_PAIRS
                  + "; give a longer --budget")
          : Optional.empty();
    }
    ComparisonRecord.History history = comparison.decision().history();
    if (history != null && history.runs() < LEAST_FORKS) {
      return Optional.of(
          "this gate cannot fail yet: the run is judged by earlier ones on its machine since the"
              + " last change, needs "
              + LEAST_FORKS
              + " of them, and has "
              + history.runs());
    }
    int forks = Math.min(comparison.a().forks(), comparison.b().forks());
    if (history == null && forks < LEAST_FORKS) {
      return Optional.of(cannotFail(forks));
    }
    if (comparison.figures().sustained() != null) {
      return Optional.empty();
    }
    boolean isPrimaryKnown =
        comparison.figures().percentiles().stream()
            .anyMatch(one ->
                one.percentile().equals(comparison.decision().primary())
                    && one.change().ratio() != null);
    return isPrimaryKnown
        ? Optional.empty()
        : Optional.of(
            "this gate cannot fail on "
                + Numbers.percentileName(comparison.decision().primary())
                + ": too few messages on one side; measure longer, or choose a lower --primary");
  }

  /**
   * The same before anything is measured.
   *
   * @param forks of the side that has fewer
   */
  public static String cannotFail(int forks) {
    return "this gate cannot fail: a verdict needs "
        + LEAST_FORKS
        + " forks a side, not "
        + forks
        + "; use --forks "
        + LEAST_FORKS
        + " or more";
  }
}
