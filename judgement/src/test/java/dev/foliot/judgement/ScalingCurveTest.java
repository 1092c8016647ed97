package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.stats.Scalability;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.LoadReason;
import dev.foliot.text.StudyReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingCurveTest {
  /** Older files do not name the bank. */
  @Test
  void shouldTakeLoadsWithoutAnAppForThoseOfTheBank() {
    StudyRecord study =
        new StoredStudies()
            .cpus(null, 1)
            .cpus("bank", 2)
            .cpus("burn", 4)
            .forks("b", 0, 100)
            .forks("b", 1, 200)
            .forks("b", 2, 400)
            .build();

    List<ScalingCurve> curves = ScalingCurve.of(study, "bank");

    assertThat(curves).hasSize(1);
    assertThat(curves.getFirst().arm()).isEqualTo("b");
    assertThat(curves.getFirst().planned()).isEqualTo(2);
    assertThat(curves.getFirst().bySize()).containsOnlyKeys(1, 2);
    assertThat(curves.getFirst().speedUp().ratio().estimate()).isBetween(1.99, 2.01);
    assertThat(curves.getFirst().law()).isInstanceOf(Scalability.Refused.class);
  }

  @Test
  void shouldFitTheLawWhereThereAreSizesEnough() {
    StoredStudies study = new StoredStudies();
    for (int step = 0; step < 4; step++) {
      int cpus = 1 << step;
      study.cpus("burn", cpus).forks("a", step, 1_000.0 * cpus / (1 + 0.1 * (cpus - 1)));
    }

    assertThat(ScalingCurve.of(study.build(), "burn").getFirst().law())
        .isInstanceOfSatisfying(
            Scalability.Fitted.class,
            law -> assertThat(law.contention().value()).isBetween(0.09, 0.11));
  }

  /**
   * Figures of a run on 16 CPUs: on one CPU the JVM still compiled, and 3,894 requests a second are
   * less than half of what it serves when it is warm.
   */
  @Test
  void shouldRefuseTheLawWhereCpusGiveMoreThanTheyCan() {
    ScalingCurve curve =
        ScalingCurve.of(
                new StoredStudies()
                    .cpus("bank", 1)
                    .cpus("bank", 2)
                    .cpus("bank", 4)
                    .cpus("bank", 8)
                    .forks("a", 0, 3_894)
                    .forks("a", 1, 16_300)
                    .forks("a", 2, 32_900)
                    .forks("a", 3, 66_200)
                    .build(),
                "bank")
            .getFirst();

    assertThat(curve.speedUp().isImpossible()).isTrue();
    assertThat(curve.impossible()).extracting(SpeedUp::many).containsExactly(2, 4, 8);
    assertThat(curve.law())
        .isInstanceOfSatisfying(
            Scalability.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .contains("is more than the CPUs can give (2.00 times)"));
  }

  @Test
  void shouldTakeSteadyForksOnly() {
    StudyRecord study =
        new StoredStudies()
            .cpus("burn", 1)
            .cpus("burn", 2)
            .forks("a", 0, 1_000)
            .forks("a", 1, 2_000)
            .suspect("a", 0, 500, new StudyReason.NotSteady(1))
            .suspect("a", 0, 600, new StudyReason.ThroughputDrifted(0.4, 0.1))
            .suspect("a", 1, 1_900, new LoadReason.Steal(0.02))
            .suspect("b", 0, 700, new StudyReason.TasksNeverSteady())
            .build();

    List<ScalingCurve> curves = ScalingCurve.of(study, "burn");

    assertThat(curves).extracting(ScalingCurve::arm).containsExactly("a");
    assertThat(curves.getFirst().bySize().get(1)).hasSize(4).allMatch(perS -> perS >= 1_000);
    assertThat(curves.getFirst().bySize().get(2)).hasSize(5).contains(1_900.0);
  }

  /** A file that was changed by hand. */
  @Test
  void shouldPassOverForksThatDoNotCountAndLoadsThatAreNotThere() {
    StudyRecord study =
        new StoredStudies()
            .cpus("burn", 1)
            .fork("a", 0, 100, Verdict.INVALID)
            .fork("a", 0, 0, Verdict.VALID)
            .fork("a", 7, 100, Verdict.VALID)
            .build();

    assertThat(ScalingCurve.of(study, "burn")).isEmpty();
  }
}
