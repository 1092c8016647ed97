package dev.foliot.fleet.cells;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts irregularities of the data by kind. */
public final class Notes {
  private static final int MOST = 50;

  private final Map<String, Long> counts = new LinkedHashMap<>();

  /** Counts one of a kind, such as "lines that are no samples". */
  public void count(String kind) {
    count(kind, 1);
  }

  /** Counts several of a kind. */
  public void count(String kind, long number) {
    if (counts.containsKey(kind) || counts.size() < MOST) {
      counts.merge(kind, number, Long::sum);
    }
  }

  /** A sentence for each kind. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    counts.forEach((kind, number) -> {
      if (number > 0) {
        sentences.add(Texts.line(number + " " + kind, 400) + ".");
      }
    });
    return sentences;
  }
}
