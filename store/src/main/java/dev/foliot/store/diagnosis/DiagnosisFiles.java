package dev.foliot.store.diagnosis;

import dev.foliot.store.Arm;
import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Redaction;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileFiles;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The additional file of a diagnosis's run. Stateless. */
public final class DiagnosisFiles {
  static final String DIAGNOSIS_FILE = "diagnosis.json";
  private static final String COMMAND = "diagnose";
  private static final String NONE = "none";
  private static final double NS = 1e9;

  private DiagnosisFiles() {}

  /**
   * Stores a diagnosis as a run without forks; secrets are removed first.
   *
   * @param commandLine the words of the command
   * @param endedAt start, ISO 8601 in UTC
   * @param environment the machine's fingerprint
   * @param complete false if it was ended early
   * @throws dev.foliot.store.StoreException if the store is not writable; no part of it then
   *     remains
   */
  public static StoredRun write(
      Store store,
      DiagnosisRecord diagnosis,
      List<String> commandLine,
      String endedAt,
      Map<String, Object> environment,
      boolean complete) {
    return write(store, diagnosis, commandLine, endedAt, environment, complete, Map.of());
  }

  /** The same with profiles of the JVM. */
  public static StoredRun write(
      Store store,
      DiagnosisRecord diagnosis,
      List<String> commandLine,
      String endedAt,
      Map<String, Object> environment,
      boolean complete,
      Map<ProfileKind, Profile> profiles) {
    DiagnosisRecord kept = redacted(diagnosis);
    return RunFolder.keep(
        store,
        COMMAND,
        folder -> {
          Json.write(folder.resolve(DIAGNOSIS_FILE), kept);
          ProfileFiles.write(folder, profiles);
        },
        id -> run(id, kept, commandLine, endedAt, environment, complete));
  }

  private static RunRecord run(
      String id,
      DiagnosisRecord diagnosis,
      List<String> commandLine,
      String endedAt,
      Map<String, Object> environment,
      boolean complete) {
    String main = diagnosis.jvm().mainClass();
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            COMMAND,
            commandLine,
            main.isEmpty() ? "process " + diagnosis.pid() : main,
            diagnosis.startedAt(),
            endedAt),
        new RunRecord.Setup(
            List.of(new Arm("", diagnosis.jvm().version(), List.of(), null)),
            List.of(
                new LoadRecord(
                    new LoadRecord.Schedule(0, NONE, NONE, 0),
                    0,
                    Math.round(diagnosis.durationS() * NS),
                    new LoadRecord.Work(NONE, 0, NONE, 0),
                    null,
                    null)),
            environment),
        new RunRecord.Result(validity(diagnosis), Map.of(), List.of(), null),
        List.of(),
        complete);
  }

  /**
   * The reliability of a diagnosis, by the parts it could examine. It is invalid if no part could
   * be examined.
   */
  public static Validity validity(DiagnosisRecord diagnosis) {
    List<Validity> all = new ArrayList<>();
    diagnosis
        .examinations()
        .forEach((name, examination) -> {
          Reason why =
              examination
                  .limit()
                  .<Reason>map(reason -> new Reason.In(name, reason))
                  .orElseGet(() -> new RunReason.NotWhole(name));
          all.add(
              switch (examination.status()) {
                case DONE -> Validity.valid();
                case PARTIAL -> Validity.of(Verdict.SUSPECT, why);
                case UNAVAILABLE ->
                    Validity.of(diagnosis.sawNothing() ? Verdict.INVALID : Verdict.SUSPECT, why);
              });
        });
    return Validity.worst(all);
  }

  /** Names of threads are any text. */
  private static @Nullable ThreadTime redacted(@Nullable ThreadTime time) {
    return time == null
        ? null
        : new ThreadTime(
            time.observedS(),
            time.samples(),
            time.groups().stream()
                .map(group ->
                    new ThreadTime.Group(
                        Redaction.text(group.name()),
                        group.threads(),
                        group.shares(),
                        group.places()))
                .toList());
  }

  /** A diagnosis as stored: texts from a command line without secrets. */
  public static DiagnosisRecord redacted(DiagnosisRecord diagnosis) {
    DiagnosisRecord.Jvm jvm = diagnosis.jvm();
    return new DiagnosisRecord(
        diagnosis.schema(),
        new DiagnosisRecord.Examined(
            diagnosis.pid(),
            new DiagnosisRecord.Jvm(
                jvm.version(), jvm.vendor(), Redaction.text(jvm.mainClass()), jvm.cured()),
            diagnosis.startedAt(),
            diagnosis.durationS(),
            diagnosis.only()),
        redacted(diagnosis.time()),
        redacted(diagnosis.examinations()),
        diagnosis.findings().stream().map(DiagnosisFiles::redacted).toList(),
        diagnosis.cleared(),
        diagnosis.cost());
  }

  /** Names of threads and pools appear in sentences and in their codes. */
  private static Map<String, ExaminationRecord> redacted(
      Map<String, ExaminationRecord> examinations) {
    Map<String, ExaminationRecord> kept = new LinkedHashMap<>();
    examinations.forEach((name, one) -> {
      kept.put(
          name,
          new ExaminationRecord(
              one.status(),
              one.limit().map(Redaction::reason).orElse(null),
              Redaction.text(one.summary()),
              one.lookedAt().stream().map(Redaction::text).toList(),
              Redaction.reasons(one.couldNotCodes()),
              one.counts()));
    });
    return kept;
  }

  private static Finding redacted(Finding finding) {
    return switch (finding) {
      case SharingFinding sharing ->
          sharing.withFields(
              sharing.placement().fields().stream().map(DiagnosisFiles::redacted).toList());
      case ResourceFinding resource ->
          new ResourceFinding(
              resource.kind(),
              resource.grade(),
              Redaction.text(resource.subject()),
              resource.evidence().stream()
                  .map(one ->
                      new Evidence(
                          Redaction.text(one.name()),
                          one.value(),
                          one.unit(),
                          Redaction.text(one.note())))
                  .toList(),
              resource.advice());
    };
  }

  /** A program may name its threads after its arguments. */
  private static SharingField redacted(SharingField field) {
    return new SharingField(
        field.field(),
        field.offset(),
        field.bytes(),
        field.writers().stream().map(DiagnosisFiles::redacted).toList(),
        field.readers().stream().map(DiagnosisFiles::redacted).toList(),
        field.readersInTurn().stream().map(DiagnosisFiles::redacted).toList());
  }

  private static SharingThread redacted(SharingThread thread) {
    return new SharingThread(thread.tid(), Redaction.text(thread.name()));
  }

  /** Whether a run is a diagnosis. */
  public static boolean isDiagnosis(StoredRun run) {
    return Files.isRegularFile(run.path().resolve(DIAGNOSIS_FILE));
  }

  /**
   * A run's diagnosis.
   *
   * @throws dev.foliot.store.StoreException if it is missing, corrupt or too new
   */
  public static DiagnosisRecord diagnosis(StoredRun run) {
    return Json.read(
        run.path().resolve(DIAGNOSIS_FILE), DiagnosisRecord.class, DiagnosisRecord.SCHEMA);
  }
}
