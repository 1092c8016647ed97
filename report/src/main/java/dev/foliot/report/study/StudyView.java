package dev.foliot.report.study;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.study.DrawnPairs;
import dev.foliot.judgement.study.DrawnStudy;
import dev.foliot.judgement.study.StudyDrawing;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A study with all its forks.
 *
 * @param key that the ids of its elements begin with
 * @param name the study's, told from others of the page that have the same
 * @param stored its records, its forks against time, and whether it is over
 * @param arms in the study's order
 * @param answer that its page begins with
 * @param drawing how it is drawn
 * @param pairs its pairs of forks; null for a fixed number of forks
 */
public record StudyView(
    String key,
    String name,
    StoredStudy stored,
    List<ArmView> arms,
    Answer answer,
    StudyDrawing drawing,
    @Nullable DrawnPairs pairs) {

  /**
   * All studies of a page.
   *
   * @throws ReportException if one has no whole fork
   */
  public static List<StudyView> of(List<DrawnStudy> all) {
    List<StudyRecord> studies = all.stream().map(one -> one.stored().study()).toList();
    all.forEach(one -> check(one.stored()));
    Map<String, ArmView> arms = new HashMap<>();
    for (StudyRecord study : studies) {
      for (StudyArm arm : study.arms()) {
        arms.computeIfAbsent(arm.name(), name -> ArmView.of(arms.size(), name));
      }
    }
    List<StudyView> views = new ArrayList<>();
    for (int i = 0; i < studies.size(); i++) {
      StudyRecord study = studies.get(i);
      List<ArmView> own = new ArrayList<>();
      study.arms().forEach(arm -> own.add(Objects.requireNonNull(arms.get(arm.name()))));
      views.add(
          new StudyView(
              "s" + i,
              name(studies, i),
              all.get(i).stored(),
              own,
              all.get(i).answer(),
              all.get(i).drawing(),
              all.get(i).pairs()));
    }
    return views;
  }

  private static void check(StoredStudy stored) {
    StudyRecord study = stored.study();
    if (study.points().isEmpty()) {
      throw new ReportException(
          "the study "
              + Foreign.name(study.id())
              + (stored.state() == StoredRun.State.IN_PROGRESS
                  ? " is in progress and no fork has ended: report it later"
                  : " has no whole fork: there is nothing to report"));
    }
    if (study.arms().isEmpty() || study.steps().isEmpty()) {
      throw new ReportException(
          "the study "
              + Foreign.name(study.id())
              + " names no arm or no load: its study.json was changed by hand");
    }
  }

  /** The record of its run. */
  public RunRecord run() {
    return stored.run();
  }

  /** Its own record. */
  public StudyRecord study() {
    return stored.study();
  }

  /** Whether it is over. */
  StoredRun.State state() {
    return stored.state();
  }

  private static String name(List<StudyRecord> studies, int index) {
    StudyRecord study = studies.get(index);
    String name = Foreign.name(study.study());
    List<StudyRecord> same =
        studies.stream().filter(other -> other.study().equals(study.study())).toList();
    if (same.size() == 1) {
      return name;
    }
    return name + " (" + Foreign.text(study.id(), 40) + ")";
  }

  /** Whether a point's figures count. */
  static boolean counts(StudyPoint point) {
    return point.validity().verdict() != Verdict.INVALID;
  }

  /** The forks of an arm under a load. */
  public List<StudyPoint> points(ArmView arm, int step) {
    return study().points().stream()
        .filter(point -> point.step() == step && point.arm().equals(arm.raw()))
        .toList();
  }

  /** A measure over the forks that count; null where none has it. */
  @Nullable ForkSpread spread(ArmView arm, int step, StudyMeasure measure) {
    return ForkSpread.of(values(arm, step, measure));
  }

  /** A measure of each fork that counts and has it. */
  List<Double> values(ArmView arm, int step, StudyMeasure measure) {
    List<Double> values = new ArrayList<>();
    for (StudyPoint point : points(arm, step)) {
      Double value = measure.of().apply(point);
      if (counts(point) && value != null) {
        values.add(value);
      }
    }
    return values;
  }

  /** Whether any fork has it. */
  boolean has(StudyMeasure measure) {
    return study().points().stream().anyMatch(point -> measure.of().apply(point) != null);
  }

  StudyCourse course(StudyPoint point) {
    return stored.courses().getOrDefault(point.fork(), StudyCourse.NONE);
  }

  /**
   * The fork that stands for an arm under a load: the one with the median throughput of those that
   * count, the lower of two; null where none counts.
   */
  @Nullable StudyPoint typical(ArmView arm, int step) {
    List<StudyPoint> sorted =
        points(arm, step).stream()
            .filter(StudyView::counts)
            .sorted(
                Comparator.comparingDouble(StudyPoint::throughputPerS)
                    .thenComparingInt(StudyPoint::fork))
            .toList();
    return sorted.isEmpty() ? null : sorted.get((sorted.size() - 1) / 2);
  }

  /** The load under which an arm answers most, by medians; 0 where nothing is known. */
  public int busiest() {
    int best = 0;
    double most = 0;
    for (int step = 0; step < study().steps().size(); step++) {
      for (ArmView arm : arms) {
        ForkSpread spread = spread(arm, step, StudyMeasure.THROUGHPUT);
        if (spread != null && spread.median() > most) {
          most = spread.median();
          best = step;
        }
      }
    }
    return best;
  }

  StudyStep step(int index) {
    return study().steps().get(index);
  }

  public String stepName(int index) {
    return index >= 0 && index < study().steps().size()
        ? Foreign.name(step(index).name())
        : "load " + index;
  }

  /** The servers under load. */
  List<String> servers() {
    return study().servers().stream().map(server -> Foreign.text(server, 40)).toList();
  }

  List<Block.Chip> legend() {
    return arms.stream().map(ArmView::chip).toList();
  }
}
