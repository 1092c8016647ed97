package dev.foliot.study;

import dev.foliot.store.Unavailable;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Simulated points for tests. */
public final class StudyPoints {
  private final List<StudyPoint> points = new ArrayList<>();

  /** Adds a VALID fork. */
  public void add(String arm, int step, double perS, Map<Metric, Double> measures) {
    add(arm, step, perS, measures, Verdict.VALID);
  }

  public void add(
      String arm, int step, double perS, Map<Metric, Double> measures, Verdict verdict) {
    add(arm, step, perS, measures, verdict, List.of());
  }

  /** Adds a SUSPECT fork. */
  public void suspect(String arm, int step, double perS, Reason reason) {
    add(arm, step, perS, Map.of(), Validity.of(Verdict.SUSPECT, reason), List.of());
  }

  /** Adds a VALID fork with some unknown figures. */
  public void add(
      String arm,
      int step,
      double perS,
      Map<Metric, Double> measures,
      Verdict verdict,
      List<? extends Reason> unavailable) {
    add(arm, step, perS, measures, new Validity(verdict, List.of()), unavailable);
  }

  private void add(
      String arm,
      int step,
      double perS,
      Map<Metric, Double> measures,
      Validity validity,
      List<? extends Reason> unavailable) {
    points.add(
        new StudyPoint(
            new StudyPoint.Cell(arm, step, null, 4, points.size() + 1),
            StudyPoint.Answered.of(perS),
            new StudyPoint.Used(0.5, 1L, 1),
            MetricValues.of(measures),
            StudyPoint.Observed.NOTHING,
            new StudyPoint.Trust(Unavailable.of(unavailable), validity, null),
            StudyPoint.Placement.NONE));
  }

  public List<StudyPoint> all() {
    return points;
  }
}
