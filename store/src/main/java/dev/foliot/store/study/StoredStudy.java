package dev.foliot.store.study;

import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A study in the store, with all its forks.
 *
 * @param run the record of its run
 * @param study its record
 * @param courses its forks' timelines, by number
 * @param state whether it is over
 */
public record StoredStudy(
    RunRecord run, StudyRecord study, Map<Integer, StudyCourse> courses, StoredRun.State state) {
  /** Keeps a copy. */
  public StoredStudy {
    courses = Map.copyOf(courses);
  }

  /**
   * Reads a study.
   *
   * @throws dev.foliot.store.StoreException if a file of it is missing, corrupt or too new
   */
  public static StoredStudy read(StoredRun run) {
    Map<Integer, StudyCourse> courses = new LinkedHashMap<>();
    run.forkNumbers().forEach(fork -> courses.put(fork, StudyFiles.course(run, fork)));
    return new StoredStudy(run.run(), StudyFiles.study(run), courses, run.state());
  }

  /** The same with another record. */
  public StoredStudy with(StudyRecord other) {
    return new StoredStudy(run, other, courses, state);
  }
}
