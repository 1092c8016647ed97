package dev.foliot.cli.live;

import java.util.List;
import java.util.Map;

/** A page and what happens on it. Safe for any thread. */
public interface LivePages {
  /** The page. */
  String html();

  /**
   * What is new.
   *
   * @param atS only points after this time
   */
  Update since(double atS);

  /**
   * What is new.
   *
   * @param texts by the ids of their elements
   * @param points in order; their first column is the time in seconds
   */
  record Update(Map<String, String> texts, List<List<Number>> points) {
    /** Keeps copies. */
    public Update {
      texts = Map.copyOf(texts);
      points = List.copyOf(points);
    }
  }
}
