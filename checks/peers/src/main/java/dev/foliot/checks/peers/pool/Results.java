package dev.foliot.checks.peers.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outcomes of a case by pool and round. Not thread-safe. */
final class Results {
  private final Case load;
  private final int rounds;
  private final Map<Body, @Nullable Outcome[]> outcomes = new EnumMap<>(Body.class);

  Results(Case load, int rounds) {
    this.load = load;
    this.rounds = rounds;
  }

  void add(int round, Body body, Outcome outcome) {
    outcomes.computeIfAbsent(body, each -> new @Nullable Outcome[rounds])[round] = outcome;
  }

  Case load() {
    return load;
  }

  /** The pools that ran or should have. */
  Set<Body> bodies() {
    return outcomes.keySet();
  }

  /** A figure for each round; NaN for a missing one. */
  double[] figures(Body body, int step, Figure figure) {
    double[] figures = new double[rounds];
    Arrays.fill(figures, Double.NaN);
    @Nullable Outcome[] rows = outcomes.getOrDefault(body, new Outcome[0]);
    for (int round = 0; round < rows.length; round++) {
      if (rows[round] instanceof Outcome.Done(HarnessResult told)) {
        figures[round] = told.figure(step, figure);
      }
    }
    return figures;
  }

  /** A figure of the first step for each completed round; NaN for a missing one. */
  double[] taken(Body body, Figure figure) {
    return Arrays.stream(outcomes.getOrDefault(body, new Outcome[0]))
        .flatMap(outcome -> outcome instanceof Outcome.Done done ? Stream.of(done) : Stream.empty())
        .mapToDouble(done -> done.told().figure(0, figure))
        .toArray();
  }

  /** The median over the rounds with the figure; NaN for none. */
  double median(Body body, int step, Figure figure) {
    return Cell.median(
        Arrays.stream(figures(body, step, figure))
            .filter(each -> !Double.isNaN(each))
            .sorted()
            .toArray());
  }

  /** Why figures are missing, a line for each reason. */
  List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    outcomes.forEach((body, rows) -> {
      for (@Nullable Outcome outcome : rows) {
        for (String reason : reasons(outcome)) {
          notes.add(body.label() + ", " + load.name() + ": " + Cell.words(reason));
        }
      }
    });
    return new ArrayList<>(notes);
  }

  private static List<String> reasons(@Nullable Outcome outcome) {
    return switch (outcome) {
      case null -> List.of();
      case Outcome.Failed(String reason) -> List.of(reason);
      case Outcome.Done(HarnessResult told) -> told.notes();
    };
  }
}
