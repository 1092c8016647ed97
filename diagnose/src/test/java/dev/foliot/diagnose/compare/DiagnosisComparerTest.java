package dev.foliot.diagnose.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.compare.DiagnosisComparer.Side;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.diagnosis.Diagnoses;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import dev.foliot.store.diagnosis.DiagnosisDifference.Kind;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.store.diagnosis.WriteRate.Bound;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DiagnosisComparerTest {
  private static final WriteRate FAST = new WriteRate(1_000, Bound.EXACT);
  private static final LuckyPlacements UNLUCKY = new LuckyPlacements(3, 8, false);
  private static final LuckyPlacements LUCKY = new LuckyPlacements(3, 8, true);

  @Test
  void shouldFindNothingBetweenTwins() {
    ComparisonRecord same = compare(Diagnoses.slow(), Diagnoses.slow());

    assertThat(same.decision().verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(differences(same)).isEmpty();
    assertThat(same.figures().environmentDifferences()).isEmpty();
    assertThat(same.validity().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldCompareWhatIsFoundOfCpusAndMemory() {
    Map<String, Status> looked = Map.of("scheduler", Status.DONE);
    DiagnosisRecord waits =
        Diagnoses.examined(looked, Diagnoses.waiting(Severity.HIGH, "carriers"));
    DiagnosisRecord waitsLess =
        Diagnoses.examined(looked, Diagnoses.waiting(Severity.LOW, "carriers"));

    ComparisonRecord less = compare(waits, waitsLess);
    ComparisonRecord gone = compare(waits, Diagnoses.examined(looked));

    assertThat(compare(waits, waits).decision().verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(differences(compare(waits, waits))).isEmpty();
    assertThat(less.decision().verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(differences(less))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.kind()).isEqualTo(Kind.SEVERITY);
          assertThat(one.a()).contains("threads wait for a CPU, high: carriers");
        });
    assertThat(gone.decision().verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(differences(gone))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.kind()).isEqualTo(Kind.ONLY_IN_ONE);
          assertThat(one.b()).isEqualTo("no finding");
          assertThat(one.meaning()).isEqualTo("threads wait for a CPU: only A has it");
        });
  }

  /** Without a recording nothing is known about exceptions. */
  @Test
  void shouldNotJudgeWhatOneSideDidNotRecord() {
    ResourceFinding exceptions =
        new ResourceFinding(
            FindingKind.EXCEPTIONS,
            new Grade(Severity.HIGH, new Reason.Plain("many")),
            "acme.Broken at acme.Parser.parse:3",
            List.of(),
            new Advice("what", List.of(), 0.7));
    DiagnosisRecord recorded =
        Diagnoses.examined(Map.of("runtime", Status.DONE, "recording", Status.DONE), exceptions);

    ComparisonRecord unknown =
        compare(Diagnoses.examined(Map.of("runtime", Status.DONE)), recorded);
    ComparisonRecord worse =
        compare(
            Diagnoses.examined(Map.of("runtime", Status.DONE, "recording", Status.DONE)), recorded);

    assertThat(unknown.decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(worse.decision().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(differences(worse))
        .singleElement()
        .satisfies(one -> assertThat(one.b()).contains("acme.Parser.parse:3"));
  }

  /** A leak on one side was hidden by another finding on both. */
  @Test
  void shouldJudgeKindByKind() {
    Map<String, Status> looked = Map.of("scheduler", Status.DONE, "runtime", Status.DONE);
    ResourceFinding waits = Diagnoses.waiting(Severity.HIGH, "carriers");
    ResourceFinding leaks =
        new ResourceFinding(
            FindingKind.HEAP_GROWTH, waits.grade(), "Java heap", waits.evidence(), waits.advice());
    DiagnosisRecord without = Diagnoses.examined(looked, waits);
    DiagnosisRecord with = Diagnoses.examined(looked, waits, leaks);
    DiagnosisRecord other = Diagnoses.examined(looked, leaks);

    assertThat(compare(without, with).decision().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(compare(with, without).decision().verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(compare(without, other).decision().verdict())
        .as("one kind less does not make up for another")
        .isEqualTo(ComparisonVerdict.WORSE);
    DiagnosisRecord unasked = Diagnoses.examined(Map.of("scheduler", Status.DONE), waits);
    assertThat(compare(unasked, with).decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
  }

  @Test
  void shouldCompareWaitsOfAProcessWhicheverThreadsWaitLongest() {
    Map<String, Status> looked = Map.of("scheduler", Status.DONE);
    DiagnosisRecord a = Diagnoses.examined(looked, Diagnoses.waiting(Severity.HIGH, "carriers"));
    DiagnosisRecord b = Diagnoses.examined(looked, Diagnoses.waiting(Severity.HIGH, "worker"));
    assertThat(differences(compare(a, b))).isEmpty();
  }

  /** Jetty names its threads by a hash, which is another one in each JVM. */
  @ParameterizedTest
  @CsvSource({"qtp999966131, qtp51247", "http-nio-8080-exec, http-nio-9090-exec"})
  void shouldCompareAPoolWhateverItsNumber(String a, String b) {
    assertThat(differences(compare(exhausted(a), exhausted(b)))).isEmpty();
    assertThat(differences(compare(exhausted("pool-1-thread"), exhausted("pool-2-thread"))))
        .as("two pools of one program")
        .isNotEmpty();
  }

  private static DiagnosisRecord exhausted(String pool) {
    return Diagnoses.examined(
        Map.of("locks", Status.DONE),
        new ResourceFinding(
            FindingKind.EXHAUSTED_POOL,
            new Grade(Severity.HIGH, new Reason.Plain("why")),
            "workers of " + pool + "-*",
            List.of(),
            new Advice("what", List.of(), 0.9)));
  }

  /** A node without hardware counters detects shared classes as well as any other. */
  @ParameterizedTest
  @CsvSource({"PARTIAL, DONE", "UNAVAILABLE, DONE", "UNAVAILABLE, PARTIAL"})
  void shouldJudgeAClassByTheExaminationOfSharingAlone(Status counters, Status memory) {
    DiagnosisRecord shares =
        Diagnoses.examined(
            Map.of("sharing", Status.DONE, "counters", Status.DONE, "memory", Status.DONE),
            trueSharing(Severity.HIGH, 0, FAST, 2));
    DiagnosisRecord other =
        Diagnoses.examined(Map.of("sharing", Status.DONE, "counters", counters, "memory", memory));

    assertThat(differences(compare(shares, other)).getFirst())
        .satisfies(one -> {
          assertThat(one.kind()).isEqualTo(Kind.ONLY_IN_ONE);
          assertThat(one.b()).isEqualTo("no finding");
          assertThat(one.meaning()).isEqualTo("only the threads of A meet at this class");
        });
    assertThat(differences(compare(other, shares)).getFirst().meaning())
        .isEqualTo("only the threads of B meet at this class");
  }

  @ParameterizedTest
  @CsvSource({
    "PARTIAL, 'no finding, but not all could be looked at', B could look at a part only",
    "UNAVAILABLE, could not be looked at, B could not look for it"
  })
  void shouldTellAPartFromNothing(Status sharing, String there, String meaning) {
    DiagnosisRecord shares =
        Diagnoses.examined(
            Map.of("sharing", Status.DONE, "counters", Status.DONE),
            trueSharing(Severity.HIGH, 0, FAST, 2));
    DiagnosisRecord other = Diagnoses.examined(Map.of("sharing", sharing, "counters", Status.DONE));

    assertThat(onlyInOne(compare(shares, other)))
        .satisfies(one -> {
          assertThat(one.b()).isEqualTo(there);
          assertThat(one.meaning()).isEqualTo(meaning + ", so it may be there as well");
        });
  }

  /** Certain differences come first. */
  @Test
  void shouldRankASureAbsenceBeforeAnUnsureOne() {
    SharingFinding here = trueSharing(Severity.LOW, 0, FAST, 2);
    DiagnosisRecord shares =
        Diagnoses.examined(
            Map.of("sharing", Status.DONE, "scheduler", Status.DONE),
            Diagnoses.waiting(Severity.HIGH, "carriers"),
            here);
    DiagnosisRecord other =
        Diagnoses.examined(Map.of("sharing", Status.DONE, "scheduler", Status.UNAVAILABLE));

    assertThat(differences(compare(shares, other)))
        .extracting(DiagnosisDifference::meaning)
        .startsWith(
            "only the threads of A meet at this class",
            "threads wait for a CPU: B could not look for it, so it may be there as well");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TRUE_SHARING", "FALSE_SHARING"})
  void shouldJudgeAFindingByItsOwnExamination(FindingKind kind) {
    Set<String> all =
        Set.of(
            "sharing", "scheduler", "memory", "counters", "runtime", "locks", "words", "recording");
    ResourceFinding finding =
        new ResourceFinding(
            kind,
            new Grade(Severity.HIGH, new Reason.Plain("why")),
            "carriers",
            List.of(),
            new Advice("what", List.of(), 0.9));
    Map<String, Status> done = new HashMap<>();
    all.forEach(name -> done.put(name, Status.DONE));
    int unsure = 0;
    for (String name : all) {
      Map<String, Status> examinations = new HashMap<>(done);
      examinations.put(name, Status.PARTIAL);
      String meaning =
          onlyInOne(compare(Diagnoses.examined(done, finding), Diagnoses.examined(examinations)))
              .meaning();
      unsure += meaning.equals(kind.words() + ": only A has it") ? 0 : 1;
    }
    assertThat(unsure).isEqualTo(1);
    assertThat(
            onlyInOne(
                    compare(
                        Diagnoses.examined(done, finding),
                        Diagnoses.examined(Map.of("sharing", Status.DONE))))
                .b())
        .as("it was not asked for")
        .isEqualTo("not looked at");
  }

  @Test
  void shouldCompareTwoThatCouldNotLookAtTheSame() {
    assertThat(compare(Diagnoses.partial(), Diagnoses.partial()).decision().verdict())
        .isEqualTo(ComparisonVerdict.SAME);
  }

  @Test
  void shouldSayFirstThatTheAddressDecides() {
    SharingFinding unlucky = falseSharing(Severity.HIGH, 0, UNLUCKY);
    SharingFinding lucky = falseSharing(Severity.LOW, 24, LUCKY);

    ComparisonRecord comparison = compare(Diagnoses.with(unlucky), Diagnoses.with(lucky));

    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(differences(comparison))
        .extracting(DiagnosisDifference::kind)
        .containsExactly(Kind.PLACEMENT, Kind.SEVERITY);
    assertThat(differences(comparison).getFirst())
        .isEqualTo(
            new DiagnosisDifference(
                Kind.PLACEMENT,
                "com.acme.Order",
                "0 bytes into a line of 64, an unlucky address (3 of 8 are lucky)",
                "24 bytes into a line of 64, a lucky address (3 of 8 are lucky)",
                "the address decides which threads share a line"));
  }

  @Test
  void shouldNotBlameTheAddressOfTrueSharing() {
    SharingFinding a = trueSharing(Severity.HIGH, 0, FAST, 2);
    SharingFinding b = trueSharing(Severity.HIGH, 24, FAST, 2);

    assertThat(differences(compare(Diagnoses.with(a), Diagnoses.with(b))))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.kind()).isEqualTo(Kind.PLACEMENT);
          assertThat(one.meaning()).contains("makes no difference by itself");
        });
  }

  @Test
  void shouldCompareTrafficAndThreads() {
    SharingFinding a = trueSharing(Severity.HIGH, 0, FAST, 8);
    SharingFinding b = trueSharing(Severity.HIGH, 0, new WriteRate(300, Bound.EXACT), 2);
    SharingFinding bound = trueSharing(Severity.HIGH, 0, new WriteRate(300, Bound.AT_LEAST), 8);
    SharingFinding near = trueSharing(Severity.HIGH, 0, new WriteRate(600, Bound.EXACT), 8);

    assertThat(differences(compare(Diagnoses.with(a), Diagnoses.with(b))))
        .extracting(DiagnosisDifference::kind)
        .containsExactly(Kind.RATE, Kind.THREADS);
    assertThat(differences(compare(Diagnoses.with(a), Diagnoses.with(bound))))
        .singleElement()
        .satisfies(one -> assertThat(one.meaning()).contains("lower bound"));
    assertThat(differences(compare(Diagnoses.with(a), Diagnoses.with(near)))).isEmpty();
  }

  @Test
  void shouldTellTrueFromFalseSharingOfOneClass() {
    SharingFinding a = trueSharing(Severity.MEDIUM, 0, FAST, 2);
    SharingFinding b = falseSharing(Severity.MEDIUM, 0, UNLUCKY);

    ComparisonRecord comparison = compare(Diagnoses.with(a), Diagnoses.with(b));

    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(differences(comparison))
        .extracting(DiagnosisDifference::kind)
        .containsExactly(Kind.SHARING, Kind.THREADS);
  }

  /** One thread writes on both nodes; the address decides what others read on the line. */
  @Test
  void shouldNotSpeakOfSeveralWritersWhereOneWritesOnBothSides() {
    SharingFinding unlucky = falseSharing(Severity.HIGH, 0, UNLUCKY);
    SharingFinding wordRead = trueSharing(Severity.HIGH, 24, FAST, 1);

    List<DiagnosisDifference> found =
        differences(compare(Diagnoses.with(unlucky), Diagnoses.with(wordRead)));

    assertThat(found)
        .extracting(DiagnosisDifference::kind)
        .containsExactly(Kind.SHARING, Kind.PLACEMENT);
    assertThat(found.get(0).meaning()).startsWith("in both one thread writes the word; in one");
    assertThat(found.get(1).meaning()).contains("who reads the word itself waits at either");
  }

  @Test
  void shouldKnowAClassOfALoaderThatLiesElsewhere() {
    ComparisonRecord comparison = compare(Diagnoses.slow(), Diagnoses.fast());

    assertThat(differences(comparison).getFirst())
        .satisfies(one -> {
          assertThat(one.kind()).isEqualTo(Kind.PLACEMENT);
          assertThat(one.className()).isEqualTo("com.acme.cache.Entry");
          assertThat(one.b()).contains("no finding", "24 bytes into a line of 64, a lucky address");
        });
    assertThat(differences(comparison))
        .extracting(DiagnosisDifference::kind)
        .containsExactly(Kind.PLACEMENT, Kind.ONLY_IN_ONE);
  }

  @Test
  void shouldNotCallASideBetterThatDidNotSeeAll() {
    assertThat(compare(Diagnoses.slow(), Diagnoses.partial()).decision().verdict())
        .isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(compare(Diagnoses.fast(), Diagnoses.partial()).decision().verdict())
        .isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(compare(Diagnoses.partial(), Diagnoses.slow()).decision().verdict())
        .isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(compare(Diagnoses.fast(), Diagnoses.slow()).decision().verdict())
        .isEqualTo(ComparisonVerdict.WORSE);
    ComparisonRecord blind = compare(Diagnoses.fast(), Diagnoses.blind());
    assertThat(blind.decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(blind.validity().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(blind.validity().reasons()).containsExactly("B: sharing: it ended");
  }

  @Test
  void shouldNotSayThatAFindingIsInOneOnlyWhereTheOtherCouldNotLookAtAll() {
    ComparisonRecord comparison = compare(Diagnoses.slow(), Diagnoses.partial());

    assertThat(differences(comparison))
        .filteredOn(one -> one.kind() == Kind.ONLY_IN_ONE)
        .isNotEmpty()
        .allSatisfy(one -> {
          assertThat(one.b()).isEqualTo("no finding, but not all could be looked at");
          assertThat(one.meaning())
              .isEqualTo("B could look at a part only, so it may be there as well");
        });
  }

  @Test
  void shouldSayInWhatTheJvmsAndTheMachinesDiffer() {
    ComparisonRecord comparison =
        DiagnosisComparer.compare(
            new Side("a", Diagnoses.fast(), Map.of("kernel", "6.1", "cpu_count", 2L)),
            new Side("b", Diagnoses.partial(), Map.of("cpu_count", 2L)),
            Path.of("store"));

    assertThat(differences(comparison))
        .extracting(DiagnosisDifference::kind)
        .containsExactly(Kind.CURE, Kind.JVM, Kind.SEEN);
    assertThat(comparison.figures().environmentDifferences())
        .extracting(ComparisonRecord.Difference::name)
        .containsExactly("main_class", "kernel");
  }

  private static SharingFinding falseSharing(
      Severity severity, int lineOffset, LuckyPlacements lucky) {
    return Diagnoses.finding(FindingKind.FALSE_SHARING, severity, lineOffset, lucky, FAST, 1);
  }

  private static SharingFinding trueSharing(
      Severity severity, int lineOffset, WriteRate rate, int writers) {
    return Diagnoses.finding(FindingKind.TRUE_SHARING, severity, lineOffset, null, rate, writers);
  }

  private static ComparisonRecord compare(DiagnosisRecord a, DiagnosisRecord b) {
    return DiagnosisComparer.compare(
        new Side("a", a, Map.of()), new Side("b", b, Map.of()), Path.of("store"));
  }

  private static List<DiagnosisDifference> differences(ComparisonRecord comparison) {
    DiagnosisComparison diagnoses = comparison.diagnoses();
    return Objects.requireNonNull(diagnoses).differences();
  }

  private static DiagnosisDifference onlyInOne(ComparisonRecord comparison) {
    List<DiagnosisDifference> found =
        differences(comparison).stream().filter(one -> one.kind() == Kind.ONLY_IN_ONE).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }
}
