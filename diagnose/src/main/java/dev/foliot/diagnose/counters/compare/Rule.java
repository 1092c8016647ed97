package dev.foliot.diagnose.counters.compare;

import dev.foliot.diagnose.counters.compare.Clue.Found;
import dev.foliot.diagnose.counters.compare.Clue.Part;
import dev.foliot.store.CounterHypothesis;
import dev.foliot.store.CounterRow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A pattern of counters, and what it suggests. The weights of the clues that are there add up to
 * the confidence: a way to put hypotheses in order, not a probability that was measured.
 *
 * @param name of the hypothesis
 * @param clues at least one of which is {@link Part#NEEDED}
 * @param slows whether it makes instructions take longer: it is not considered where both sides
 *     take as many cycles for one
 * @param source who describes the pattern
 * @param confirm the command that would confirm it
 */
record Rule(String name, List<Clue> clues, boolean slows, String source, String confirm) {
  private static final double LEAST_SLOWER = 1.08;
  private static final double WITHOUT_CPI = 0.7;
  private static final double LEAST = 0.15;
  private static final double MOST = 0.95;
  private static final double HUNDREDTHS = 100;

  /** Keeps a copy. */
  Rule {
    clues = List.copyOf(clues);
  }

  Optional<CounterHypothesis> judge(Contrast contrast) {
    Optional<CounterRow> cpi = contrast.best(Signal.CPI);
    if (slows && cpi.isPresent() && Contrast.ratio(cpi.get()) < LEAST_SLOWER) {
      return Optional.empty();
    }
    List<Found> found = clues.stream().flatMap(clue -> clue.in(contrast).stream()).toList();
    if (found.stream().noneMatch(one -> one.part() == Part.NEEDED)) {
      return Optional.empty();
    }
    boolean blind = slows && cpi.isEmpty();
    double sum = found.stream().mapToDouble(Found::weight).sum() * (blind ? WITHOUT_CPI : 1);
    if (sum < LEAST) {
      return Optional.empty();
    }
    double confidence = Math.rint(Math.min(MOST, sum) * HUNDREDTHS) / HUNDREDTHS;
    return Optional.of(
        new CounterHypothesis(name, confidence, evidence(found, blind), source, confirm));
  }

  private static String evidence(List<Found> found, boolean blind) {
    String against = words(found.stream().filter(one -> one.part() == Part.AGAINST).toList());
    return words(found.stream().filter(one -> one.part() != Part.AGAINST).toList())
        + (against.isEmpty() ? "" : "; against it: " + against)
        + (blind ? "; whether instructions take longer is not known from these captures" : "");
  }

  private static String words(List<Found> found) {
    return found.stream().map(Found::words).collect(Collectors.joining("; "));
  }
}
