package dev.foliot.study.shorttasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Steps of the full form on two CPUs: burn of four lengths on 1, and on 2 from the fifth on. */
class WaitAnswersTest {
  private static final int SHORT_ON_TWO = 4;
  private static final int LONG_ON_TWO = 7;
  private static final String WOKEN = "How long does a woken worker wait";
  private static final String PARKED = "How long does a worker stay parked";

  private final StudyPoints points = new StudyPoints();

  private StudyAnswer answer(String question) {
    StudyPlan plan =
        StudyPlans.plan(new ShortTasks(), StudyForm.FULL, 2, "virtual", "fixed:cpus", "adaptive");
    return new WaitAnswers(StudyPlans.figures(plan, points.all(), Map.of()))
        .all().stream()
            .filter(one -> one.question().startsWith(question))
            .findFirst()
            .orElseThrow();
  }

  private static Map<Metric, Double> woken(double count, double meanUs, double maxUs) {
    Map<Metric, Double> measures = new HashMap<>();
    measures.put(Metric.WAKE_UPS, count);
    measures.put(Metric.WAKE_UP_MEAN, meanUs);
    measures.put(Metric.WAKE_UP_MAX, maxUs);
    if (count >= 20) {
      measures.put(Metric.WAKE_UP_P50, meanUs / 4);
    }
    return measures;
  }

  @Test
  void shouldCompareHowLongWokenWorkersWait() {
    for (int fork = 0; fork < 4; fork++) {
      points.add("virtual", SHORT_ON_TWO, 1, woken(150 + fork, 40 + fork, 900));
      points.add("fixed:cpus", SHORT_ON_TWO, 1, woken(200 + fork, 4 + fork / 5.0, 90));
    }

    StudyAnswer woken = answer(WOKEN);

    assertThat(woken.answer())
        .startsWith("Under burn, 0.05 ms on 2 CPUs, ")
        .containsPattern("wait 9\\.\\d\\d times as long \\(8\\.70 to 10\\.8\\)");
    assertThat(woken.evidence())
        .contains("means: fixed:cpus 4.30 us (4.00 us to 4.60 us, 4 forks), virtual 41.5 us")
        .contains("wake-ups traced: virtual 152 (150 to 153, 4 forks), fixed:cpus 202")
        .contains(", p50: fixed:cpus 1.08 us, virtual 10.4 us, maximum: fixed:cpus 90.0 us, virt")
        .doesNotContain("p99", "not traced");
  }

  @Test
  void shouldGivePlainFiguresOfTooFewForks() {
    points.add("virtual", SHORT_ON_TWO, 1, woken(245, 7, 900));
    points.add("fixed:cpus", SHORT_ON_TWO, 1, woken(183, 29, 900));

    assertThat(answer(WOKEN).answer())
        .contains("7.00 us", "29.0 us", "A verdict needs 4 valid forks of each arm.");
  }

  /** The mean of a handful depends on one or two late ones. */
  @Test
  void shouldCompareNoHandfulOfWakeUps() {
    for (int fork = 0; fork < 4; fork++) {
      points.add("virtual", SHORT_ON_TWO, 1, woken(150, 10 + fork, 900));
      points.add("fixed:cpus", SHORT_ON_TWO, 1, woken(19, 760, 5_000));
      points.add("virtual", LONG_ON_TWO, 1, woken(7, 4, 9));
      points.add("adaptive", LONG_ON_TWO, 1, woken(2, 760, 1_500));
    }

    assertThat(answer(WOKEN).answer())
        .isEqualTo(
            "Under burn, 0.05 ms on 2 CPUs, only virtual threads (11.5 us) have a figure. Under"
                + " burn, 0.05 ms on 2 CPUs, too few wake-ups to compare (below 20 in a fork) with"
                + " the fixed pool with a thread per CPU (760 us). Under burn, 1 ms on 2 CPUs, too"
                + " few wake-ups to compare (below 20 in a fork) with virtual threads (4.00 us) and"
                + " the adaptive pool (760 us). The fixed pool with a thread per CPU is not"
                + " measured at burn, 1 ms on 2 CPUs. The adaptive pool is not measured at burn,"
                + " 0.05 ms on 2 CPUs.");
  }

  @Test
  void shouldSayWhyNoWakeUpsAreKnown() {
    assertThat(answer(WOKEN).headline()).startsWith("Not measured: ");
    assertThat(answer(WOKEN).verdict()).isNull();
    List<Reason> closed =
        List.of(
            new Reason.Plain("something else: x"),
            new StudyReason.WakeUpsUntraced(new Reason.Plain("not mounted; mount it")));
    points.add("virtual", SHORT_ON_TWO, 1, Map.of(), Verdict.VALID, closed);
    points.add("virtual", SHORT_ON_TWO, 1, Map.of(), Verdict.VALID, closed);

    assertThat(answer(WOKEN).headline()).isEqualTo("Not known: not mounted; mount it.");

    points.add("fixed:cpus", SHORT_ON_TWO, 1, woken(183, 29, 900));
    assertThat(answer(WOKEN).evidence())
        .endsWith("; not traced in some forks: not mounted; mount it");
  }

  private void parked(String arm, int step, double... us) {
    for (double longest : us) {
      points.add(arm, step, 1, Map.of(Metric.PARKED_SHARE, 0.001, Metric.LONGEST_PARKED, longest));
    }
  }

  /** By differences, because the longest may be zero. */
  @Test
  void shouldCompareHowLongAWorkerStayedParked() {
    parked("fixed:cpus", SHORT_ON_TWO, 0, 0, 0, 150);
    parked("virtual", SHORT_ON_TWO, 10_000, 12_000, 12_500, 13_000);
    parked("adaptive", SHORT_ON_TWO, 0, 130, 2_200, 1_000);

    StudyAnswer parked = answer(PARKED);

    assertThat(parked.answer())
        .contains("(0 ns)", "12.2 ms longer (9.85 ms to 13.0 ms)")
        .contains("with the adaptive pool is inconclusive: 490 us longer (-150 us to 2.20 ms)");
    assertThat(parked.evidence()).contains("virtual 12.3 ms (10.0 ms to 13.0 ms, 4 forks)");
  }

  @Test
  void shouldTakeForAlikeWhatIsLessApartThanTwoLooks() {
    parked("fixed:cpus", SHORT_ON_TWO, 0, 0, 0, 150);
    parked("virtual", SHORT_ON_TWO, 150, 170, 160, 180);

    assertThat(answer(PARKED).answer()).contains("within 2.00 ms");
  }

  @Test
  void shouldGivePlainLongestTimesOfTooFewForks() {
    parked("fixed:cpus", SHORT_ON_TWO, 0);
    parked("virtual", SHORT_ON_TWO, 10_000);

    assertThat(answer(PARKED).answer())
        .contains("is 10.0 ms with", "0 ns with", "A verdict needs 4 valid forks of each arm.");
    assertThat(answer("Which arm leaves").headline()).startsWith("None for 1 %");
  }
}
