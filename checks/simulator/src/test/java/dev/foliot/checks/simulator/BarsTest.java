package dev.foliot.checks.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
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
  void shouldTellWorkloadsThatKeepTheBarsFromThoseThatDoNot() {
    Outcome one = Outcome.of(3, Sizing.fixed(1));
    assertThat(new Bars(outcomes(one, 37, 0, 3, 0.9)).met()).isTrue();
    assertThat(new Bars(outcomes(one, 30, 0, 10, 0.9)).met()).isFalse();
    assertThat(new Bars(outcomes(one, 0, 0, 40, 0.04)).met()).isFalse();
    assertThat(one.csv().split(",")).hasSameSizeAs(Outcome.HEADER.split(","));
    assertThat(Plot.of(List.of(one))).startsWith("<svg").contains("polyline").endsWith("</svg>\n");
  }

  private static List<Outcome> outcomes(
      Outcome like, int good, double goodRegret, int bad, double badRegret) {
    return Stream.concat(
            Stream.generate(() -> with(like, goodRegret)).limit(good),
            Stream.generate(() -> with(like, badRegret)).limit(bad))
        .toList();
  }

  private static Outcome with(Outcome like, double regret) {
    return new Outcome(
        like.seed(), like.row(), like.oracle(), new Regret(regret, regret), 1, 1, 1, 0);
  }

  @Test
  void shouldRunTheSameWorkloadsForTheSameSeed() {
    assertThat(RandomWorkloads.seeds(5, 7).toArray())
        .isEqualTo(RandomWorkloads.seeds(5, 7).toArray())
        .isNotEqualTo(RandomWorkloads.seeds(5, 8).toArray());
  }
}
