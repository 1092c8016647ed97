package dev.foliot.store.diagnosis;

import dev.foliot.store.Examples;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
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
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Invented diagnoses: a slow node, a fast one, and one with little data. */
public final class DiagnosisExamples {
  static final String CACHE = "_secondary_super_cache";
  private static final String SUPERS = "_secondary_supers";
  private static final String PRIMARY = "_primary_supers[1]";

  private DiagnosisExamples() {}

  /** True sharing of one class, and false sharing of another at an unlucky address. */
  public static DiagnosisRecord slow() {
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            4711,
            new DiagnosisRecord.Jvm(
                "17.0.15+6-Debian-1deb12u1", "Debian", "com.acme.Gateway", false),
            "2026-12-01T09:00:00Z",
            5.25,
            List.of()),
        null,
        sharing(
            ExaminationRecord.of(
                Status.DONE,
                null,
                "2 of 3,120 classes make threads wait for each other's caches",
                List.of(
                    "3,120 classes, 44 times each in 1.2 s; 3 of them changed",
                    "the writers of 3 words, in 6 windows of 2 ms"),
                List.of())),
        List.of(trueSharing(), falseSharing()),
        List.of(
            new ClearedClass(
                new SharedClass("java.util.ArrayList", "bootstrap", CACHE),
                new WordTraffic(new WriteRate(12.5, WriteRate.Bound.EXACT), 1, 0),
                new StructurePlace("0x800012f18", 64, 24),
                null,
                new Reason.Plain("one thread writes, and nobody else reads on that line"))),
        new DiagnosisRecord.Cost(0.91, 6_120, 13_250, 0.011));
  }

  /** The same program where the second class has a lucky address and the first rests. */
  static DiagnosisRecord fast() {
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            4811,
            new DiagnosisRecord.Jvm(
                "17.0.15+6-Debian-1deb12u1", "Debian", "com.acme.Gateway", false),
            "2026-12-01T09:05:00Z",
            5.5,
            List.of()),
        null,
        sharing(
            ExaminationRecord.of(
                Status.DONE,
                null,
                "no class makes threads wait for each other's caches",
                List.of("3,118 classes, 46 times each in 1.2 s; 1 of them changed"),
                List.of())),
        List.of(),
        List.of(
            new ClearedClass(
                new SharedClass(
                    "com.acme.cache.Entry", "com.acme.PluginLoader @0x7f0a1caa0010", CACHE),
                new WordTraffic(new WriteRate(80_000, WriteRate.Bound.AT_LEAST), 1, 1),
                new StructurePlace("0x7f0a1c0915d8", 64, 24),
                new LuckyPlacements(3, 8, true),
                new Reason.Plain(
                    "what one thread writes and another reads is on different lines"))),
        new DiagnosisRecord.Cost(0.74, 2_040, 13_100, 0.005));
  }

  /** A cured JVM, without the right to watch it. */
  public static DiagnosisRecord partial() {
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            99,
            new DiagnosisRecord.Jvm("25.0.3+9-LTS", "Eclipse Adoptium", "/srv/app.jar", true),
            "2026-12-01T09:10:00Z",
            5,
            List.of()),
        null,
        sharing(
            ExaminationRecord.of(
                Status.PARTIAL,
                new Reason.Plain(
                    "watchpoints are not permitted: perf_event_paranoid is 3; grant CAP_PERFMON"),
                "cured: UseSecondarySupersTable is on; looked all the same, and nothing changed",
                List.of("21,004 classes, 41 times each in 1.6 s; none of them changed"),
                Reasons.plain(List.of("who writes: perf_event_paranoid is 3; grant CAP_PERFMON")))),
        List.of(),
        List.of(),
        new DiagnosisRecord.Cost(0.4, 0, 0, 0));
  }

  private static Map<String, ExaminationRecord> sharing(ExaminationRecord examination) {
    Map<String, ExaminationRecord> examinations = new LinkedHashMap<>();
    examinations.put("sharing", examination);
    return examinations;
  }

  private static SharingFinding trueSharing() {
    List<SharingThread> writers =
        List.of(
            new SharingThread(4720, "worker-1"),
            new SharingThread(4721, "worker-2"),
            new SharingThread(4722, "worker-3"));
    return new SharingFinding(
        FindingKind.TRUE_SHARING,
        new Grade(
            Severity.HIGH,
            new Reason.Plain(
                "18 % of the CPU samples are at this check; high from 5 %, medium from 1 %")),
        new SharingFinding.CheckedClass(
            new SharedClass("com.acme.http.FullRequest", "app", CACHE),
            List.of("com.acme.http.HttpMessage", "com.acme.http.HttpRequest")),
        new WordTraffic(new WriteRate(43_210.5, WriteRate.Bound.AT_LEAST), 3, 1),
        new Placement(
            new StructurePlace("0x7f3c04a81260", 64, 32),
            List.of(SUPERS, PRIMARY),
            null,
            List.of(
                new FieldPair(CACHE, SUPERS, true, new LuckyPlacements(1, 8, false)),
                new FieldPair(CACHE, PRIMARY, true, new LuckyPlacements(3, 8, false))),
            fields(writers, List.of(), List.of(new SharingThread(4730, "acceptor")))),
        new CheckCode(
            List.of(
                new CodeSite(
                    List.of(
                        "com.acme.http.Codec.isRequest(Codec.java:41)",
                        "com.acme.http.Pipeline.fire(Pipeline.java:88)",
                        "com.acme.Gateway.serve(Gateway.java:17)"),
                    0.62),
                new CodeSite(List.of("com.acme.http.Router.route(bci 12)"), 0.31),
                new CodeSite(List.of("the interpreter"), 0.07)),
            0.18),
        new Advice(
            "HotSpot keeps a description of each class. In it is one word that remembers the"
                + " interface that was checked last. Three threads check objects of this class"
                + " against two interfaces in turn, so each writes that word again and again, and"
                + " each time the others' CPUs lose the cache line that it is on.",
            List.of(
                "Run on JDK 23 or later, where such checks write nothing; prove it by this command"
                    + " on the new JVM: it says cured.",
                "Check against one interface at com.acme.http.Codec.isRequest; prove it by this"
                    + " command: the finding is gone."),
            0.97),
        null);
  }

  private static SharingFinding falseSharing() {
    return new SharingFinding(
        FindingKind.FALSE_SHARING,
        new Grade(
            Severity.MEDIUM,
            new Reason.Plain(
                "2.4 % of the CPU samples are at this check; high from 5 %, medium from 1 %")),
        new SharingFinding.CheckedClass(
            new SharedClass("com.acme.cache.Entry", "com.acme.PluginLoader @0x7f3c04aa0010", CACHE),
            List.of("com.acme.cache.Expiring", "com.acme.cache.Weighed")),
        new WordTraffic(new WriteRate(81_000, WriteRate.Bound.AT_LEAST), 1, 1),
        new Placement(
            new StructurePlace("0x7f3c04a91400", 64, 0),
            List.of(PRIMARY),
            new LuckyPlacements(3, 8, false),
            List.of(new FieldPair(CACHE, PRIMARY, true, new LuckyPlacements(3, 8, false))),
            fields(
                List.of(new SharingThread(4740, "sweeper")),
                List.of(),
                List.of(new SharingThread(4741, "lookup-1")))),
        new CheckCode(
            List.of(new CodeSite(List.of("com.acme.cache.Sweeper.weigh(Sweeper.java:12)"), 1)),
            0.024),
        new Advice(
            "One thread writes a word of the class's description, and another reads a different"
                + " word that happens to be on the same cache line.",
            List.of("Run on JDK 23 or later; prove it by this command on the new JVM."),
            0.9),
        null);
  }

  private static List<SharingField> fields(
      List<SharingThread> writers, List<SharingThread> supers, List<SharingThread> primary) {
    return List.of(
        new SharingField("_super_check_offset", 20, 4, List.of(), List.of(), List.of()),
        new SharingField("_name", 24, 8, List.of(), List.of(), List.of()),
        new SharingField(CACHE, 32, 8, writers, List.of(), List.of()),
        new SharingField(SUPERS, 40, 8, List.of(), supers, List.of()),
        new SharingField("_primary_supers[0]", 48, 8, List.of(), List.of(), List.of()),
        new SharingField(PRIMARY, 56, 8, List.of(), primary, List.of()));
  }

  public static StoredRun write(Store store, DiagnosisRecord diagnosis) {
    return DiagnosisFiles.write(
        store,
        diagnosis,
        List.of("foliot", "diagnose", Long.toString(diagnosis.pid())),
        Instant.parse(diagnosis.startedAt()).plusMillis(5_300).toString(),
        Examples.environment(),
        true);
  }

  /** Writes the golden examples; kept to show where they came from. */
  static void main(String[] args) {
    int number = 1;
    for (DiagnosisRecord diagnosis : List.of(slow(), fast(), partial())) {
      Path dir = Path.of(args[0]).resolve("diagnosis-" + number++);
      write(new Store(dir, () -> Instant.parse(diagnosis.startedAt()), new Random(6)), diagnosis);
    }
  }
}
