package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.groups.Found;
import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetPlots;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlotsTest {
  private static FleetPlots plots(FleetSums sums) {
    Panel panel = Panel.metric(sums);
    Centres centres = Centres.of(sums, panel);
    List<Integer> bands =
        Arrays.stream(centres.ofNodes()).mapToObj(centre -> centre > 5 ? 1 : 0).toList();
    FleetPlots.Component part = new FleetPlots.Component(0.5, 0, 1);
    Found found = new Found(2, bands, List.of(5.0), List.of(part, part), 0, 1, 8);
    return Plots.of(sums, panel, panel, centres, found, 1);
  }

  @Test
  void shouldDrawASampleOfManyNodesAndAllOfASmallBand() {
    HandMade fleet = HandMade.plain(2);
    for (int i = 0; i < 12_000; i++) {
      double level = i % 100 == 0 ? 10 : i / 12_000.0;
      fleet.node(HandMade.name(i), w -> level);
    }
    FleetPlots plots = plots(fleet.sums());
    assertThat(plots.lines()).hasSize(600);
    assertThat(plots.lines().stream().filter(line -> line.band() == 1)).hasSize(120);
    assertThat(plots.dots()).hasSize(2_000);
    assertThat(plots.centers()).hasSizeBetween(5_000, 10_000).isSorted();
    assertThat(plots.courses()).hasSize(2);
  }

  @Test
  void shouldDrawTheSameForTheSameSeed() {
    HandMade fleet = HandMade.plain(2);
    for (int i = 0; i < 1_000; i++) {
      double level = i;
      fleet.node(HandMade.name(i), w -> level);
    }
    FleetSums sums = fleet.sums();
    assertThat(plots(sums)).isEqualTo(plots(sums));
  }

  @Test
  void shouldDrawANodeOverAllItsLifetimesWithGaps() {
    FleetPlots plots =
        plots(
            HandMade.loaded(10)
                .lifetime("a", "1", 0, 4, w -> 1.23456789, w -> 50)
                .lifetime("a", "2", 6, 10, w -> 2, w -> 70)
                .node("b", w -> 10, w -> 60)
                .sums());
    FleetPlots.Line line = plots.lines().getFirst();
    assertThat(line.node()).isEqualTo("a");
    assertThat(line.values())
        .containsExactly(1.2346, 1.2346, 1.2346, 1.2346, null, null, 2.0, 2.0, 2.0, 2.0);
    // of equally long lifetimes the last stands for its node
    assertThat(plots.dots().getFirst().load()).isEqualTo(70);
    assertThat(plots.windowStartsUs()).hasSize(10).startsWith(0L, 3_600_000_000L);
    assertThat(plots.courses().getFirst().p50().get(5)).isNull();
  }
}
