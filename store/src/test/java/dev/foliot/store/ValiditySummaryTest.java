package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.LoadReason;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValiditySummaryTest {
  private static Validity starved(Verdict verdict, double share) {
    return Validity.of(verdict, new LoadReason.LoadGeneratorStarved(share));
  }

  @Test
  void shouldKeepReasonsOfInvalidAndOfSuspectForksApart() {
    Map<String, Validity> forks = new LinkedHashMap<>();
    forks.put("fork 1", starved(Verdict.SUSPECT, 0.02));
    forks.put("fork 2", starved(Verdict.INVALID, 0.5));
    forks.put("fork 3", Validity.valid());
    forks.put("fork 4", starved(Verdict.SUSPECT, 0.03));

    ValiditySummary summary = ValiditySummary.of(forks, "fork");

    assertThat(summary.headline()).isEqualTo("1 of 4 forks; 2 suspect, 1 invalid");
    assertThat(summary.lines()).hasSize(2);
    assertThat(summary.lines().get(0).verdict()).isEqualTo(Verdict.INVALID);
    assertThat(summary.lines().get(0).group().parts()).containsExactly("fork 2");
    assertThat(summary.lines().get(1).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(summary.lines().get(1).group().parts()).containsExactly("fork 1", "fork 4");
  }

  @Test
  void shouldCountValidForksAlone() {
    ValiditySummary summary = ValiditySummary.of(Map.of("fork 1", Validity.valid()), "fork");

    assertThat(summary.headline()).isEqualTo("1 of 1 fork");
    assertThat(summary.lines()).isEmpty();
    assertThat(summary.count(Verdict.SUSPECT)).isZero();
  }
}
