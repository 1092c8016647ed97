package dev.foliot.store.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.Arm;
import dev.foliot.store.Examples;
import dev.foliot.store.Json;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
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
import dev.foliot.text.ServiceReason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One long class, since all of it reads and writes the same few files. */
class DiagnosisFilesTest {
  private static final String HOSTILE =
      "</script>\u202e\u001b[2J\ud800 \"a\":\"b\"" + "x".repeat(10_000);

  @TempDir Path temp;

  @Test
  void shouldGiveBackWhatWasWritten() {
    Store store = store();
    for (DiagnosisRecord diagnosis :
        List.of(DiagnosisExamples.slow(), DiagnosisExamples.fast(), DiagnosisExamples.partial())) {
      StoredRun written = DiagnosisExamples.write(store, diagnosis);

      StoredRun stored = store.find(written.id());
      assertThat(store.find("@1").id()).isEqualTo(written.id());
      assertThat(DiagnosisFiles.isDiagnosis(stored)).isTrue();
      assertThat(DiagnosisFiles.diagnosis(stored)).isEqualTo(diagnosis);
    }
    assertThat(store.runs()).hasSize(3).allMatch(run -> run.problem() == null);
  }

  @Test
  void shouldGiveBackFindingsOfBothKinds() {
    DiagnosisRecord slow = DiagnosisExamples.slow();
    ResourceFinding waiting =
        new ResourceFinding(
            FindingKind.CPU_STARVATION,
            new Grade(Severity.HIGH, new Reason.Plain("12 % of the time; high from 10 %")),
            "carriers of --password=hunter2",
            List.of(
                new Evidence("run-queue wait", 12.25, "% of the time", "token=abc"),
                new Evidence("longest wait", null, "ms", "not permitted")),
            new Advice(
                "The threads are ready to run, and others have the CPUs.",
                List.of("Give it more CPUs."),
                0.9));
    List<Finding> both = new ArrayList<>(slow.findings());
    both.add(waiting);
    DiagnosisRecord diagnosis =
        new DiagnosisRecord(
            slow.schema(),
            new DiagnosisRecord.Examined(
                slow.pid(), slow.jvm(), slow.startedAt(), slow.durationS(), List.of()),
            null,
            slow.examinations(),
            both,
            List.of(),
            slow.cost());

    Store store = store();
    StoredRun written = DiagnosisExamples.write(store, diagnosis);
    DiagnosisRecord read = DiagnosisFiles.diagnosis(store.find(written.id()));

    assertThat(read.sharing()).isEqualTo(slow.findings());
    assertThat(read.resources()).hasSize(1);
    ResourceFinding found = read.resources().getFirst();
    assertThat(found.kind()).isEqualTo(waiting.kind());
    assertThat(found.evidence().getFirst().value()).isEqualTo(12.25);
    assertThat(found.evidence().getLast().value()).isNull();
    assertThat(found.subject()).doesNotContain("hunter2");
    assertThat(found.evidence().getFirst().note()).doesNotContain("abc");
  }

  @Test
  void shouldBeARunWithoutForks() {
    RunRecord run = DiagnosisExamples.write(store(), DiagnosisExamples.slow()).run();

    assertThat(run.command()).isEqualTo("diagnose");
    assertThat(run.benchmark()).isEqualTo("com.acme.Gateway");
    assertThat(run.commandLine()).containsExactly("foliot", "diagnose", "4711");
    assertThat(run.startedAt()).isEqualTo("2026-12-01T09:00:00Z");
    assertThat(run.arms()).extracting(Arm::jdkVersion).containsExactly("17.0.15+6-Debian-1deb12u1");
    assertThat(run.load().durationNs()).isEqualTo(5_250_000_000L);
    assertThat(run.environment()).isEqualTo(Examples.environment());
    assertThat(run.validity()).isEqualTo(Validity.valid());
    assertThat(run.forks()).isEmpty();
    assertThat(run.complete()).isTrue();
  }

