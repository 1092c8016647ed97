package dev.foliot.report;

import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.CodeSite;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.FieldPair;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingField;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.SharingFinding.CheckCode;
import dev.foliot.store.diagnosis.SharingFinding.Placement;
import dev.foliot.store.diagnosis.SharingFinding.SharedClass;
import dev.foliot.store.diagnosis.SharingFinding.StructurePlace;
import dev.foliot.store.diagnosis.SharingFinding.WordTraffic;
import dev.foliot.store.diagnosis.SharingThread;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A diagnosis that has something evil in every field that holds a text, and odd numbers. */
final class HostileDiagnosis {
  private static final String EVIL = HostileRun.EVIL;

  private HostileDiagnosis() {}

  public static StoredRun write(Path dir) {
    return DiagnosisFiles.write(
        Store.open(dir.resolve("hostile-diagnosis")),
        record(
            List.of(
                finding(64, 32, 32),
                finding(128, 0, 1_000_000_000),
                finding(12, 5, 3),
                resource())),
        List.of(EVIL, "'", EVIL),
        EVIL,
        Map.of(EVIL, EVIL),
        false);
  }

  /** The diagnosis around some findings. */
  public static DiagnosisRecord record(List<? extends Finding> findings) {
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            -1, new DiagnosisRecord.Jvm(EVIL, EVIL, EVIL, null), EVIL, -1e300, List.of()),
        new ThreadTime(
            -1e300,
            -1,
            List.of(
                new ThreadTime.Group(
                    EVIL,
                    -1e300,
                    Map.of(Doing.LOCK, 1e300, Doing.IDLE, -1.0),
                    List.of(new ThreadTime.Place(Doing.LOCK, 1e300, EVIL, EVIL, -1))))),
        Map.of(
            EVIL,
            ExaminationRecord.of(
                ExaminationRecord.Status.PARTIAL,
                new Reason.Plain(EVIL),
                EVIL,
                Collections.nCopies(100, EVIL),
                Reasons.plain(List.of(EVIL)))),
        List.copyOf(findings),
        List.of(
            new ClearedClass(
                new SharedClass(EVIL, EVIL, EVIL),
                new WordTraffic(new WriteRate(1e300, WriteRate.Bound.EXACT), -1, -1),
                new StructurePlace(EVIL, 64, 0),
                null,
                new Reason.Plain(EVIL))),
        new DiagnosisRecord.Cost(-1, -1, 1e300, 7));
  }

  private static ResourceFinding resource() {
    return new ResourceFinding(
        FindingKind.NATIVE_MEMORY_GROWTH,
        new Grade(Severity.HIGH, new Reason.Plain(EVIL)),
        EVIL,
        Collections.nCopies(300, new Evidence(EVIL, -1e300, EVIL, EVIL)),
        new Advice(EVIL, Collections.nCopies(100, EVIL), 7));
  }

  public static SharingFinding finding(int lineBytes, int lineOffset, int offset) {
    SharingThread thread = new SharingThread(-1, EVIL);
    return new SharingFinding(
        FindingKind.FALSE_SHARING,
        new Grade(Severity.HIGH, new Reason.Plain(EVIL)),
        new SharingFinding.CheckedClass(
            new SharedClass(EVIL, EVIL, EVIL), Collections.nCopies(20, EVIL)),
        new WordTraffic(new WriteRate(0, WriteRate.Bound.AT_LEAST), -1, Integer.MAX_VALUE),
        new Placement(
            new StructurePlace(EVIL, lineBytes, lineOffset),
            List.of(EVIL),
            new LuckyPlacements(1, 8, true),
            List.of(
                new FieldPair(EVIL, EVIL + "2", true, new LuckyPlacements(1, 8, true)),
                new FieldPair(EVIL, "nowhere", true, new LuckyPlacements(1, 8, true))),
            List.of(
                new SharingField(
                    EVIL, offset, 8, Collections.nCopies(40, thread), List.of(thread), List.of()),
                new SharingField(EVIL + "2", offset + 8, 16, List.of(), List.of(thread), List.of()),
                new SharingField(
                    "far", Integer.MAX_VALUE, Integer.MAX_VALUE, List.of(), List.of(), List.of()),
                new SharingField("none", 0, 0, List.of(), List.of(), List.of()))),
        new CheckCode(
            Collections.nCopies(10, new CodeSite(Collections.nCopies(50, EVIL), 1e300)), 1e300),
        new Advice(EVIL, List.of(EVIL), 1e300),
        null);
  }

  public static ComparisonRecord comparison() {
    return new ComparisonRecord(
        EVIL,
        new ComparisonRecord.Decision(ComparisonVerdict.UNDECIDED, EVIL, 0),
        new ComparisonRecord.Side(EVIL, 0, 0, EVIL, 0, List.of()),
        new ComparisonRecord.Side(EVIL, 0, 0, EVIL, 0, List.of()),
        new ComparisonRecord.Figures(
            List.of(), null, List.of(new ComparisonRecord.Difference(EVIL, EVIL, EVIL))),
        Validity.of(Verdict.INVALID, Reasons.plain(List.of(EVIL))),
        new DiagnosisComparison(
            EVIL,
            EVIL,
            List.of(
                new DiagnosisDifference(
                    DiagnosisDifference.Kind.PLACEMENT, EVIL, EVIL, EVIL, EVIL))),
        EVIL);
  }
}
