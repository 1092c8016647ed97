package dev.foliot.study;

import dev.foliot.service.profile.Profiler;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a fork is played with. Immutable.
 *
 * @param plan of its study
 * @param cells of one arm; several where their loads continue each other
 * @param folder for files that are not kept
 * @param log takes what the program prints
 * @param progress hears of the fork's stages
 * @param profiler profiles it; null for not
 * @param keeps stores what is known before the fork ends
 */
public record ForkSetting(
    StudyPlan plan,
    List<Cell> cells,
    Path folder,
    Path log,
    StudyProgress progress,
    @Nullable Profiler profiler,
    Keeper keeps) {
  /** Stores what is known before a fork ends. */
  public interface Keeper {
    /** Nobody asks for it. */
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

  /** A new file for what a trial prints. */
  public static Path newLog(Path folder, String prefix) {
    try {
      return Files.createTempFile(folder, prefix, ".log");
    } catch (IOException e) {
      throw LabException.environment(
          "no file can be made in " + folder + " (" + e.getMessage() + "): make room there");
    }
  }

  /** One that is played before the study, without a profile, of a plan's first load. */
  public static ForkSetting trial(
      StudyPlan plan, int arm, Path folder, Path log, StudyProgress progress) {
    return new ForkSetting(
        plan, List.of(new Cell(arm, 0, Cell.TRIAL, 0)), folder, log, progress, null, Keeper.NONE);
  }

  /** The same of another plan. */
  public ForkSetting with(StudyPlan other) {
    return new ForkSetting(other, cells, folder, log, progress, profiler, keeps);
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
  List<StepPlan> steps() {
    return cells.stream().map(one -> plan.steps().get(one.step())).toList();
  }

  /** Whether it only finds out something. */
  boolean isTrial() {
    return cell().fork() == Cell.TRIAL;
  }
}
