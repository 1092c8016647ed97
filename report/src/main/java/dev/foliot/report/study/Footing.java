package dev.foliot.report.study;

import dev.foliot.store.StudyPoint;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * What a study's answers stand on.
 *
 * @param forks how many there are
 * @param suspect those of them that are SUSPECT
 * @param invalid those that are INVALID and count nowhere
 * @param complete whether each study came to its end
 */
record Footing(int forks, int suspect, int invalid, boolean complete) {
  static Footing of(StudyView study) {
    return of(List.of(study));
  }

  /** Of an answer that several studies give. */
  static Footing of(List<StudyView> studies) {
    List<StudyPoint> points =
        studies.stream().flatMap(study -> study.study().points().stream()).toList();
    return new Footing(
        points.size(),
        count(points, Verdict.SUSPECT),
        count(points, Verdict.INVALID),
        studies.stream().allMatch(study -> study.study().complete()));
  }

  private static int count(List<StudyPoint> points, Verdict verdict) {
    return (int) points.stream().filter(point -> point.validity().verdict() == verdict).count();
  }

  /** What a reader has to know of them beside an answer; empty where all is well. */
  String note() {
    List<String> notes = new ArrayList<>();
    if (suspect > 0) {
      notes.add(suspect + " of " + forks + " forks SUSPECT");
    }
    if (invalid > 0) {
      notes.add(invalid + " of " + forks + " forks INVALID and left out");
    }
    if (!complete) {
      notes.add("stopped before its end");
    }
    return String.join(", ", notes);
  }
}