  @Test
  void shouldSayHowFarItCanBeReliedUpon() {
    assertThat(DiagnosisFiles.validity(DiagnosisExamples.partial()))
        .isEqualTo(
            Validity.of(
                    Verdict.SUSPECT,
                    new Reason.Plain(
                        "watchpoints are not permitted: perf_event_paranoid is 3; grant"
                            + " CAP_PERFMON"))
                .in("sharing"));
    assertThat(DiagnosisFiles.validity(blind()).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldSayItInAFewWords() {
    assertThat(DiagnosisExamples.slow().headline()).isEqualTo("2 findings: 1 high, 1 medium");
    assertThat(DiagnosisExamples.fast().headline()).isEqualTo("nothing found");
    assertThat(DiagnosisExamples.partial().headline())
        .isEqualTo("nothing found, but not all could be looked at");
    assertThat(blind().headline()).isEqualTo("could not look");
    assertThat(new WriteRate(43_210.5, WriteRate.Bound.AT_LEAST).words())
        .isEqualTo("at least 43,211 times a second");
    assertThat(new WriteRate(0.5, WriteRate.Bound.ESTIMATE).words())
        .isEqualTo("about 0.5 times a second");
    assertThat(DiagnosisExamples.slow().sharing().getFirst().placement().place().address())
        .isEqualTo(0x7f3c04a81260L);
  }

  private static DiagnosisRecord blind() {
    DiagnosisRecord seen = DiagnosisExamples.fast();
    return new DiagnosisRecord(
        seen.schema(),
        new DiagnosisRecord.Examined(seen.pid(), seen.jvm(), seen.startedAt(), 0, List.of()),
        null,
        Map.of(
            "sharing",
            ExaminationRecord.of(
                ExaminationRecord.Status.UNAVAILABLE,
                new Reason.Plain("it ended"),
                "",
                List.of(),
                List.of())),
        List.of(),
        List.of(),
        seen.cost());
  }

  /** The names promised by the first version; further names may follow. */
  @Test
  void shouldHaveTheNamesThatOthersRead() {
    String json = Json.text(DiagnosisExamples.slow());

    assertThat(json)
        .containsSubsequence(
            "\"schema\" : \"foliot.diagnosis/1\"",
            "\"pid\" : 4711",
            "\"jvm\" : {",
            "\"version\" : \"17.0.15+6-Debian-1deb12u1\"",
            "\"vendor\" : \"Debian\"",
            "\"examinations\" : {",
            "\"sharing\" : {",
            "\"status\" : \"done\"",
            "\"findings\" : [ {",
            "\"kind\" : \"true-sharing\"",
            "\"severity\" : \"high\"",
            "\"class\" : \"com.acme.http.FullRequest\"",
            "\"field\" : \"_secondary_super_cache\"",
            "\"interfaces\" : [ \"com.acme.http.HttpMessage\", \"com.acme.http.HttpRequest\" ]",
            "\"rate\" : {",
            "\"per_s\" : 43210.5",
            "\"bound\" : \"at_least\"",
            "\"writer_threads\" : 3",
            "\"reader_threads\" : 1",
            "\"klass_address\" : \"0x7f3c04a81260\"",
            "\"line_offset\" : 32",
            "\"same_line_fields\" : [",
            "\"sites\" : [ {",
            "\"frames\" : [",
            "\"share\" : 0.62",
            "\"remedies\" : [",
            "\"confidence\" : 0.97",
            "\"kind\" : \"false-sharing\"",
            "\"severity\" : \"medium\"",
            "\"lucky\" : {",
            "\"placements\" : 3",
            "\"of\" : 8",
            "\"this_one\" : false",
            "\"cost\" : {",
            "\"cpu_s\" : 0.91",
            "\"watchpoint_hits\" : 6120");
    assertThat(Json.text(DiagnosisExamples.partial()))
        .contains("\"status\" : \"partial\"", "\"reason\" : \"watchpoints are not permitted")
        .doesNotContain("\"cleared\"");
    assertThat(Json.text(blind())).contains("\"status\" : \"unavailable\"");
    assertThat(Json.text(new WriteRate(1, WriteRate.Bound.EXACT))).contains("\"exact\"");
    assertThat(Json.text(new WriteRate(1, WriteRate.Bound.ESTIMATE))).contains("\"estimate\"");
  }

  @Test
  void shouldTellWhatAClassExtendsAndImplementsWhereThatIsKnown() throws IOException {
    String without = Json.text(DiagnosisExamples.slow());
    assertThat(without).doesNotContain("ancestry");
    Path file = temp.resolve("diagnosis.json");
    Files.writeString(
        file,
        without.replace(
            "\"confidence\" : 0.97",
            "\"confidence\" : 0.97, \"ancestry\" : {\"superclasses\" : [\"java.lang.Object\"],"
                + " \"interfaces\" : [\"com.acme.http.HttpMessage\"]}"));

    DiagnosisRecord read = Json.read(file, DiagnosisRecord.class, DiagnosisRecord.SCHEMA);

    assertThat(read.sharing().getFirst().ancestry())
        .isEqualTo(new Ancestry(List.of("java.lang.Object"), List.of("com.acme.http.HttpMessage")));
    assertThat(read.sharing().getLast().ancestry()).isNull();
    assertThat(DiagnosisFiles.redacted(read)).isEqualTo(read);
    assertThat(Json.text(read))
        .containsSubsequence("\"confidence\" : 0.97", "\"ancestry\" : {", "\"superclasses\" : [");
  }

  @Test
  void shouldOpenTheDiagnosesThatVersionOneWrote() throws URISyntaxException {
    List<DiagnosisRecord> known =
        List.of(DiagnosisExamples.slow(), DiagnosisExamples.fast(), DiagnosisExamples.partial());
    for (int i = 0; i < known.size(); i++) {
      Path golden =
          Path.of(
              Objects.requireNonNull(getClass().getResource("/golden/diagnosis-" + (i + 1)))
                  .toURI());

      StoredRun stored = Store.open(temp).find(golden.toString());

      assertThat(DiagnosisFiles.diagnosis(stored)).isEqualTo(known.get(i));
      assertThat(stored.run().command()).isEqualTo("diagnose");
    }
  }

  @Test
  void shouldHaveAGoldenDiagnosisOfEveryExamination() {
    DiagnosisRecord all = Diagnoses.everything();

    assertThat(all.examinations().keySet())
        .containsExactlyElementsOf(
            Arrays.stream(ExaminationKind.values()).map(ExaminationKind::label).toList());
    assertThat(all.findings())
        .extracting(finding -> finding.kind().examination())
        .contains(
            ExaminationKind.LOCKS,
            ExaminationKind.SCHEDULER,
            ExaminationKind.MEMORY,
            ExaminationKind.RUNTIME,
            ExaminationKind.WORDS,
            ExaminationKind.RECORDING);
    assertThat(all.examinations().values())
        .flatExtracting(ExaminationRecord::limits)
        .noneMatch(limit -> limit.is(Reason.Plain.class));
  }

  @Test
  void shouldGiveBackLimitsAsCodesWithoutSecrets() throws IOException {
    DiagnosisRecord plain = DiagnosisExamples.partial();
    List<Reason> limits =
        List.of(
            new ServiceReason.NoProfile("workers of token=hot"),
            new ServiceReason.NotWatched(
                ServiceReason.Watch.PAUSES, new ServiceReason.ProfilerUntried("it")));
    ExaminationRecord limited =
        ExaminationRecord.of(
            Status.PARTIAL,
            new StudyReason.NotDiagnosed(limits.getFirst()),
            "not all",
            List.of(),
            limits);

    StoredRun stored =
        DiagnosisExamples.write(
            store(),
            new DiagnosisRecord(
                plain.schema(),
                new DiagnosisRecord.Examined(
                    plain.pid(), plain.jvm(), plain.startedAt(), plain.durationS(), List.of()),
                null,
                Map.of("scheduler", limited),
                List.of(),
                List.of(),
                plain.cost()));

    assertThat(Files.readString(stored.path().resolve("diagnosis.json"))).doesNotContain("hot");
    ExaminationRecord read =
        Objects.requireNonNull(DiagnosisFiles.diagnosis(stored).examinations().get("scheduler"));
    assertThat(read.limits())
        .containsExactly(new ServiceReason.NoProfile("workers of token=***"), limits.getLast());
    assertThat(read.couldNot()).isEqualTo(Reasons.texts(read.limits()));
    assertThat(read.limit().orElseThrow().is(StudyReason.NotDiagnosed.class)).isTrue();
  }

  /**
   * The parts of a finding have no names of their own in JSON. The fourth has reasons of other
   * modules: {@code EveryReasonTest} reads it.
   */
  @Test
  void shouldWriteTheDiagnosesOfVersionOneAsTheyWere() throws URISyntaxException, IOException {
    for (int i = 1; i <= 3; i++) {
      Path folder =
          Path.of(Objects.requireNonNull(getClass().getResource("/golden/diagnosis-" + i)).toURI());
      StoredRun stored = Store.open(temp).find(folder.toString());

      assertThat(Json.text(DiagnosisFiles.diagnosis(stored)) + "\n")
          .isEqualTo(Files.readString(folder.resolve("diagnosis.json")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "severity",
        "severity_reason_code",
        "class",
        "writer_threads",
        "rate",
        "line_bytes",
        "line_offset",
        "klass_address",
        "explanation",
        "confidence"
      })
  void shouldRefuseAFindingThatLacksAPartOfAPart(String field) throws IOException {
    String whole = Json.text(DiagnosisExamples.slow());
    Path file = temp.resolve("lacking.json");
    Files.writeString(file, whole.replace('"' + field + "\" :", "\"other\" :"));

    assertThatThrownBy(() -> Json.read(file, DiagnosisRecord.class, DiagnosisRecord.SCHEMA))
        .isInstanceOf(StoreException.class);
  }

  @Test
  void shouldTakeSecretsOut() throws IOException {
    DiagnosisRecord plain = DiagnosisExamples.slow();
    DiagnosisRecord leaking =
        new DiagnosisRecord(
            plain.schema(),
            new DiagnosisRecord.Examined(
                plain.pid(),
                new DiagnosisRecord.Jvm("17", "Debian", "/srv/app.jar?token=hot", null),
                plain.startedAt(),
                plain.durationS(),
                List.of()),
            null,
            plain.examinations(),
            plain.sharing().stream()
                .<Finding>map(finding ->
                    finding.withFields(
                        List.of(
                            new SharingField(
                                "_name",
                                24,
                                8,
                                List.of(new SharingThread(1, "password=hot")),
                                List.of(new SharingThread(2, "token=hot")),
                                List.of(new SharingThread(3, "secret=hot"))))))
                .toList(),
            List.of(),
            plain.cost());

    StoredRun stored =
        DiagnosisFiles.write(
            store(),
            leaking,
            List.of("foliot", "diagnose", "1", "--token", "hot"),
            "2026-12-01T09:00:05Z",
            Map.of("api_key", "hot"),
            false);

    for (String file : List.of("run.json", "diagnosis.json")) {
      assertThat(Files.readString(stored.path().resolve(file)))
          .contains("***")
          .doesNotContain("hot");
    }
    assertThat(stored.run().complete()).isFalse();
  }

  @Test
  void shouldKeepWhichExaminationsWereChosen() throws Exception {
    DiagnosisRecord plain = Diagnoses.fast();
    assertThat(plain.only()).isEmpty();

    StoredRun stored =
        DiagnosisFiles.write(
            store(),
            Diagnoses.only(plain, "locks", "words"),
            List.of("foliot", "diagnose", "1"),
            "2026-12-01T09:00:05Z",
            Map.of(),
            true);

    assertThat(DiagnosisFiles.diagnosis(stored).only()).containsExactly("locks", "words");
    assertThat(Json.fields(plain)).doesNotContainKey("only");
  }

  @Test
  void shouldNotBeOfTheNamesInItsTexts() throws IOException {
    DiagnosisRecord plain = DiagnosisExamples.slow();
    SharingFinding one = plain.sharing().getFirst();
    SharingFinding hostile =
        new SharingFinding(
            one.kind(),
            new Grade(one.severity(), new Reason.Plain(HOSTILE)),
            new SharingFinding.CheckedClass(
                new SharedClass(HOSTILE, HOSTILE, HOSTILE), List.of(HOSTILE)),
            new WordTraffic(one.traffic().rate(), 1, 1),
            new Placement(
                new StructurePlace(HOSTILE, 64, 0), List.of(HOSTILE), null, List.of(), List.of()),
            new CheckCode(List.of(new CodeSite(List.of(HOSTILE), 1)), null),
            new Advice(HOSTILE, List.of(HOSTILE), 1),
            null);
    StoredRun stored =
        DiagnosisExamples.write(
            store(),
            new DiagnosisRecord(
                plain.schema(),
                new DiagnosisRecord.Examined(
                    plain.pid(),
                    new DiagnosisRecord.Jvm(HOSTILE, HOSTILE, HOSTILE, null),
                    plain.startedAt(),
                    1,
                    List.of()),
                null,
                Map.of(HOSTILE, plain.examinations().values().iterator().next()),
                List.of(hostile),
                List.of(),
                plain.cost()));

    assertThat(DiagnosisFiles.diagnosis(stored).sharing().getFirst().type().className())
        .isEqualTo(HOSTILE.replace('\ud800', '\ufffd'));
    assertThat(hostile.placement().place().address()).isZero();
    assertThat(Files.readString(stored.path().resolve("diagnosis.json")).chars())
        .as("plain ASCII")
        .allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
  }

  @Test
  void shouldRefuseWhatCannotBe() throws IOException {
    StoredRun stored = DiagnosisExamples.write(store(), DiagnosisExamples.slow());
    Path file = stored.path().resolve("diagnosis.json");
    String good = Files.readString(file);
    for (String[] change :
        new String[][] {
          {"foliot.diagnosis/1", "foliot.diagnosis/2"},
          {"foliot.diagnosis/1", "foliot.study/1"},
          {"\"high\"", "\"grave\""},
          {"\"at_least\"", "\"some\""},
          {"43210.5", "-1"},
          {"43210.5", "\"NaN\""},
          {"\"line_offset\" : 32", "\"line_offset\" : 64"},
          {"\"line_bytes\" : 64", "\"line_bytes\" : 0"},
          {"\"placements\" : 3", "\"placements\" : 9"},
          {"\"offset\" : 20", "\"offset\" : -20"},
          {"\"status\" : \"done\"", "\"status\" : null"},
          {"\"class\" : ", "\"klass\" : "},
          {"\"sharing\" : {", "\"sharing\" : null, \"other\" : {"},
          {"\"pid\" : 4711", "\"pid\" : 4711, \"pid\" : 4712"},
        }) {
      assertThat(good).contains(change[0]);
      Files.writeString(file, good.replace(change[0], change[1]));

      assertThatExceptionOfType(StoreException.class)
          .as(change[1])
          .isThrownBy(() -> DiagnosisFiles.diagnosis(stored))
          .withMessageContaining("diagnosis.json cannot be read: ");
    }
  }

  @Test
  void shouldSurviveAnyDamage() throws IOException {
    StoredRun stored = DiagnosisExamples.write(store(), DiagnosisExamples.slow());
    Path file = stored.path().resolve("diagnosis.json");
    byte[] good = Files.readString(file).getBytes(StandardCharsets.UTF_8);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      byte[] bad =
          random.nextInt(4) == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
      for (int n = random.nextInt(3); n > 0 && bad.length > 0; n--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, bad);
      try {
        DiagnosisFiles.diagnosis(stored);
      } catch (StoreException e) {
        assertThat(e.getMessage()).as("seed %d", seed).doesNotContainPattern("\\p{Cntrl}");
      }
    }
  }

  @Test
  void shouldReadWhatOthersAddAndWithoutWhatIsNew() throws IOException {
    StoredRun stored = DiagnosisExamples.write(store(), DiagnosisExamples.partial());
    Path file = stored.path().resolve("diagnosis.json");
    Files.writeString(
        file,
        Files.readString(file)
            .replace("\"cured\" : true", "\"novel\" : [ { } ]")
            .replace("\"pid\" :", "\"newer\" : { \"x\" : 1 }, \"pid\" :"));

    DiagnosisRecord read = DiagnosisFiles.diagnosis(stored);

    assertThat(read.jvm().cured()).isNull();
    assertThat(read.examinations()).isEqualTo(DiagnosisExamples.partial().examinations());
  }

  @Test
  void shouldSayThatARunIsNoDiagnosis() {
    Store store = store();
    RunFolder folder = store.begin("bench");
    folder.write(Examples.run(folder.id()));

    assertThat(DiagnosisFiles.isDiagnosis(store.find(folder.id()))).isFalse();
    assertThatThrownBy(() -> DiagnosisFiles.diagnosis(store.find(folder.id())))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("diagnosis.json cannot be read: it does not exist");
  }

  @Test
  void shouldLeaveNothingBehindThatCannotBeWritten() {
    Store store = store();
    DiagnosisRecord plain = DiagnosisExamples.slow();
    DiagnosisRecord tooLong =
        new DiagnosisRecord(
            plain.schema(),
            new DiagnosisRecord.Examined(
                plain.pid(),
                new DiagnosisRecord.Jvm("a".repeat(65 << 20), "", "", null),
                plain.startedAt(),
                1,
                List.of()),
            null,
            Map.of(),
            List.of(),
            List.of(),
            plain.cost());

    assertThatThrownBy(() -> DiagnosisExamples.write(store, tooLong))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("too big");
    assertThat(store.runs()).isEmpty();
  }

  private Store store() {
    return new Store(
        temp.resolve("store"), () -> Instant.parse("2026-12-01T09:00:00Z"), new Random(6));
  }
}
