package dev.foliot.study.remedy;

import dev.foliot.diagnose.Diagnosis;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.ForkSetting;
import dev.foliot.study.play.ForkProcedure;
import dev.foliot.study.play.SteerAgent;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The results of a remedy fork besides its speed. These are the {@code diagnose} of the first fork
 * of each arm and load, and the class's offset. For one thread.
 */
public final class RemedyLook {
  private static final Path ROOT = Path.of("/");

  private final ForkSetting setting;
  private final Path told;
  private final List<Reason> unavailable = new ArrayList<>();
  private Optional<DiagnosisRecord> diagnosis = Optional.empty();
  private @Nullable Integer place;

  /** Of a fork. */
  public RemedyLook(ForkSetting setting) {
    this.setting = setting;
    this.told = setting.folder().resolve("steered.json");
  }

  /** The agent's output file. */
  Path told() {
    return told;
  }

  /** Whether this fork is diagnosed. */
  boolean isWanted() {
    return setting.cell().replicate() == 0;
  }

  /** The result of {@code diagnose}; empty if it did not run or failed. */
  Optional<DiagnosisRecord> diagnosis() {
    return diagnosis;
  }

  /** Examines a JVM, if wanted; attaches to nothing. */
  public void diagnose(ForkProcedure.Processes processes, long pid) throws InterruptedException {
    if (!isWanted()) {
      return;
    }
    Diagnosis.Request request =
        new Diagnosis.Request(
            Duration.ofNanos(setting.plan().form().diagnosisNs()),
            EnumSet.allOf(ExaminationKind.class),
            false);
    switch (new Diagnosis(ROOT).of(pid, request, (what, done) -> {})) {
      case Reading.Value<DiagnosisRecord>(DiagnosisRecord record) ->
          diagnosis = Optional.of(record);
      case Reading.Unavailable<DiagnosisRecord>(Reason why) -> {
        processes.check();
        unavailable.add(new StudyReason.NotDiagnosed(why));
      }
    }
  }

  /** Stores the offset of the class in a cache line. */
  public void place(ForkProcedure.Processes processes, Reading<Integer> read)
      throws InterruptedException {
    switch (read) {
      case Reading.Value<Integer>(Integer at) -> place = at;
      case Reading.Unavailable<Integer>(Reason why) -> {
        processes.check();
        unavailable.add(new StudyReason.PlaceUnknown(why));
      }
    }
  }

  /** Adds all of it to a fork's outcome. */
  public ForkOutcome.Played in(ForkOutcome.Played played, OptionalInt steeredTo) {
    StudyRemedy remedy = remedy(diagnosis, steeredTo, place, told);
    Integer at = place;
    return (at == null ? played : played.with(Map.of(Metric.LINE_OFFSET, (double) at)))
        .limited(unavailable, missed(remedy).stream().toList())
        .placed(new StudyPoint.Placement(null, remedy));
  }

  /**
   * All of it, in stored form.
   *
   * @param seen the result of {@code diagnose}; empty if it did not run
   * @param steeredTo the target offset of the class; empty without an agent
   * @param place its actual offset, null if unknown
   * @param told the agent's output file
   */
  static StudyRemedy remedy(
      Optional<DiagnosisRecord> seen, OptionalInt steeredTo, @Nullable Integer place, Path told) {
    boolean isSteered = steeredTo.isPresent();
    return new StudyRemedy(
        seen.map(DiagnosisRecord::headline).orElse(null),
        seen.map(record -> record.findings().stream().map(StudyRemedy.Seen::of).toList())
            .orElse(List.of()),
        seen.map(StudyRemedy.Unseen::of).orElse(null),
        isSteered ? (Integer) steeredTo.getAsInt() : null,
        place,
        isSteered ? SteerAgent.said(told) : null);
  }

  /** Why a fork did not have its remedy: its class is elsewhere. */
  static Optional<Reason> missed(StudyRemedy remedy) {
    Integer wanted = remedy.wantedOffset();
    Integer place = remedy.lineOffset();
    if (wanted == null || wanted.equals(place)) {
      return Optional.empty();
    }
    return Optional.of(
        new StudyReason.ClassElsewhere(
            wanted, place == null ? -1 : place, String.valueOf(remedy.told())));
  }
}
