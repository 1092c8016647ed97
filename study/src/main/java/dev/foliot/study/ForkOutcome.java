package dev.foliot.study;

import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyJvm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The end of a study's fork. */
public sealed interface ForkOutcome {
  /**
   * It was played to its end.
   *
   * @param work the work under the load
   * @param startEpochMs when the load began, in milliseconds since 1970
   * @param course all values over time
   * @param measures the other measures
   * @param observed the service from outside and from its JVM
   * @param unavailable missing measurements, with reasons
   * @param suspect the conditions that make it SUSPECT, besides those in {@code work}
   * @param placement the address of a class
   */
  record Played(
      Work work,
      long startEpochMs,
      StudyCourse course,
      Map<Metric, Double> measures,
      StudyPoint.Observed observed,
      List<Reason> unavailable,
      List<Reason> suspect,
      StudyPoint.Placement placement)
      implements ForkOutcome {
    /** A program with counted operations only. */
    public static Played counted(
        Work work, long startEpochMs, Map<Metric, Double> measures, List<Reason> suspect) {
      return new Played(
          work,
          startEpochMs,
          StudyCourse.NONE,
          measures,
          StudyPoint.Observed.NOTHING,
          List.of(),
          suspect,
          StudyPoint.Placement.NONE);
    }

    /** A copy with the address of a class. */
    public Played placed(StudyPoint.Placement other) {
      return new Played(
          work, startEpochMs, course, measures, observed, unavailable, suspect, other);
    }

    /** A copy with the JVM of its process; null if it has none, or none that can be read. */
    public Played in(@Nullable StudyJvm jvm) {
      return new Played(
          work, startEpochMs, course, measures, observed.in(jvm), unavailable, suspect, placement);
    }

    /** A copy with the findings of a diagnosis. */
    public Played diagnosed(List<StudyRemedy.Seen> findings) {
      return new Played(
          work,
          startEpochMs,
          course,
          measures,
          observed.diagnosed(findings),
          unavailable,
          suspect,
          placement);
    }

    /** A copy with more measures. */
    public Played with(Map<Metric, Double> more) {
      Map<Metric, Double> all = new LinkedHashMap<>(measures);
      all.putAll(more);
      return new Played(work, startEpochMs, course, all, observed, unavailable, suspect, placement);
    }

    /** A copy with more missing measurements, and more reasons for SUSPECT. */
    public Played limited(List<Reason> moreUnavailable, List<Reason> moreSuspect) {
      List<Reason> allUnavailable = new ArrayList<>(unavailable);
      allUnavailable.addAll(moreUnavailable);
      List<Reason> allSuspect = new ArrayList<>(suspect);
      allSuspect.addAll(moreSuspect);
      return new Played(
          work, startEpochMs, course, measures, observed, allUnavailable, allSuspect, placement);
    }
  }

  /**
   * It has no figures.
   *
   * @param reason in one line
   */
  record Failed(String reason) implements ForkOutcome {}
}
