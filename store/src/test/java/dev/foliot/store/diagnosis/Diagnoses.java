package dev.foliot.store.diagnosis;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.SharingFinding.CheckCode;
import dev.foliot.store.diagnosis.SharingFinding.Placement;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Made-up diagnoses: those of the store's tests, and others of their kind. */
public final class Diagnoses {
  /** A text that attacks terminals and pages. */
  public static final String HOSTILE = "\u001b[2J</script>\u202e\r\n\u2028" + "x".repeat(10_000);

  private static final Path GOLDEN = Path.of("..", "store", "src", "test", "resources", "golden");

  private Diagnoses() {}

  /** True sharing of one class, and false sharing of another at an unlucky address. */
  public static DiagnosisRecord slow() {
    return DiagnosisFiles.diagnosis(stored(1));
  }

  /** The same program with nothing found, the second class at a lucky address. */
  public static DiagnosisRecord fast() {
    return DiagnosisFiles.diagnosis(stored(2));
  }

  /** A cured JVM, without the right to watch it. */
  public static DiagnosisRecord partial() {
    return DiagnosisFiles.diagnosis(stored(3));
  }

  /** A real one of a program with many problems, with all examinations. */
  public static DiagnosisRecord everything() {
    return DiagnosisFiles.diagnosis(stored(4));
  }

  /** The golden diagnosis of that number. */
  public static StoredRun stored(int number) {
    Path folder = GOLDEN.resolve("diagnosis-" + number);
    return Store.open(GOLDEN.resolve("none")).find(folder.toString());
  }

  /** A diagnosis without any examined part. */
  public static DiagnosisRecord blind() {
    return with(
        List.of(),
        ExaminationRecord.of(
            ExaminationRecord.Status.UNAVAILABLE,
            new Reason.Plain("it ended"),
            "",
            List.of(),
            List.of()));
  }

  /** A whole one around some findings. */
  public static DiagnosisRecord with(Finding... findings) {
    return with(
        List.of(findings),
        ExaminationRecord.of(ExaminationRecord.Status.DONE, null, "looked", List.of(), List.of()));
  }

  /** Threads that wait for a CPU, as severe as that. */
  public static ResourceFinding waiting(Severity severity, String subject) {
    return new ResourceFinding(
        FindingKind.CPU_STARVATION,
        new Grade(severity, new Reason.Plain("12 % of the time; high from 10 %")),
        subject,
        List.of(
            new Evidence("run-queue wait", 12.25, "% of the time", "of 4 threads"),
            new Evidence("longest wait", null, "ms", "trace events are not permitted")),
        new Advice(
            "The threads are ready to run, and others have the CPUs.",
            List.of(
                "Give it more CPUs; foliot diagnose PID --only scheduler shows whether it waits."),
            0.9));
  }

  private static final ThreadTime TIME =
      new ThreadTime(
          4.9,
          40,
          List.of(
              new ThreadTime.Group(
                  "http-exec-*",
                  20,
                  Map.of(Doing.PERMIT, 0.7, Doing.RUNNING, 0.1, Doing.IDLE, 0.2),
                  List.of(
                      new ThreadTime.Place(
                          Doing.PERMIT, 0.7, "com.acme.Orders.find:41", "com.acme.Pool.take", 0),
                      new ThreadTime.Place(Doing.RUNNING, 0.1, "com.acme.Json.parse:7", "", 0)))));

  /** A finding of a kind; that of a class about com.acme.Order. */
  public static Finding of(FindingKind kind, String subject) {
    return kind.subject() == FindingKind.Subject.CLASS
        ? finding(
            kind,
            Severity.LOW,
            0,
            new LuckyPlacements(3, 8, false),
            new WriteRate(1, WriteRate.Bound.EXACT),
            1)
        : new ResourceFinding(
            kind,
            new Grade(Severity.MEDIUM, new Reason.Plain("5 % of the time")),
            subject,
            List.of(new Evidence("share", 0.05, "%")),
            kind.advice(0.9));
  }

  /** A diagnosis whose examinations reached this status. */
  public static DiagnosisRecord examined(
      Map<String, ExaminationRecord.Status> examinations, Finding... findings) {
    Map<String, ExaminationRecord> records = new TreeMap<>();
    examinations.forEach((name, status) ->
        records.put(
            name, ExaminationRecord.of(status, null, name + " looked", List.of(), List.of())));
    return with(List.of(findings), records);
  }

