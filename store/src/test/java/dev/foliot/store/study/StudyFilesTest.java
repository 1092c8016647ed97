package dev.foliot.store.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.Examples;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Json;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Unavailable;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFilesTest {
  private static final String HOSTILE = "</script> \u202e =1+1";

  @TempDir Path temp;

  @Test
  void shouldGiveBackWhatWasWritten() {
    Store store = store();
    RunFolder folder = write(store, true);

    StoredRun stored = store.find(folder.id());

    assertThat(StudyFiles.isStudy(stored)).isTrue();
    assertThat(StudyFiles.study(stored)).isEqualTo(study(folder.id(), true));
    assertThat(StudyFiles.course(stored, 1)).isEqualTo(course());
    assertThat(StudyFiles.course(stored, 2)).isEqualTo(StudyCourse.NONE);
    assertThat(stored.fork(1)).isEqualTo(Examples.fork(1));
  }

  @Test
  void shouldCountForksThatTheStudyDoesNotNameYet() {
    Store store = store();
    RunFolder folder = write(store, false);

    assertThat(StudyFiles.study(store.find(folder.id())).points())
        .containsExactly(point(1), failed(2));
  }

  @Test
  void shouldOpenTheStudyThatVersionOneWrote() throws URISyntaxException {
    Path golden =
        Path.of(Objects.requireNonNull(getClass().getResource("/golden/study-2")).toURI());

    StoredRun stored = Store.open(temp).find(golden.toString());

    assertThat(StudyFiles.study(stored)).isEqualTo(study("20261122-010000-bp6p", true));
    assertThat(StudyFiles.course(stored, 1)).isEqualTo(course());
    assertThat(stored.run().command()).isEqualTo("study");
  }

  /** Studies from before memory was observed and before loads could change. */
  @Test
  void shouldOpenTheFirstStudiesThatHadLess() throws URISyntaxException {
    Path golden =
        Path.of(Objects.requireNonNull(getClass().getResource("/golden/study-1")).toURI());

    StoredRun stored = Store.open(temp).find(golden.toString());

    StudyRecord study = StudyFiles.study(stored);
    assertThat(study.steps()).extracting(StudyStep::marks).containsOnly(List.of());
    assertThat(study.steps()).extracting(one -> one.varied().app()).containsOnlyNulls();
    assertThat(study.arms()).allSatisfy(arm -> assertThat(arm.environment()).isEmpty());
    assertThat(study.points()).extracting(StudyPoint::flight).containsOnlyNulls();
    assertThat(study.points()).extracting(StudyPoint::collection).containsOnlyNulls();
    assertThat(study.points().getFirst().measures()).isEqualTo(point(1).measures());
    StudyCourse course = course();
    assertThat(StudyFiles.course(stored, 1))
        .isEqualTo(
            new StudyCourse(
                course.intervals(),
                course.samples(),
                course.threads(),
                course.decisions(),
                List.of(),
                List.of()));
  }

  @Test
  void shouldKeepWhatADiagnosisFound() {
    StudyPoint plain = point(1);
    StudyPoint diagnosed =
        new StudyPoint(
            plain.cell(),
            plain.answered(),
            plain.used(),
            plain.measures(),
            plain
                .observed()
                .diagnosed(
                    List.of(
                        new StudyRemedy.Seen(
                            "threads wait for a lock",
                            "java.lang.Object at shop.Shop.order:33",
                            new Finding.Grade(Severity.HIGH, new Reason.Plain("198 threads wait")),
                            null))),
            plain.trust(),
            plain.placement());

    assertThat(Json.parse(Json.text(diagnosed), StudyPoint.class)).contains(diagnosed);
    assertThat(Json.parse(Json.text(plain), StudyPoint.class).orElseThrow().findings()).isNull();
  }

  @Test
  void shouldKnowWhatMemoryIsMadeOf() {
    assertThat(
            new StudyMemory(0, null, null, 3L, Map.of("unattributed", 1L, "java_heap", 2L)).parts())
        .containsExactly(Map.entry("java_heap", 2L), Map.entry("unattributed", 1L));
    assertThatThrownBy(() -> new StudyMemory(0, null, null, 1L, Map.of("heap", 1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not of {heap=1}");
  }

  @Test
  void shouldKeepWhatPairsAreToDecide() {
    Store store = store();
    RunFolder folder = write(store, true);
    StudyRecord study = study(folder.id(), true);
    GateRecord gate = new GateRecord(1.1, 60_000_000_000L, 100, List.of("throughput_per_s"));
    StudyDesign design = study.design();
    StudyFiles.write(
        folder,
        new StudyRecord(
            study.schema(),
            study.id(),
            new StudyDesign(
                design.identity(),
                design.cpus(),
                design.arms(),
                design.steps(),
                design.measures(),
                design.leftOut(),
                design.name(),
                gate),
            study.points(),
            study.verdict(),
            study.validity(),
            true));

    assertThat(StudyFiles.study(store.find(folder.id())).gate()).isEqualTo(gate);
    assertThat(study.gate()).isNull();
  }

  @Test
  void shouldTakeSecretsOut() throws IOException {
    Store store = store();
    RunFolder folder = store.begin("study");
    StudyRecord study = study(folder.id(), true);
    StudyFiles.write(
        folder,
        new StudyRecord(
            study.schema(),
            study.id(),
            new StudyDesign(
                new StudyDesign.Identity(study.study(), study.form(), study.seed(), 4),
                study.cpus(),
                List.of(
                    new StudyArm(
                        "a",
                        "bank",
                        "cached",
                        new StudyArm.Jvm("/opt/jdk", "25", List.of("-Ddb.password=hot")),
                        new StudyArm.Limits(null, 0.5, 1_000_000L),
                        List.of("server", "--token", "hot"),
                        Map.of("DB_PASSWORD", "hot", "JAVA_OPTS", "--token hot", "MODE", "fast"))),
                study.steps(),
                List.of("cpu", "gc"),
                List.of(),
                "orders, --token hot",
                null),
            List.of(),
            study.verdict(),
            study.validity(),
            true));

    assertThat(Files.readString(folder.path().resolve("study.json")))
        .contains("-Ddb.password=***", "\"--token\", \"***\"", "\"quota_cpus\" : 0.5")
        .contains("\"measures\" : [ \"cpu\", \"gc\" ]")
        .contains("\"DB_PASSWORD\" : \"***\"", "\"JAVA_OPTS\" : \"--token ***\"")
        .contains("\"MODE\" : \"fast\"", "\"name\" : \"orders, --token ***\"")
        .doesNotContain("hot");
  }

  @Test
  void shouldKeepTheJvmOfAForkWithoutSecrets() throws IOException {
    Store store = store();
    RunFolder folder = store.begin("study");
    StudyRecord study = study(folder.id(), true);
    StudyPoint point = point(1);
    StudyJvm jvm =
        new StudyJvm("17.0.15", "17.0.15+6", "Debian", "/jdk", List.of("-Ddb.password=hot"));
    StudyPoint seen =
        new StudyPoint(
            point.cell(),
            point.answered(),
            point.used(),
            point.measures(),
            point.observed().in(jvm),
            point.trust(),
            point.placement());

    StudyFiles.write(folder, study.withPoints(List.of(seen)));

    StudyRecord read =
        Json.read(folder.path().resolve("study.json"), StudyRecord.class, StudyRecord.SCHEMA);
    assertThat(read.points().getFirst().jvm()).isEqualTo(jvm.with(List.of("-Ddb.password=***")));
  }

  @Test
  void shouldKeepWhatAnAnswerRestsOn() {
    Store store = store();
    RunFolder folder = store.begin("study");
    StudyAnswer answer =
        new StudyAnswer(
            "Who is first?",
            "a is.",
            "a is. b follows.",
            "1 s",
            Verdict.SUSPECT,
            8,
            List.of(new AnswerFigure("p99 of a", 1, "s", 0.5, null, "1 s")));

    StudyFiles.write(folder, study(folder.id(), false).answered(List.of(answer)));

    assertThat(
            Json.read(folder.path().resolve("study.json"), StudyRecord.class, StudyRecord.SCHEMA)
                .verdict())
        .containsExactly(answer);
  }

  @Test
  void shouldSayThatARunIsNoStudy() throws IOException {
    Store store = store();
    RunFolder folder = store.begin("bench");
    folder.write(Examples.run(folder.id()));
    StoredRun stored = store.find(folder.id());

    assertThat(StudyFiles.isStudy(stored)).isFalse();
    assertThatThrownBy(() -> StudyFiles.study(stored))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("study.json cannot be read: it does not exist");
  }

  private Store store() {
    return new Store(
        temp.resolve("store"), () -> Instant.parse("2026-11-22T01:00:00Z"), new Random(1));
  }

  /** Writes in a study's order: forks first, then their record, then the run's. */
  private static RunFolder write(Store store, boolean complete) {
    RunFolder folder = store.begin("study");
    try (ForkFolder fork = folder.beginFork(1)) {
      StudyFiles.write(fork, point(1), course());
      fork.commit(Examples.fork(1));
    }
    try (ForkFolder fork = folder.beginFork(2)) {
      StudyFiles.write(fork, failed(2), StudyCourse.NONE);
      fork.commit(Examples.fork(2, Map.of(), "the service died"));
    }
    StudyFiles.write(folder, complete ? study(folder.id(), true) : begun(folder.id()));
    RunRecord run = Examples.run(folder.id());
    folder.write(
        new RunRecord(
            run.schema(),
            new RunRecord.Origin(
                run.id(),
                "study",
                List.of("study", "ramp-up"),
                "ramp-up",
                run.startedAt(),
                run.endedAt()),
            new RunRecord.Setup(run.arms(), run.loads(), run.environment()),
            new RunRecord.Result(run.validity(), Map.of(), List.of(), null),
            complete ? List.of("fork-001", "fork-002") : List.of(),
            complete));
    return folder;
  }

  private static StudyRecord begun(String id) {
    StudyRecord whole = study(id, false);
    return new StudyRecord(
        whole.schema(),
        id,
        new StudyDesign(
            new StudyDesign.Identity(whole.study(), whole.form(), whole.seed(), 4),
            whole.cpus(),
            whole.arms(),
            whole.steps(),
            whole.measures(),
            List.of(),
            null,
            null),
        List.of(),
        List.of(),
        whole.validity(),
        false);
  }

  private static StudyRecord study(String id, boolean complete) {
    return new StudyRecord(
        StudyRecord.SCHEMA,
        id,
        new StudyDesign(
            new StudyDesign.Identity("ramp-up", "quick", 42, null),
            new StudyCpus(
                "0", "1", "1", Reasons.plain(List.of("two hardware threads of one core"))),
            List.of(
                StudyArm.builtIn(
                    "adaptive",
                    "bank",
                    "adaptive",
                    new StudyArm.Jvm("/opt/jdk-25", "25.0.3", List.of("-Xmx1g")),
                    "0"),
                StudyArm.builtIn(
                    "fixed:50",
                    "bank",
                    "fixed:50",
                    new StudyArm.Jvm("/opt/jdk-25", "25.0.3", List.of()),
                    null)),
            List.of(
                new StudyStep(
                    "full load",
                    new StudyStep.Load("closed", "closed loop, 300 clients", null, 300),
                    new StudyStep.Times(2_000_000_000, 1_000_000_000, 6_000_000_000L),
                    new StudyStep.Varied(200_000_000L, null, "bank", null),
                    List.of(new StudyMark(0, "load L"), new StudyMark(3_000.5, HOSTILE)),
                    null),
                new StudyStep(
                    "more",
                    new StudyStep.Load("open", "open loop", 40.5, null),
                    new StudyStep.Times(0, 0, 1),
                    new StudyStep.Varied(null, 50_000L, null, 2),
                    List.of(),
                    null)),
            List.of(),
            List.of(),
            null,
            null),
        List.of(point(1), failed(2)),
        List.of(
            new StudyAnswer(
                "Who is there first?",
                HOSTILE,
                HOSTILE,
                "1.5 s (0.5 to 2.5) over 2 forks",
                null,
                2,
                List.of())),
        Validity.of(Verdict.INVALID, Reasons.plain(List.of("fixed:50: the service died"))),
        complete);
  }

  private static StudyPoint point(int fork) {
    return new StudyPoint(
        new StudyPoint.Cell("adaptive", 0, null, 300, fork),
        new StudyPoint.Answered(
            1_499.5, Examples.oldPercentiles(200_000_000), Map.of("status 503", 7L)),
        new StudyPoint.Used(0.75, 123_456_789L, 321),
        new MetricValues(Map.of("time_to_95_s", 1.5, "peak_per_s", 1_501.0)),
        new StudyPoint.Observed(
            new StudyWatch(
                9,
                new StudyWatch.Cpu(0.5, 0.25, 1_000.5, 12.25, 0.125, 0.01),
                new StudyWatch.Threads(321, 2),
                new StudyWatch.Rss(5, 7, 8),
                List.of("heap")),
            new StudyFlight(1, 2, 3, 4, 5, 6, 7, 8),
            new StudyCollection(9, 8, 7, 6, 5, 4),
            null,
            null),
        new StudyPoint.Trust(
            Unavailable.of(Reasons.plain(List.of("jfr: not asked for"))),
            Validity.of(Verdict.SUSPECT, Reasons.plain(List.of("steal 2 %"))),
            null),
        StudyPoint.Placement.NONE);
  }

  private static StudyPoint failed(int fork) {
    return new StudyPoint(
        new StudyPoint.Cell("fixed:50", 1, 40.5, null, fork),
        StudyPoint.Answered.of(0),
        StudyPoint.Used.UNKNOWN,
        MetricValues.NONE,
        StudyPoint.Observed.NOTHING,
        new StudyPoint.Trust(
            Unavailable.NOTHING,
            Validity.of(Verdict.INVALID, Reasons.plain(List.of("the service died"))),
            "the service died"),
        StudyPoint.Placement.NONE);
  }

  private static StudyCourse course() {
    return new StudyCourse(
        List.of(
            new StudyInterval(
                -100.5, 0, new LoadInterval.Counts(0, 0, 0, 0, 300), LoadInterval.Times.NONE),
            new StudyInterval(
                0,
                100,
                new LoadInterval.Counts(300, 299, 1, 300, 300),
                new LoadInterval.Times(1L, 2L, 3L, 4L, 5L, 6L, 7L))),
        List.of(
            new StudySample(
                -250.25,
                new StudySample.Sums(1, 2, 3, 4, null, 5, 6),
                new StudySample.Now(1, 20, 2, 100_000_000)),
            new StudySample(
                0.5,
                new StudySample.Sums(10, 20, 30, 40, 50L, 60, 70),
                new StudySample.Now(1, 200, 2, 200_000_000))),
        List.of(
            new StudyThreads(0, 8L, 9, 10, 11, 12, 13), new StudyThreads(1, null, 1, 2, 3, 4, 5)),
        List.of(new StudyDecision(12.5, 1, 8, 16, HOSTILE)),
        List.of(
            new StudyMemory(-1.5, null, null, null, Map.of()),
            new StudyMemory(
                2_000,
                5L,
                null,
                7L,
                Map.of("java_heap", 4L, "direct_buffers", 2L, "unattributed", 1L))),
        List.of());
  }

  /** Writes the golden example; kept to show where it came from. */
  static void main(String[] args) {
    Store store =
        new Store(Path.of(args[0]), () -> Instant.parse("2026-11-22T01:00:00Z"), new Random(1));
    write(store, true);
  }
}
