package dev.foliot.study;

import dev.foliot.diagnose.Diagnosis;
import dev.foliot.linux.Reading;
import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.StudyRemedy;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** What is seen of a fork of the study of remedies beside its speed. Stateless. */
final class RemedyLook {
  private static final Path ROOT = Path.of("/");
  private static final int LONGEST_TOLD = 300;

  /** What stands before the reason where it could not look at all. */
  static final String NOT_SEEN = "what diagnose sees: ";

  private RemedyLook() {}

  /** What {@code diagnose} says of a JVM; it attaches to nothing. */
  static Reading<DiagnosisRecord> at(long pid, StudyForm form) throws InterruptedException {
    Diagnosis.Request request =
        new Diagnosis.Request(
            Duration.ofNanos(RemedyPlan.lookNs(form)),
            EnumSet.allOf(Diagnosis.Examination.class),
            false);
    return new Diagnosis(ROOT).of(pid, request, (what, done) -> {});
  }

  /**
   * All of it, as it is stored.
   *
   * @param seen what {@code diagnose} said; empty where it did not look
   * @param steeredTo where the class was to begin; empty without an agent
   * @param place where it begins, null if not known
   * @param told where the agent wrote
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

  /** A fork whose class is elsewhere has not had its remedy. */
  static Optional<String> missed(StudyRemedy remedy) {
    Integer wanted = remedy.wantedOffset();
    if (wanted == null || wanted.equals(remedy.lineOffset())) {
      return Optional.empty();
    }
    return Optional.of(
        "its class was steered to "
            + wanted
            + " bytes into a cache line and "
            + (remedy.lineOffset() == null
                ? "where it lies could not be seen"
                : "lies at " + remedy.lineOffset())
            + "; the agent says: "
            + Shown.text(remedy.told(), LONGEST_TOLD));
  }
}
