package dev.foliot.fleet.groups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.LoadCurve;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetObjection;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LoadObjectionTest {
  private static final LoadCurve LINE =
      new LoadCurve(false, 1, new double[] {0.5}, new double[][] {{0.0001}}, 0.9, "");

  /** Twenty nodes in two halves with a gap between. */
  private static LoadObjection to(double gap, double[] load) {
    HandMade fleet = HandMade.plain(4);
    for (int i = 0; i < 20; i++) {
      double level = (i < 10 ? 0 : gap) + 0.001 * i;
      fleet.node(HandMade.name(i), w -> level);
    }
    FleetSums sums = fleet.sums();
    Centres centres = Centres.of(sums, Panel.metric(sums));
    List<Integer> bands =
        java.util.stream.IntStream.range(0, 20).mapToObj(i -> i < 10 ? 0 : 1).toList();
    Found found = new Found(2, bands, List.of(gap / 2), List.of(), 0, 1, 8);
    return LoadObjection.to(found, centres, load, LINE);
  }

  private static double[] loads(double low, double high) {
    double[] loads = new double[20];
    for (int i = 0; i < 20; i++) {
      loads[i] = i < 10 ? low : high;
    }
    return loads;
  }

  @Test
  void shouldObjectToWhatASlopeSlightlyOffWouldLeave() {
    assertThat(to(4, loads(100, 200)).reason())
        .map(FleetObjection::kind)
        .contains(FleetObjection.Kind.LOAD);
  }

  @Test
  void shouldNotObjectToAGapThatTheLoadCannotLeave() {
    assertThat(to(30, loads(100, 200)).reason()).isEmpty();
    assertThat(to(30, loads(100, 200)).separates()).isTrue();
  }

  @Test
  void shouldNotObjectWhereTheLoadIsTheSame() {
    assertThat(to(4, loads(100, 100)).reason()).isEmpty();
    assertThat(to(4, loads(100, 100)).separates()).isFalse();
  }
}
