package dev.foliot.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
