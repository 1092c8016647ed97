package dev.foliot.study;

import dev.foliot.store.Percentiles;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Made-up points for tests. */
final class StudyPoints {
  private final List<StudyPoint> points = new ArrayList<>();

  /** One more fork, VALID. */
  void add(String arm, int step, double perS, Map<String, Double> measures) {
    add(arm, step, perS, measures, Verdict.VALID);
  }

  void add(String arm, int step, double perS, Map<String, Double> measures, Verdict verdict) {
    add(arm, step, perS, measures, verdict, List.of());
  }

  /** The same, of which something is not known. */
  void add(
      String arm,
      int step,
      double perS,
      Map<String, Double> measures,
      Verdict verdict,
      List<String> unavailable) {
    points.add(
        new StudyPoint(
            arm,
            step,
            null,
            4,
            points.size() + 1,
            perS,
            Percentiles.empty("ns"),
            Map.of(),
            0.5,
            1L,
            1,
            measures,
            null,
            null,
            null,
            unavailable,
            new Validity(verdict, List.of()),
            null));
  }

  List<StudyPoint> all() {
    return points;
  }
}
