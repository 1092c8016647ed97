package dev.foliot.study.joint;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A study among several. Immutable.
 *
 * @param stored its location
 * @param name its name, with its id if another one has the same
 * @param question its question
 */
record JointStudy(StoredStudy stored, String name, JointQuestion question) {
  StudyRecord record() {
    return stored.study();
  }

  String id() {
    return record().id();
  }

  /** The environment of its run: mainly the machine. */
  Map<String, Object> environment() {
    return stored.run().environment();
  }

  StudyFigures figures() {
    return new StudyFigures(record(), stored.courses());
  }

  /** The caveats of some studies for an answer; empty for none. */
  static String note(List<JointStudy> studies) {
    List<StudyPoint> points =
        studies.stream().flatMap(study -> study.record().points().stream()).toList();
    long suspect = count(points, Verdict.SUSPECT);
    long invalid = count(points, Verdict.INVALID);
    List<String> notes = new ArrayList<>();
    if (suspect > 0) {
      notes.add(suspect + " of " + points.size() + " forks suspect");
    }
    if (invalid > 0) {
      notes.add(invalid + " of " + points.size() + " forks invalid and left out");
    }
    if (!studies.stream().allMatch(study -> study.record().complete())) {
      notes.add("stopped before its end");
    }
    return String.join(", ", notes);
  }

  private static long count(List<StudyPoint> points, Verdict verdict) {
    return points.stream().filter(point -> point.validity().verdict() == verdict).count();
  }
}
