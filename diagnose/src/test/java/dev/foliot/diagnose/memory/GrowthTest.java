package dev.foliot.diagnose.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.memory.Growth.Point;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTest {
  private static final long SECOND_NS = 1_000_000_000;

  private static List<Point> points(long... amounts) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < amounts.length; i++) {
      points.add(new Point(i * SECOND_NS, amounts[i]));
    }
    return points;
  }

  @Test
  void shouldTellWhatGrowsSteadilyAndHowFast() {
    Growth growth = Growth.of(points(100, 120, 140, 160, 180, 200), 50).orElseThrow();
    assertThat(growth).isEqualTo(new Growth(100, 200, 20));
    assertThat(growth.amount()).isEqualTo(100);
  }

  @Test
  void shouldForgiveOnePauseInFive() {
    assertThat(Growth.of(points(100, 125, 125, 150, 175, 200), 50)).isPresent();
    assertThat(Growth.of(points(100, 140, 140, 140, 170, 200), 50)).isEmpty();
  }

  @Test
  void shouldNotTakeOneStepForGrowth() {
    assertThat(Growth.of(points(100, 100, 100, 200, 200, 200), 50)).isEmpty();
  }

  @Test
  void shouldNotTakeUpsAndDownsForGrowth() {
    assertThat(Growth.of(points(100, 160, 120, 190, 150, 220), 50)).isEmpty();
  }

  @Test
  void shouldNotTellWhatIsSmallOrSeldomLookedAt() {
    assertThat(Growth.of(points(100, 110, 120, 130, 140, 149), 50)).isEmpty();
    assertThat(Growth.of(points(100, 200, 300), 50)).isEmpty();
    assertThat(Growth.of(points(), 1)).isEmpty();
    assertThat(Growth.of(points(200, 180, 160, 140, 120, 100), 50)).isEmpty();
  }
}
