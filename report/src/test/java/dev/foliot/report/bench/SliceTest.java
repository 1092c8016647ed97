package dev.foliot.report.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.report.chart.Svg;
import dev.foliot.stats.Counted;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Intervals of a fork, and the heat map of them to the digit. */
class SliceTest {
  @Test
  void shouldDrawACellForEachLatencyAndInterval() {
    // Rows are tenths of a power of ten: 100 ns is row 20, 1 µs row 30.
    List<Slice> slices =
        List.of(
            new Slice(0, 1, Counted.of(100, 100, 100)),
            new Slice(1, 2, Counted.of(100, 1000)),
            new Slice(2, 3, Counted.of()));
    HeatMap heat = HeatMap.over(List.of(slices));
    Svg svg = new Svg();
    heat.draw(svg, slices, 3);

    assertThat(heat.rows()).isEqualTo(11);
    assertThat(heat.shades()).containsExactly(1, 2, 3, 4, 5, 6, 7);
    assertThat(svg.toString())
        .contains("viewBox=\"0 0 3 11\"")
        .contains("<path class=\"h1\" d=\"M1 10.5h1M1 0.5h1\"/>")
        .contains("<path class=\"h3\" d=\"M0 10.5h1\"/>")
        .doesNotContain("class=\"h2\"");
    assertThat(HeatMap.rowOf(0)).isZero();
    assertThat(HeatMap.rowOf(1259)).isEqualTo(31);
  }

  @Test
  void shouldJoinNeighboursWhereThereIsNoRoom() {
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      slices.add(new Slice(i, i + 1, Counted.of(i + 1)));
    }

    List<Slice> joined = Slice.atMost(slices, 3);

    assertThat(joined).extracting(Slice::startS).containsExactly(0.0, 3.0, 6.0);
    assertThat(joined).extracting(Slice::endS).containsExactly(3.0, 6.0, 7.0);
    assertThat(joined).extracting(Slice::count).containsExactly(3L, 3L, 1L);
    assertThat(joined.getFirst().meanNs()).isEqualTo(2);
    assertThat(joined.getFirst().percentileNs(50)).isEqualTo(2);
    assertThat(Slice.atMost(slices, 7)).isSameAs(slices);
  }
}
