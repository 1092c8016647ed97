package dev.foliot.study.remedy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RemedyAnswersTest {
  private static final CpuPartition CPUS =
      new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of());
  private static final StudyRemedy.Seen FALSE_SHARING =
      seen("false sharing", StudyRemedy.Sharing.FALSE);
  private static final StudyRemedy.Seen TRUE_SHARING =
      seen("true sharing", StudyRemedy.Sharing.TRUE);
  private static final StudyRemedy.Seen UNKNOWN_SHARING =
      seen("sharing of unknown kind", StudyRemedy.Sharing.UNKNOWN);

  private final List<StudyPoint> points = new ArrayList<>();

  private static StudyRemedy.Seen seen(String title, StudyRemedy.@Nullable Sharing sharing) {
    return new StudyRemedy.Seen(
        title,
        "a.Parcel",
        new Finding.Grade(Severity.HIGH, new Reason.Plain("many writes")),
        sharing);
  }

  private static StudyRemedy looked(StudyRemedy.Seen... findings) {
    return new StudyRemedy(
        findings.length == 0 ? "nothing found" : findings.length + " findings",
        List.of(findings),
        List.of(),
        null,
        48,
        null);
  }

  private static StudyRemedy partly(List<StudyRemedy.Unseen> unseen, StudyRemedy.Seen... findings) {
    return new StudyRemedy("not all could be looked at", List.of(findings), unseen, null, 48, null);
  }

  private static StudyRemedy.Unseen unseen(String examination, String reason) {
    return new StudyRemedy.Unseen(examination, new Reason.Plain(reason));
  }

  private List<StudyAnswer> answers(Jdk newer, boolean canSteer) {
    StudyPlan plan =
        new StudyPlan(
            new RemedyStudy(),
            StudyForm.QUICK,
            RemedyPlan.arms(StudyPlans.JDK_17, newer, List.of(), canSteer),
            RemedyPlan.steps(StudyForm.QUICK),
            new StudyPlan.Sample(4, 1),
            new StudyPlan.Machine(CPUS, new ClassPath(List.of())),
            StudyPlan.Asked.usual(new RemedyStudy()),
            StudyPlan.Origin.of(List.of("study", "remedy")));
    return StudyPlans.answers(plan, points, Map.of());
  }

  private void add(String arm, int step, double perS, StudyRemedy remedy) {
    add(arm, step, perS, remedy, Validity.valid());
  }

  private void add(String arm, int step, double perS, StudyRemedy remedy, Validity validity) {
    points.add(
        new StudyPoint(
            new StudyPoint.Cell(arm, step, null, null, points.size() + 1),
            StudyPoint.Answered.of(perS),
            StudyPoint.Used.UNKNOWN,
            MetricValues.of(Map.of(Metric.CPU_PER_OPERATION, 2e9 / perS)),
            StudyPoint.Observed.NOTHING,
            StudyPoint.Trust.of(validity),
            new StudyPoint.Placement(null, remedy)));
  }

  private void addFour(String arm, int step, double perS, StudyRemedy remedy) {
    for (int fork = 0; fork < 4; fork++) {
      add(
          arm,
          step,
          perS * (1 + fork * 0.01),
          fork == 0
              ? remedy
              : new StudyRemedy(
                  null,
                  List.of(),
                  null,
                  remedy.wantedOffset(),
                  remedy.lineOffset(),
                  remedy.told()));
    }
  }

  private static StudyRemedy steered(int place, StudyRemedy.Seen... findings) {
    StudyRemedy looked = looked(findings);
    return new StudyRemedy(
        looked.headline(), looked.findings(), looked.unseen(), 24, place, "at " + place);
  }

  private static String of(List<StudyAnswer> answers, String question) {
    return answers.stream()
        .filter(answer -> answer.question().equals(question))
        .findFirst()
        .orElseThrow()
        .answer();
  }

  @Test
  void shouldJudgeEachRemedyAsCompareDoesAndNameWhatIsNext() {
    addFour("as-is", 0, 400e6, looked(FALSE_SHARING));
    addFour("steered", 0, 1_100e6, steered(24));
    addFour("newer-jdk", 0, 1_500e6, looked());
    addFour("no-table", 0, 404e6, looked(FALSE_SHARING));
    addFour("no-cache", 0, 200e6, looked());
    addFour("as-is", 1, 80e6, looked(TRUE_SHARING, FALSE_SHARING));
    addFour("steered", 1, 80e6, steered(24, TRUE_SHARING));
    addFour("newer-jdk", 1, 900e6, looked(FALSE_SHARING));

    List<StudyAnswer> answers = answers(StudyPlans.JDK_25, true);

    assertThat(of(answers, "What does each remedy give under false sharing?"))
        .startsWith("steered is better: 2.75 times as-is (")
        .contains("newer-jdk is better: 3.75 times as-is (", "no-table is the same: ")
        .contains("no-cache is worse: ");
    assertThat(answers.getFirst().headline()).contains("newer-jdk (3.75 times as-is)");
    assertThat(answers.getFirst().forks()).isEqualTo(20);
    assertThat(of(answers, "How much CPU time does a type check need under false sharing?"))
        .contains("steered is better: 0.36 times as-is (", "no-cache is worse: 2.00 times");
    assertThat(of(answers, "What does diagnose find under false sharing?"))
        .isEqualTo(
            "as-is: false sharing of a.Parcel (high). steered: nothing. newer-jdk: nothing."
                + " no-table: false sharing of a.Parcel (high). no-cache: nothing.");
    assertThat(of(answers, "Which bottleneck is next under false sharing?"))
        .isEqualTo(
            "steered ends it; nothing else is found. newer-jdk ends it; nothing else is found."
                + " no-table leaves false sharing of a.Parcel (high). no-cache ends it; nothing"
                + " else is found.");
    assertThat(of(answers, "Which bottleneck is next under true sharing?"))
        .contains(
            "steered leaves true sharing of a.Parcel (high).",
            "newer-jdk ends it; next is false sharing of a.Parcel (high).");
    assertThat(of(answers, "Is the class where it was steered to?"))
        .startsWith("8 of 8 forks have the class at 24 bytes into a cache line");
    assertThat(answers)
        .extracting(StudyAnswer::question)
        .doesNotContain("Which remedies were left");
  }

  @Test
  void shouldSayWhereAClassDidNotLand() {
    add("as-is", 0, 400e6, looked(FALSE_SHARING));
    add("steered", 0, 400e6, steered(32, FALSE_SHARING));

    List<StudyAnswer> answers = answers(StudyPlans.JDK_25, true);

    assertThat(of(answers, "Is the class where it was steered to?"))
        .startsWith("0 of 1 forks ")
        .endsWith("The others: at 32.");
    assertThat(of(answers, "What does each remedy give under false sharing?"))
        .startsWith(
            "steered: 1.00 times as-is by the medians. A verdict needs 4 valid forks of each arm.");
    assertThat(of(answers, "What does each remedy give under true sharing?"))
        .startsWith("Nothing is known: as-is has no valid fork.");
  }

  @Test
  void shouldNameWhatWasLeftOutWithWhatToDo() {
    add("as-is", 0, 400e6, looked());

    List<StudyAnswer> answers = answers(StudyPlans.JDK_17, false);

    assertThat(of(answers, "Which remedies were left out?"))
        .startsWith("steered: the agent foliot-steer is not beside Foliot, build it again. ")
        .contains("newer-jdk: the newer JDK is older than 23, name one that is not with a second");
    assertThat(answers.getFirst().headline()).contains("Left out: steered, newer-jdk");
    assertThat(of(answers, "Which bottleneck is next under false sharing?"))
        .startsWith("Not known: nothing was found in the program as it is");
    assertThat(of(answers, "What does each remedy give under false sharing?"))
        .startsWith("Nothing to compare");
  }

  @Test
  void shouldAskForTheNextOfWhatTheRemediesAreForAndNameItBesideWhatIsLeft() {
    StudyRemedy.Seen wait = seen("threads wait for a CPU", null);
    addFour("as-is", 0, 400e6, looked(wait, FALSE_SHARING));
    addFour("steered", 0, 400e6, looked(wait, FALSE_SHARING));
    addFour("newer-jdk", 0, 400e6, looked(wait));
    addFour("as-is", 1, 400e6, looked(wait));
    addFour("steered", 1, 400e6, looked());

    List<StudyAnswer> answers = answers(StudyPlans.JDK_25, true);

    assertThat(of(answers, "Which bottleneck is next under false sharing?"))
        .isEqualTo(
            "steered leaves false sharing of a.Parcel (high), beside threads wait for a CPU of"
                + " a.Parcel (high). newer-jdk ends it; next is threads wait for a CPU of"
                + " a.Parcel (high).");
    assertThat(of(answers, "Which bottleneck is next under true sharing?"))
        .startsWith("Not known: no class that threads share was found")
        .endsWith("The largest finding is threads wait for a CPU of a.Parcel (high).");
  }

  @Test
  void shouldNotTakeAnEmptyListForHealthWhereDiagnoseCouldNotLook() {
    StudyRemedy.Seen wait = seen("threads wait for a CPU", null);
    List<StudyRemedy.Unseen> noSharing = List.of(unseen("sharing", "the process stopped"));
    addFour("as-is", 0, 400e6, looked(FALSE_SHARING));
    addFour("steered", 0, 400e6, partly(noSharing));
    addFour("newer-jdk", 0, 400e6, partly(List.of(unseen("counters", "no PMU"))));
    addFour("no-table", 0, 400e6, partly(noSharing, FALSE_SHARING));
    addFour("no-cache", 0, 400e6, partly(noSharing, wait));

    List<StudyAnswer> answers = answers(StudyPlans.JDK_25, true);

    assertThat(of(answers, "What does diagnose find under false sharing?"))
        .contains(
            " steered: nothing (incomplete: not all of sharing: the process stopped)."
                + " newer-jdk: nothing (incomplete: not all of counters). ");
    assertThat(of(answers, "Which bottleneck is next under false sharing?"))
        .isEqualTo(
            "steered: not known whether it ends it (not all of sharing: the process stopped)."
                + " newer-jdk ends it; nothing else is found (incomplete: not all of counters)."
                + " no-table leaves false sharing of a.Parcel (high). no-cache: not known whether"
                + " it ends it (not all of sharing: the process stopped), found is threads wait for"
                + " a CPU of a.Parcel (high).");
  }

  @Test
  void shouldSayHowFarDiagnoseSawTheProgramAsItIs() {
    List<StudyRemedy.Unseen> noSharing = List.of(unseen("sharing", "no watchpoints"));
    addFour("as-is", 0, 400e6, partly(noSharing));
    addFour("as-is", 1, 400e6, partly(noSharing, seen("threads wait for a CPU", null)));

    List<StudyAnswer> answers = answers(StudyPlans.JDK_25, true);

    assertThat(of(answers, "Which bottleneck is next under false sharing?"))
        .endsWith("(incomplete: not all of sharing: no watchpoints).");
    assertThat(of(answers, "Which bottleneck is next under true sharing?"))
        .contains("in the program as it is (incomplete: not all of sharing: no watchpoints).");
  }

  @Test
  void shouldTellSharingByItsKindAndTakeAnUnknownKindForTheSame() {
    addFour("as-is", 0, 400e6, looked(FALSE_SHARING));
    addFour("steered", 0, 400e6, looked(UNKNOWN_SHARING));
    addFour("as-is", 1, 400e6, looked(UNKNOWN_SHARING));
    addFour("steered", 1, 400e6, looked(TRUE_SHARING));

    List<StudyAnswer> answers = answers(StudyPlans.JDK_25, true);

    assertThat(of(answers, "Which bottleneck is next under false sharing?"))
        .isEqualTo("steered leaves sharing of unknown kind of a.Parcel (high).");
    assertThat(of(answers, "Which bottleneck is next under true sharing?"))
        .isEqualTo("steered leaves true sharing of a.Parcel (high).");
  }

  @Test
  void shouldSayOfWhichArmNothingIsKnownAndWhy() {
    Validity invalid = Validity.of(Verdict.INVALID, new StudyReason.NoTypeCheck());
    StudyRemedy notLooked = new StudyRemedy(null, List.of(), null, null, 48, null);
    add("as-is", 0, 400e6, looked(FALSE_SHARING));
    add("steered", 0, 1e6, looked(), invalid);
    add("steered", 0, 400e6, notLooked);
    add("newer-jdk", 0, 400e6, notLooked);
    add("as-is", 1, 1e6, looked(TRUE_SHARING), invalid);
    add("as-is", 1, 400e6, notLooked);
    add("steered", 1, 400e6, looked());

    List<StudyAnswer> answers = answers(StudyPlans.JDK_25, true);

    String why = "not known, the fork that it examined is INVALID (a thread made no type check).";
    String notRun = " newer-jdk: not known, diagnose did not run.";
    assertThat(of(answers, "What does diagnose find under false sharing?"))
        .isEqualTo("as-is: false sharing of a.Parcel (high). steered: " + why + notRun);
    assertThat(of(answers, "Which bottleneck is next under false sharing?"))
        .isEqualTo("steered: " + why + notRun);
    assertThat(of(answers, "What does diagnose find under true sharing?"))
        .isEqualTo("as-is: " + why + " steered: nothing.");
    assertThat(of(answers, "Which bottleneck is next under true sharing?"))
        .startsWith("Not known: there is no diagnosis");
  }
}
