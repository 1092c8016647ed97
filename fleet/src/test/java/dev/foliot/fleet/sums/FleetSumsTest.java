package dev.foliot.fleet.sums;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.sums.FleetSums.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FleetSumsTest {
  @Test
  void shouldSumPointsInAnyOrder() {
    FleetSums.Builder builder = builder(true);
    int a = builder.lifetime("a", "", List.of("x"));
    builder.add(a, 2, 3, 10, 7);
    builder.add(a, 0, 1, 20, Double.NaN);
    builder.add(a, 2, 5, 30, 8);

    FleetSums sums = builder.build();

    assertThat(sums.cell(a, 2)).isEqualTo(new Cell(2, 8, 34, 3, 5, 40, 1000, 180));
    assertThat(sums.cell(a, 0)).isEqualTo(new Cell(1, 1, 1, 1, 1, 20, 400, 20));
    assertThat(sums.cell(a, 1)).isEqualTo(Cell.EMPTY);
    assertThat(sums.cell(a, 3)).isEqualTo(Cell.EMPTY);
    assertThat(sums.other(0, a)).isEqualTo(7.5);
    assertThat(sums.windowStartUs(2)).isEqualTo(1200);
  }

  /** Engines with several threads give windows in any order. */
  @Test
  void shouldTakeWindowsInAnyOrder() {
    int windows = 64;
    List<Integer> order = new ArrayList<>(IntStream.range(3, windows - 2).boxed().toList());
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(order, new Random(seed));
      FleetSums.Builder builder =
          FleetSums.builder(windows, 0, 1, true, false, List.of(), List.of());
      int a = builder.lifetime("a", "late", List.of());
      order.forEach(window -> builder.add(a, window, window, 1));
      int b = builder.lifetime("a", "early", List.of());
      builder.add(b, order.getFirst() / 2, 5, 1);

      FleetSums sums = builder.build();

      for (int window = 0; window < windows; window++) {
        boolean there = window >= 3 && window < windows - 2;
        assertThat(sums.cell(a, window).n()).isEqualTo(there ? 1 : 0);
        assertThat(sums.cell(a, window).y()).isEqualTo(there ? window : 0);
      }
      assertThat(sums.lifetimesOf("a"))
          .as("by their first windows")
          .isEqualTo(order.getFirst() / 2 < 3 ? List.of(b, a) : List.of(a, b));
    }
  }

  @Test
  void shouldAddUpSumsAsIfTheyWerePoints() {
    FleetSums.Builder points = builder(true);
    FleetSums.Builder parts = builder(true);
    int a = points.lifetime("a", "", List.of());
    int b = parts.lifetime("a", "", List.of());
    points.add(a, 1, 3, 10);
    points.add(a, 1, 5, 30);
    parts.put(b, 1, new Cell(1, 3, 9, 3, 3, 10, 100, 30), new double[1], new long[1]);
    parts.put(b, 1, new Cell(1, 5, 25, 5, 5, 30, 900, 150), new double[1], new long[1]);

    assertThat(parts.build().cell(b, 1)).isEqualTo(points.build().cell(a, 1));
  }

  @Test
  void shouldTellLifetimesOfANodeInTime() {
    FleetSums.Builder builder = builder(false);
    int late = builder.lifetime("n", "2", List.of());
    int other = builder.lifetime("m", "1", List.of());
    int early = builder.lifetime("n", "1", List.of());
    builder.add(late, 3, 1, 0);
    builder.add(early, 0, 1, 0);
    builder.add(other, 0, 1, 9);

    FleetSums sums = builder.build();

    assertThat(sums.lifetimesOf("n")).containsExactly(early, late);
    assertThat(sums.lifetimesOf("stranger")).isEmpty();
    assertThat(sums.nodes()).containsExactly("m", "n");
    assertThat(sums.start(late)).isEqualTo("2");
    assertThat(sums.cell(other, 0).x()).as("without a load").isZero();
  }

  @Test
  void shouldSayThatALabelChanges() {
    FleetSums.Builder builder = builder(false);
    int a = builder.lifetime("a", "", List.of(""));
    assertThat(labelAfter(builder, a, "")).isEmpty();

    FleetSums.Builder same = builder(false);
    int b = same.lifetime("b", "", List.of("x"));
    assertThat(labelAfter(same, b, "x")).isEqualTo("x");

    FleetSums.Builder changing = builder(false);
    int c = changing.lifetime("c", "", List.of("x"));
    changing.label(c, 0, "y");
    assertThat(labelAfter(changing, c, "x")).isEqualTo(FleetSums.VARIES);
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    FleetSums.Builder builder = builder(false);
    int a = builder.lifetime("a", "", List.of());

    assertThatThrownBy(() -> builder.add(a, 4, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> builder.add(a, 0, Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.lifetime("b", "", List.of("x", "y")))
        .isInstanceOf(IllegalArgumentException.class);
    builder.build();
    assertThatThrownBy(() -> builder.add(a, 0, 1, 0)).isInstanceOf(IllegalStateException.class);
  }

  private static String labelAfter(FleetSums.Builder builder, int lifetime, String value) {
    builder.label(lifetime, 0, value);
    return builder.build().label(0, lifetime);
  }

  private static FleetSums.Builder builder(boolean load) {
    return FleetSums.builder(4, 1000, 100, load, false, List.of("other"), List.of("label"));
  }
}
