package dev.foliot.fleet.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class CeilingsTest {
  private static final int WINDOWS = 24;

  private final RandomGenerator random = HandMade.random();

  /** Nodes that need 1 CPU for 100 requests; every fourth may use no more than the limit. */
  private FleetSums fleet(double limit, double noise) {
    FleetSums.Builder builder =
        FleetSums.builder(WINDOWS, 0, 3_600_000_000L, true, true, List.of("latency"), List.of());
    for (int i = 0; i < 40; i++) {
      boolean limited = i % 4 == 0;
      int lifetime = builder.lifetime(HandMade.name(i), "", List.of());
      for (int w = 0; w < WINDOWS; w++) {
        for (int point = 0; point < 4; point++) {
          double rps = 100 * (1 + 0.3 * Math.sin(w / 4.0)) * (1 + 0.03 * random.nextGaussian());
          double cpu = rps / 100 * (1 + noise * random.nextGaussian());
          double used = limited ? Math.min(limit, cpu) : cpu;
          double latency = (limited ? 30 : 10) + random.nextGaussian();
          builder.add(lifetime, w, used / rps, 1 / rps, latency);
        }
      }
    }
    return builder.build();
  }

  private static FleetRecord analysed(FleetSums sums) {
    return FleetAnalysis.of(HandMade.loaded(WINDOWS).measured(sums), Instant.EPOCH, 1);
  }

  @Test
  void shouldRecogniseALimitAndWhatGoesWithIt() {
    FleetRecord record = analysed(fleet(1.1, 0.03));
    FleetCeiling ceiling = record.finding().ceiling();
    assertThat(ceiling).isNotNull();
    assertThat(ceiling.nodes()).hasSize(10).contains(HandMade.name(0), HandMade.name(36));
    assertThat(ceiling.level()).isCloseTo(1.1, within(0.001));
    assertThat(ceiling.share()).isBetween(0.3, 0.7);
    // and not the load, which is the same on all nodes
    assertThat(ceiling.explanations().goesWith())
        .extracting(FleetExplanation::label)
        .containsExactly("latency");
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(record.finding().nodes()).isEqualTo(40);
  }

  /** Their cost per request is unknown, since it was never measured below the limit. */
  @Test
  void shouldLeaveOutNodesThatAreAlwaysAtTheirLimit() {
    FleetRecord record = analysed(fleet(0.5, 0.03));
    assertThat(record.finding().ceiling()).isNotNull();
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(record.finding().nodes()).isEqualTo(30);
    assertThat(record.data().nodesWithout()).isEmpty();
  }

  @Test
  void shouldSeeNoLimitInNodesThatFollowTheirLoad() {
    assertThat(Ceilings.of(fleet(1_000, 0.03)).found()).isFalse();
    assertThat(Ceilings.of(fleet(1_000, 0)).found()).isFalse();
  }

  @Test
  void shouldSeeNoLimitWhereNothingMoves() {
    HandMade fleet = HandMade.loaded(4);
    for (int i = 0; i < 20; i++) {
      fleet.node(HandMade.name(i), w -> 3, w -> 7);
    }
    assertThat(Ceilings.of(fleet.sums()).found()).isFalse();
  }
}
