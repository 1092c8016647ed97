package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.stats.Scalability;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyRecord;
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
    assertThat(curves.getFirst().ratio().estimate()).isBetween(1.99, 2.01);
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