  /** The same diagnosis, as if these examinations had been chosen. */
  public static DiagnosisRecord only(DiagnosisRecord diagnosis, String... names) {
    return new DiagnosisRecord(
        diagnosis.schema(),
        new DiagnosisRecord.Examined(
            diagnosis.pid(),
            diagnosis.jvm(),
            diagnosis.startedAt(),
            diagnosis.durationS(),
            List.of(names)),
        diagnosis.time(),
        diagnosis.examinations(),
        diagnosis.findings(),
        diagnosis.cleared(),
        diagnosis.cost());
  }

  /** A diagnosis without findings, of such examinations. */
  public static DiagnosisRecord limited(Map<String, ExaminationRecord> examinations) {
    return with(List.of(), examinations);
  }

  private static DiagnosisRecord with(List<Finding> findings, ExaminationRecord examination) {
    return with(findings, Map.of("sharing", examination));
  }

  private static DiagnosisRecord with(
      List<Finding> findings, Map<String, ExaminationRecord> examinations) {
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            4711,
            new DiagnosisRecord.Jvm("17.0.15", "Debian", "com.acme.Main", false),
            "2026-12-01T09:00:00Z",
            5,
            List.of()),
        TIME,
        examinations,
        findings,
        List.of(),
        new DiagnosisRecord.Cost(0.5, 0, 0, 0));
  }

  /** A finding of one class at a place. */
  public static SharingFinding finding(
      FindingKind kind,
      Severity severity,
      int lineOffset,
      @Nullable LuckyPlacements lucky,
      WriteRate rate,
      int writers) {
    return finding(kind, severity, lineOffset, lucky, rate, writers, List.of());
  }

  /** The same with the fields of its structure. */
  public static SharingFinding finding(
      FindingKind kind,
      Severity severity,
      int lineOffset,
      @Nullable LuckyPlacements lucky,
      WriteRate rate,
      int writers,
      List<SharingField> fields) {
    return new SharingFinding(
        kind,
        new Grade(severity, new Reason.Plain("5 % of the CPU samples")),
        new SharingFinding.CheckedClass(
            new SharedClass(
                "com.acme.Order",
                "com.acme.MyLoader @0x" + Integer.toHexString(lineOffset + 4096),
                "_secondary_super_cache"),
            List.of("com.acme.A", "com.acme.B")),
        new WordTraffic(rate, writers, 1),
        new Placement(
            new StructurePlace(
                "0x7f00000000" + Integer.toHexString(64 + lineOffset), 64, lineOffset),
            List.of(),
            lucky,
            List.of(),
            fields),
        new CheckCode(List.of(), null),
        new Advice("why", List.of(), 0.9),
        null);
  }

  /** Something evil in every text. */
  public static DiagnosisRecord hostile() {
    SharingThread thread = new SharingThread(1, HOSTILE);
    SharingFinding finding =
        new SharingFinding(
            FindingKind.FALSE_SHARING,
            new Grade(Severity.LOW, new Reason.Plain(HOSTILE)),
            new SharingFinding.CheckedClass(
                new SharedClass(HOSTILE, HOSTILE, HOSTILE), Collections.nCopies(30, HOSTILE)),
            new WordTraffic(new WriteRate(1, WriteRate.Bound.EXACT), 1, 1),
            new Placement(
                new StructurePlace(HOSTILE, 64, 0),
                List.of(HOSTILE),
                new LuckyPlacements(1, 8, true),
                List.of(new FieldPair(HOSTILE, HOSTILE, true, new LuckyPlacements(1, 8, false))),
                List.of(
                    new SharingField(
                        HOSTILE, 32, 8, List.of(thread), List.of(thread), List.of(thread)))),
            new CheckCode(
                Collections.nCopies(10, new CodeSite(Collections.nCopies(30, HOSTILE), 0.1)), null),
            new Advice(HOSTILE, List.of(HOSTILE), 1),
            null);
    ClearedClass cleared =
        new ClearedClass(
            new SharedClass(HOSTILE, HOSTILE, HOSTILE),
            new WordTraffic(new WriteRate(1, WriteRate.Bound.EXACT), 1, 0),
            new StructurePlace(HOSTILE, 64, 0),
            null,
            new Reason.Plain(HOSTILE));
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            1, new DiagnosisRecord.Jvm(HOSTILE, HOSTILE, HOSTILE, null), HOSTILE, 1, List.of()),
        null,
        Map.of(
            HOSTILE,
            ExaminationRecord.of(
                ExaminationRecord.Status.PARTIAL,
                new Reason.Plain(HOSTILE),
                HOSTILE,
                Collections.nCopies(100, HOSTILE),
                Reasons.plain(List.of(HOSTILE)))),
        List.of(finding),
        List.of(cleared),
        new DiagnosisRecord.Cost(1, 1, 1, 1));
  }
}
