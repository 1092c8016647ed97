package dev.foliot.study.lottery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LotteryAnswersTest {
  private static final CpuPartition CPUS =
      new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of());
  private static final List<Integer> LUCKY = List.of(8, 16, 24);

  private final List<StudyPoint> points = new ArrayList<>();

  private List<StudyAnswer> answers(Jdk... jdks) {
    StudyPlan plan =
        new StudyPlan(
            new SharingLottery(),
            StudyForm.QUICK,
            LotteryPlan.arms(StudyForm.QUICK, List.of(jdks), List.of()),
            new SharingLottery().loads(StudyForm.QUICK, CPUS.service().size(), BurnCpus.most(CPUS)),
            new StudyPlan.Sample(1, 1),
            new StudyPlan.Machine(CPUS, new ClassPath(List.of())),
            StudyPlan.Asked.usual(new SharingLottery()),
            StudyPlan.Origin.of(List.of("study", "sharing-lottery")));
    return StudyPlans.answers(plan, points, Map.of());
  }

  private void add(String arm, int place, Jdk jdk, double perCpuS, Verdict verdict) {
    points.add(
        new StudyPoint(
            new StudyPoint.Cell(arm, 0, null, null, points.size() + 1),
            StudyPoint.Answered.of(perCpuS * 0.9),
            StudyPoint.Used.UNKNOWN,
            MetricValues.of(Map.of(Metric.READER_PER_CPU, perCpuS)),
            StudyPoint.Observed.NOTHING,
            StudyPoint.Trust.of(new Validity(verdict, List.of())),
            new StudyPoint.Placement(prediction(place, jdk).record(() -> Instant.EPOCH), null)));
  }

  private static AddressPrediction prediction(int place, Jdk jdk) {
    LoadedClass parcel =
        new LoadedClass(
            0x7f00_0000_1000L + place, "a.Parcel", "a.Loader @0x1", false, false, 2, 64, 1, 2);
    return new AddressPrediction(
        jdk.version(),
        jdk.feature(),
        jdk.feature() >= 23 ? Optional.of(true) : Optional.empty(),
        parcel,
        32,
        56,
        64);
  }

  /** All eight offsets, as on 17.0.15, with one fork that may differ. */
  private void addAll(Jdk jdk, String on, double lucky, double other) {
    for (int methods = 0; methods < 8; methods++) {
      int place = (8 + 8 * methods) % 64;
      double perCpuS = (LUCKY.contains(place) ? lucky : other) * (1 + methods * 0.01);
      add("filler " + methods + on, place, jdk, perCpuS, Verdict.VALID);
    }
  }

  @Test
  void shouldPredictByTheAddressAlone() {
    for (int place = 0; place < 64; place += 8) {
      assertThat(prediction(place, StudyPlans.JDK_17).record(() -> Instant.EPOCH).band())
          .isEqualTo(LUCKY.contains(place) ? "fast" : "slow");
      assertThat(prediction(place, StudyPlans.JDK_25).record(() -> Instant.EPOCH).band())
          .isEqualTo("alike");
    }
    assertThat(prediction(16, StudyPlans.JDK_17).record(() -> Instant.EPOCH))
        .hasFieldOrPropertyWithValue("type.klassAddress", "0x7f0000001010")
        .hasFieldOrPropertyWithValue("line.lineOffset", 16)
        .hasFieldOrPropertyWithValue("line.sameLine", false)
        .hasFieldOrPropertyWithValue("at", "1970-01-01T00:00:00Z")
        .hasFieldOrPropertyWithValue(
            "reason",
            "at 16 into a line of 64 bytes _secondary_super_cache (+32), which the writer writes,"
                + " and what the reader reads (+56) are on different lines");
  }

  @Test
  void shouldSayHowManyForksWerePredictedAndHowFarTheBandsAreApart() {
    addAll(StudyPlans.JDK_17, "", 800e6, 400e6);

    List<StudyAnswer> answers = answers(StudyPlans.JDK_17);

    assertThat(answers).hasSize(3);
    assertThat(answers.get(0).headline())
        .isEqualTo("8 of 8 forks are in the performance group that their address predicted.");
    assertThat(answers.get(0).verdict()).isEqualTo(Verdict.VALID);
    assertThat(answers.get(0).forks()).isEqualTo(8);
    assertThat(answers.get(0).evidence()).startsWith("3 forks predicted fast, 5 predicted slow");
    assertThat(answers.get(1).headline())
        .containsPattern("1\\.9\\d times \\(1\\.\\d\\d to 1\\.9\\d\\)");
    assertThat(answers.get(1).answer()).contains("808 M checks", "420 M checks");
    assertThat(answers.get(2).headline()).contains("8, 16 and 24 bytes", "(+32)", "(+56)");
    assertThat(answers.get(2).answer()).contains("on one line at 0, 32, 40, 48 and 56");
    assertThat(answers.get(2).evidence()).contains("at 8 (fast) 800 M", "at 0 (slow) 428 M");
  }

  @Test
  void shouldNameAForkThatCameOutOtherwise() {
    addAll(StudyPlans.JDK_17, "", 800e6, 400e6);
    add("filler 3", 32, StudyPlans.JDK_17, 790e6, Verdict.SUSPECT);
    add("filler 4", 40, StudyPlans.JDK_17, 790e6, Verdict.INVALID);

    StudyAnswer answer = answers(StudyPlans.JDK_17).getFirst();

    assertThat(answer.answer())
        .startsWith("8 of 9 forks ")
        .endsWith("fork 9 at 32, predicted slow, with 790 M checks per CPU-second.");
    assertThat(answer.verdict()).isEqualTo(Verdict.SUSPECT);
  }

  @Test
  void shouldNotTakeOneGroupForTwo() {
    addAll(StudyPlans.JDK_17, "", 400e6, 400e6);

    assertThat(answers(StudyPlans.JDK_17).getFirst().headline()).startsWith("0 of 8");
  }

  @Test
  void shouldDecideNothingWhereAllAlignmentsAreOfOneKind() {
    add("filler 5", 48, StudyPlans.JDK_17, 400e6, Verdict.VALID);
    add("filler 6", 56, StudyPlans.JDK_17, 800e6, Verdict.VALID);

    List<StudyAnswer> answers = answers(StudyPlans.JDK_17);

    assertThat(answers.get(0).headline()).startsWith("Inconclusive");
    assertThat(answers.get(1).headline()).startsWith("Not known");
  }

  @Test
  void shouldSayThatThereIsNothingToWinOnACuredJdkAndWhy() {
    addAll(StudyPlans.JDK_17, " on 17.0.19", 800e6, 400e6);
    addAll(StudyPlans.JDK_25, " on 25.0.3", 900e6, 900e6);

    List<StudyAnswer> answers = answers(StudyPlans.JDK_17, StudyPlans.JDK_25);

    assertThat(answers).hasSize(4);
    assertThat(answers.get(0).question()).endsWith("on JDK 17.0.19?");
    assertThat(answers.get(3).question()).isEqualTo("Does the address matter on JDK 25.0.3?");
    assertThat(answers.get(3).headline()).startsWith("No: JDK 25.0.3 ");
    assertThat(answers.get(3).answer()).containsPattern("make 0\\.9\\d times");
  }

  @Test
  void shouldSayThatNothingIsKnown() {
    assertThat(answers(StudyPlans.JDK_17))
        .extracting(StudyAnswer::answer)
        .first()
        .isEqualTo(StudyFigures.NOTHING);
  }
}
