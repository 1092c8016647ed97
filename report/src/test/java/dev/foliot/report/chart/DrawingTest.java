package dev.foliot.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.report.bench.HeatMap;
import dev.foliot.report.bench.Slice;
import dev.foliot.report.page.CompactJson;
import dev.foliot.stats.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Paths, elements and cells to the digit. */
class DrawingTest {
  private static final Axis UNIT = Axis.linear(0, 1);

  @Test
  void shouldWriteALineRelativeToItsBeginning() {
    Path path = path().to(0, 0).to(0.1, 0.25).to(0.2, 0.25).to(0.2, 0.1);

    assertThat(path).hasToString("M0 1000l100-250h100v150");
  }

  @Test
  void shouldBeginAnewAfterWhatIsNoNumber() {
    Path path = path().to(0, 0.5).to(0.5, Double.NaN).to(1, 0.5).to(1, 0.5);

    assertThat(path).hasToString("M0 500M1000 500");
  }

  @Test
  void shouldWriteBoxesAndDots() {
    assertThat(path().box(0.1, 0.3, 0.5, 0.75)).hasToString("M100 250h200v250h-200z");
    assertThat(path().point(0.5, 1)).hasToString("M500 0h0");
    assertThat(path().isEmpty()).isTrue();
  }

  @Test
  void shouldDrawAnAreaThereAndBack() {
    Path band = path().band(3, i -> i / 10.0, i -> 0.25, i -> 0.5 + i / 10.0);

    assertThat(band).hasToString("M0 500l100-100l100-100v450h-100h-100z");
  }

  @Test
  void shouldMoveAsideWhatSharesAPlace() {
    Path path = new Path(UNIT, UNIT, 0.01).interval(0.5, 0, 1);

    assertThat(path).hasToString("M510 1000v-1000");
  }

  private static Path path() {
    return new Path(UNIT, UNIT, 0);
  }

  @Test
  void shouldEscapeWhateverItWrites() {
    Svg svg = new Svg().text("a\"b<c>'&", 0, 0, "<b>&\"'");

    assertThat(svg)
        .hasToString(
            "<text class=\"a&quot;b&lt;c&gt;&#39;&amp;\">&lt;b&gt;&amp;&quot;&#39;</text>");
  }

  @Test
  void shouldRefuseAnElementThatDoesNotEnd() {
    Svg svg = new Svg().begin("g");

    assertThatThrownBy(svg::toString).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> svg.leaf("rect", "x")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRoundSharesAndPixels() {
    assertThat(Svg.percent(0.12345)).isEqualTo("12.35%");
    assertThat(Svg.percent(1)).isEqualTo("100%");
    assertThat(Svg.px(3.14159)).isEqualTo("3.1");
    assertThat(Svg.px(-0.01)).isEqualTo("0");
  }

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

  @Test
  void shouldWriteJsonThatCannotEndItsElement() {
    Object value =
        Map.of("</script>", Arrays.asList(1, 0.123456, Double.NaN, null, "é<!--\u2028\"\\", -0.0));

    assertThat(CompactJson.of(value))
        .isEqualTo(
            "{\"\\u003c/script\\u003e\":[1,0.1235,null,null,"
                + "\"\\u00e9\\u003c!--\\u2028\\u0022\\u005c\",0]}");
  }
}
