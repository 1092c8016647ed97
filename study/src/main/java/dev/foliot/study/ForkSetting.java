package dev.foliot.study;

import dev.foliot.service.profile.Profiler;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.Cell;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setting of a fork. Immutable.
 *
 * @param plan of its study
 * @param cells of one arm; several if their loads continue each other
 * @param folder for temporary files
 * @param log takes the program's output
 * @param progress receives the fork's stages
 * @param profiler profiles it; null for no profile
 * @param keeps stores results before the fork ends
 * @param records whether the service has a flight recording that explains slow requests
 */
public record ForkSetting(
    StudyPlan plan,
    List<Cell> cells,
    Path folder,
    Path log,
    StudyProgress progress,
    @Nullable Profiler profiler,
    Keeper keeps,
    boolean records) {
  /** Stores results before a fork ends. */
  public interface Keeper {
    /** Stores nothing. */
    Keeper NONE = new Keeper() {};

    /** Stores a profile. */
    default void profile(Profile profile) {}

    /** Stores a prediction; the measurement begins after it has returned. */
    default void prediction(StudyPrediction prediction) {}
  }

  /** Keeps a copy. */
  public ForkSetting {
    cells = List.copyOf(cells);
  }

  /** A new file for a trial's output. */
  public static Path newLog(Path folder, String prefix) {
    try {
      return Files.createTempFile(folder, prefix, ".log");
    } catch (IOException e) {
      throw FoliotException.environment(
          "no file can be made in " + folder + " (" + e.getMessage() + "): make room there");
    }
  }

  /** The setting of a trial before the study, without a profile, for a plan's first load. */
  public static ForkSetting trial(
      StudyPlan plan, int arm, Path folder, Path log, StudyProgress progress) {
    return new ForkSetting(
        plan,
        List.of(new Cell(arm, 0, Cell.TRIAL, 0)),
        folder,
        log,
        progress,
        null,
        Keeper.NONE,
        false);
  }

  /** A copy with another plan. */
  public ForkSetting with(StudyPlan other) {
    return new ForkSetting(other, cells, folder, log, progress, profiler, keeps, records);
  }

  /** The first cell. */
  public Cell cell() {
    return cells.getFirst();
  }

  /** Its arm. */
  public ArmPlan arm() {
    return plan.arms().get(cell().arm());
  }

  /** Its first load. */
  public StepPlan step() {
    return plan.steps().get(cell().step());
  }

  /** All of its loads. */
  public List<StepPlan> steps() {
    return cells.stream().map(one -> plan.steps().get(one.step())).toList();
  }

  /** Whether it is a trial. */
  public boolean isTrial() {
    return cell().fork() == Cell.TRIAL;
  }
}
