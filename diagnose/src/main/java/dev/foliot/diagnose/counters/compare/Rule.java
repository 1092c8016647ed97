package dev.foliot.diagnose.counters.compare;

import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A pattern of counters, and the hypothesis it suggests.
 *
 * <p>The weights of the clues found add up to the confidence, which ranks hypotheses. It is not a
 * measured probability.
 *
 * @param name of the hypothesis
 * @param clues at least one is {@link Clue.Part#NEEDED}
 * @param kind what the pattern is about
 * @param events that would show the pattern, where none of the clues that it needs was counted
 * @param source who describes the pattern
 * @param confirm the command that would confirm it
 */
record Rule(
    String name, List<Clue> clues, Kind kind, String events, String source, String confirm) {
  static final double LEAST_SLOWER = 1.08;
  private static final double AS_MUCH_WORK = 0.95;
  private static final double WITHOUT_CPI = 0.7;
  private static final double LEAST = 0.15;
  private static final double MOST = 0.95;
  private static final double HUNDREDTHS = 100;

  /** What a pattern is about. */
  enum Kind {
    /** Instructions take more cycles: ignored if both sides take the same. */
    CYCLES,
    /** Cycles take longer. */
    CLOCK,
    /** There is more to do: which side is slow is not in the counters. */
    WORK,
    /** Time off the CPU, which all processors count alike. */
    WAITS,
    /** Time in the kernel, which all processors count alike, and which costs cycles. */
    KERNEL;

    /** Whether it may say why instructions take more cycles. */
    boolean explainsCycles() {
      return this == CYCLES || this == KERNEL;
    }

    /** Whether processors of two kinds count it alike. */
    boolean isCommon() {
      return this == WAITS || this == KERNEL;
    }
  }

  /** Keeps a copy. */
  Rule {
    clues = List.copyOf(clues);
  }

  /**
   * A rule that applies.
   *
   * @param times the greatest difference of the figures that it needs, at least 1
   */
  record Judged(Kind kind, double times, CounterHypothesis hypothesis) {
    double confidence() {
      return hypothesis.confidence();
    }
  }

  /** Whether the captures have one of the figures that it needs. */
  boolean isRead(Contrast contrast) {
    return clues.stream()
        .filter(clue -> clue.part() == Clue.Part.NEEDED)
        .anyMatch(clue -> contrast.best(clue.signal()).isPresent());
  }

  Optional<Judged> judge(Contrast contrast) {
    if (kind == Kind.WAITS
        && contrast.best(Signal.WORK).map(Contrast::ratio).orElse(0.0) > AS_MUCH_WORK) {
      return Optional.empty(); // less CPU for the same work is no waiting
    }
    Optional<CounterRow> cpi = contrast.best(Signal.CPI);
    boolean slows = kind == Kind.CYCLES;
    if (slows
        && cpi.isPresent()
        && (Contrast.ratio(cpi.get()) < LEAST_SLOWER
            || !Contrast.isBeyondError(cpi.get(), false))) {
      return Optional.empty();
    }
    List<Clue.Found> found = clues.stream().flatMap(clue -> clue.in(contrast).stream()).toList();
    if (found.stream().noneMatch(one -> one.part() == Clue.Part.NEEDED)) {
      return Optional.empty();
    }
    boolean blind = slows && cpi.isEmpty();
    double sum = found.stream().mapToDouble(Clue.Found::weight).sum() * (blind ? WITHOUT_CPI : 1);
    if (sum < LEAST) {
      return Optional.empty();
    }
    double confidence = Math.rint(Math.min(MOST, sum) * HUNDREDTHS) / HUNDREDTHS;
    return Optional.of(
        new Judged(
            kind,
            found.stream()
                .filter(one -> one.part() == Clue.Part.NEEDED)
                .mapToDouble(Clue.Found::times)
                .max()
                .orElse(1),
            new CounterHypothesis(name, confidence, evidence(found, blind), source, confirm)));
  }

  private static String evidence(List<Clue.Found> found, boolean blind) {
    String against = words(found.stream().filter(one -> one.part() == Clue.Part.AGAINST).toList());
    return words(found.stream().filter(one -> one.part() != Clue.Part.AGAINST).toList())
        + (against.isEmpty() ? "" : "; against it: " + against)
        + (blind ? "; whether instructions take longer is not known from these captures" : "");
  }

  private static String words(List<Clue.Found> found) {
    return found.stream().map(Clue.Found::words).collect(Collectors.joining("; "));
  }

  /**
   * A sign that supports or contradicts a rule. A difference by {@code from} counts half its
   * weight, by {@code to} or more all of it.
   *
   * @param signal the signal to examine
   * @param part in the rule
   * @param falls whether it is lower on the slow side, rather than higher
   * @param from the ratio from which it counts
   * @param to the ratio from which it counts in full
   * @param weight in the confidence, above 0
   */
  record Clue(Signal signal, Part part, boolean falls, double from, double to, double weight) {
    /** The role of a clue. */
    enum Part {
      /** The rule needs at least one of these. */
      NEEDED,
      /** Adds to the confidence. */
      SUPPORTS,
      /** Reduces the confidence. */
      AGAINST
    }

    /**
     * A clue found.
     *
     * @param times the difference, in the direction that the clue asks for
     * @param weight added to the confidence; below 0 for one against it
     * @param words the figures
     */
    record Found(Part part, double times, double weight, String words) {}

    static Clue needed(Signal signal, double from, double to, double weight) {
      return new Clue(signal, Clue.Part.NEEDED, false, from, to, weight);
    }

    static Clue neededFall(Signal signal, double from, double to, double weight) {
      return new Clue(signal, Clue.Part.NEEDED, true, from, to, weight);
    }

    static Clue supports(Signal signal, double from, double to, double weight) {
      return new Clue(signal, Clue.Part.SUPPORTS, false, from, to, weight);
    }

    static Clue against(Signal signal, double from, double to, double weight) {
      return new Clue(signal, Clue.Part.AGAINST, false, from, to, weight);
    }

    Optional<Clue.Found> in(Contrast contrast) {
      boolean single = falls || signal == Signal.WORK || signal == Signal.CPI;
      return (single ? contrast.best(signal) : contrast.mostRaised(signal))
          .flatMap(row -> found(row, signal.isPerCpuTime() ? contrast.cpuTimeForWork() : 1));
    }

    /** A rate of CPU time rises where the same work takes less of it: the work decides then. */
    private Optional<Clue.Found> found(CounterRow row, double cpuTimeForWork) {
      double given = Contrast.ratio(row) * Math.min(1, cpuTimeForWork);
      double ratio = falls ? 1 / given : given;
      if (!(ratio >= from) || !Contrast.isBeyondError(row, falls)) {
        return Optional.empty();
      }
      double strength =
          Double.isInfinite(ratio) ? 1 : Math.min(1, Math.log(ratio / from) / Math.log(to / from));
      double share = weight * (1 + strength) / 2;
      return Optional.of(
          new Clue.Found(part, ratio, part == Clue.Part.AGAINST ? -share : share, words(row)));
    }

    private static String words(CounterRow row) {
      Double ratio = row.ratio();
      return row.metric()
          + " "
          + Numbers.significant(row.slow(), 3)
          + " against "
          + Numbers.significant(row.fast(), 3)
          + (ratio == null ? "" : " (" + Numbers.significant(ratio, 3) + " times)");
    }
  }
}
