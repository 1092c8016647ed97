package dev.foliot.checks.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BarsTest {
  @Test
  void shouldAllowWhatChanceDoesOnceInAThousandTimesWhenTheSampleIsSmall() {
    // scipy.stats.binom.ppf(0.999, n, p)
    assertThat(Bars.most(40, 0.05)).isEqualTo(7);
    assertThat(Bars.most(40, 0.5)).isEqualTo(30);
    assertThat(Bars.most(100, 0.05)).isEqualTo(13);
    assertThat(Bars.most(500, 0.05)).isEqualTo(25);
    assertThat(Bars.most(500, 0.5)).isEqualTo(250);
  }

  @Test
  void shouldMeetTheBarsWithTheOracleItselfAndMissThemWithOneThread() {
    List<Outcome> outcomes = RandomWorkloads.outcomes(8, 1, Sizing.fixed(1));
    assertThat(new Bars(outcomes).met()).isFalse();
    List<Outcome> best =
        outcomes.stream()
            .map(o -> new Outcome(o.seed(), o.row(), o.oracle(), new Regret(0, 0), 1, 1, 1, 0))
            .toList();
    assertThat(new Bars(best).met()).isTrue();
    assertThat(Plot.of(best.subList(0, 1)))
        .startsWith("<svg")
        .contains("polyline")
        .endsWith("</svg>\n");
    assertThat(best.get(0).csv().split(",")).hasSameSizeAs(Outcome.HEADER.split(","));
  }
}
