package dev.foliot.checks.peers.pool;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A peer's results.
 *
 * @param steps the figures of each step, in order; a figure may be missing
 * @param notes its messages
 */
record HarnessResult(List<Map<Figure, Double>> steps, List<String> notes) {
  private static final String FIGURE = "peer-figure ";
  private static final String NOTE = "peer-note ";

  HarnessResult {
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }

  /** Prints a figure; used by the peer. */
  static void tell(int step, Figure figure, double value) {
    System.out.println(FIGURE + step + " " + figure + " " + value);
  }

  /** Prints a message; used by the peer. */
  static void tellNote(String words) {
    System.out.println(NOTE + words);
  }

  /** Parses the output of a peer for a case with {@code steps} steps; skips other lines. */
  static HarnessResult of(List<String> lines, int steps) {
    List<Map<Figure, Double>> figures = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      figures.add(new EnumMap<>(Figure.class));
    }
    List<String> notes = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(FIGURE)) {
        String[] words = line.substring(FIGURE.length()).split(" ", -1);
        figures
            .get(Integer.parseInt(words[0]))
            .put(Figure.valueOf(words[1]), Double.valueOf(words[2]));
      } else if (line.startsWith(NOTE)) {
        notes.add(line.substring(NOTE.length()));
      }
    }
    return new HarnessResult(figures, notes);
  }

  /** A figure, or NaN if it was not reported. */
  double figure(int step, Figure figure) {
    return steps.get(step).getOrDefault(figure, Double.NaN);
  }
}
