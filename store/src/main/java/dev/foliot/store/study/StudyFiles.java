package dev.foliot.store.study;

import dev.foliot.store.Copies;
import dev.foliot.store.CsvCodec;
import dev.foliot.store.CsvTable;
import dev.foliot.store.Durable;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.RunFolder;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The files of a study, in addition to those of every run. Stateless. */
public final class StudyFiles {
  static final String STUDY_FILE = "study.json";
  static final String YAML_FILE = "study.yaml";
  static final String POINT_FILE = "point.json";
  static final String POINT_SCHEMA = "foliot.point/1";
  static final String PREDICTION_FILE = "prediction.json";
  static final String PREDICTION_SCHEMA = "foliot.prediction/1";
  private static final String SERIES_FILE = "study-series.csv";
  private static final String WATCH_FILE = "watch.csv";
  private static final String THREADS_FILE = "threads.csv";
  private static final String DECISIONS_FILE = "decisions.csv";
  private static final String MEMORY_FILE = "memory.csv";
  private static final String EVENTS_FILE = "flight-events.csv";

  private static final CsvCodec<StudyInterval> SERIES = CsvCodec.of(StudyInterval.class);
  private static final CsvCodec<StudySample> WATCH = CsvCodec.of(StudySample.class);
  private static final CsvCodec<StudyThreads> THREADS = CsvCodec.of(StudyThreads.class);
  private static final CsvCodec<StudyDecision> DECISIONS = CsvCodec.of(StudyDecision.class);
  private static final CsvCodec<StudyEvent> EVENTS = CsvCodec.of(StudyEvent.class);

  private StudyFiles() {}

  /** A point with the schema of its own file. */
  record PointFile(String schema, StudyPoint point) {
    PointFile {
      Objects.requireNonNull(schema, "schema");
      Objects.requireNonNull(point, "point");
    }
  }

  /** A prediction with the schema of its own file. */
  record PredictionFile(String schema, StudyPrediction prediction) {
    PredictionFile {
      Objects.requireNonNull(schema, "schema");
      Objects.requireNonNull(prediction, "prediction");
    }
  }

  /**
   * Writes {@code point.json} and the tables of a fork, before its commit. Secrets are removed from
   * the point first.
   *
   * @throws StoreException if the files are not writable
   */
  public static void write(ForkFolder fork, StudyPoint point, StudyCourse course) {
    fork.json(POINT_FILE, new PointFile(POINT_SCHEMA, point.redacted()));
    fork.table(SERIES_FILE, SERIES, course.intervals());
    fork.table(WATCH_FILE, WATCH, course.samples());
    fork.table(THREADS_FILE, THREADS, course.threads());
    fork.table(MEMORY_FILE, StudyMemory.CODEC, course.memory());
    fork.table(EVENTS_FILE, EVENTS, course.events());
    fork.table(DECISIONS_FILE, DECISIONS, course.decisions());
  }

  /**
   * Writes a fork's {@code prediction.json} before its measurement.
   *
   * @throws StoreException if it is not writable
   */
  public static void write(ForkFolder fork, StudyPrediction prediction) {
    fork.json(PREDICTION_FILE, new PredictionFile(PREDICTION_SCHEMA, prediction));
  }

  /**
   * Replaces {@code study.json} in one step, without secrets. It is written before {@code
   * run.json}, which therefore never names a fork missing here.
   *
   * @throws StoreException if it is not writable; the previous file then stays whole
   */
  public static void write(RunFolder run, StudyRecord study) {
    if (!study.id().equals(run.id())) {
      throw new IllegalArgumentException(
          "the study of " + study.id() + " goes not into " + run.id());
    }
    try {
      Json.write(run.path().resolve(STUDY_FILE), study.redacted());
    } catch (IOException e) {
      throw StoreException.unwritable(run.path(), e);
    }
  }

  /**
   * Writes {@code study.yaml}, the study file of a run.
   *
   * @param text without secrets
   * @throws StoreException if it is not writable
   */
  public static void writeFile(RunFolder run, String text) {
    try {
      byte[] bytes = Copies.unicode(text).getBytes(StandardCharsets.UTF_8);
      Durable.replace(run.path().resolve(YAML_FILE), out -> out.write(bytes));
    } catch (IOException e) {
      throw StoreException.unwritable(run.path(), e);
    }
  }

  /** Whether a run is a study. */
  public static boolean isStudy(StoredRun run) {
    return Files.isRegularFile(run.path().resolve(STUDY_FILE));
  }

  /**
   * A study's record with the points of all complete forks, including those that {@code study.json}
   * does not name yet.
   *
   * @throws StoreException if it is missing, corrupt or too new
   */
  public static StudyRecord study(StoredRun run) {
    StudyRecord study =
        Json.read(run.path().resolve(STUDY_FILE), StudyRecord.class, StudyRecord.SCHEMA);
    return study.withPoints(run.forkNumbers().stream().map(number -> point(run, number)).toList());
  }

  /** A fork's point. */
  public static StudyPoint point(StoredRun run, int fork) {
    return Json.read(run.forkPath(fork).resolve(POINT_FILE), PointFile.class, POINT_SCHEMA).point();
  }

  /**
   * A fork's timeline.
   *
   * @throws StoreException if a file of it is missing or corrupt
   */
  public static StudyCourse course(StoredRun run, int fork) {
    Path folder = run.forkPath(fork);
    return new StudyCourse(
        SERIES.read(CsvTable.read(folder.resolve(SERIES_FILE))),
        WATCH.read(CsvTable.read(folder.resolve(WATCH_FILE))),
        THREADS.read(CsvTable.read(folder.resolve(THREADS_FILE))),
        DECISIONS.read(CsvTable.read(folder.resolve(DECISIONS_FILE))),
        StudyMemory.CODEC.read(CsvTable.read(folder.resolve(MEMORY_FILE))),
        EVENTS.read(CsvTable.read(folder.resolve(EVENTS_FILE))));
  }
}
