package dev.foliot.checks.peers.pool;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a peer told.
 *
 * @param steps the figures of each step, in their order; a figure may be missing
 * @param notes what it said in words
 */
record HarnessResult(List<Map<Figure, Double>> steps, List<String> notes) {
  private static final String FIGURE = "peer-figure ";
  private static final String NOTE = "peer-note ";

  HarnessResult {
    steps = List.copyOf(steps);
    notes = List.copyOf(notes);
  }

  /** Prints a figure; the peer's side. */
  static void tell(int step, Figure figure, double value) {
    System.out.println(FIGURE + step + " " + figure + " " + value);
  }

  /** Prints words; the peer's side. */
  static void tellNote(String words) {
    System.out.println(NOTE + words);
  }

  /** Reads what a peer of a case with so many steps has printed; other lines are not its own. */
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

  /** A figure, or not a number where it was not told. */
  double figure(int step, Figure figure) {
    return steps.get(step).getOrDefault(figure, Double.NaN);
  }
}
