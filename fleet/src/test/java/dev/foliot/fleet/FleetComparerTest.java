package dev.foliot.fleet;

import static dev.foliot.fleet.read.Samples.request;
import static dev.foliot.fleet.read.Samples.withMetric;
import static dev.foliot.fleet.read.Samples.write;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.read.FleetReader;
import dev.foliot.store.fleet.FleetRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetComparerTest {
  @TempDir Path folder;

  /** 60 nodes over 40 points; the level of each by its number. */
  private FleetRecord fleet(long seed, String metric, IntToDoubleFunction level)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder csv = new StringBuilder("time,node,").append(metric).append('\n');
    for (int t = 0; t < 40; t++) {
      for (int node = 0; node < 60; node++) {
        double own = 1 + 0.02 * (node % 7);
        csv.append(1_790_035_200 + 60 * t)
            .append(",n")
            .append(node)
            .append(',')
            .append(level.applyAsDouble(node) * own * (1 + 0.05 * random.nextDouble()))
            .append('\n');
      }
    }
    Path file = write(folder, metric + seed + ".csv", csv.toString());
    return FleetAnalysis.of(FleetReader.read(withMetric(request(file), metric)), Instant.EPOCH, 1);
  }

  @Test
  void shouldNameTheNodesThatMoved() throws IOException {
    FleetRecord before = fleet(1, "cpu", node -> node < 15 ? 1 : 2);
    FleetRecord after = fleet(2, "cpu", node -> node < 20 ? 1 : 2);

    FleetComparison found = FleetComparer.compare("a", before, "b", after, 1);

    assertThat(found.moved())
        .extracting(moved -> moved.node())
        .containsExactlyInAnyOrder("n15", "n16", "n17", "n18", "n19");
    assertThat(found.moved()).allMatch(moved -> moved.from() == 1 && moved.to() == 0);
    assertThat(found.words()).startsWith("2 groups before and after. 5 of 60 nodes changed");
    FleetComparison.Group fast = found.groups().getFirst();
    assertThat(requireNonNull(fast.shareA()).value()).isEqualTo(0.25);
    assertThat(requireNonNull(fast.shareB()).value()).isCloseTo(1.0 / 3, within(1e-9));
    FleetComparison.Interval ratio = requireNonNull(fast.ratio());
    assertThat(ratio.low()).isLessThan(1.0).isGreaterThan(0.95);
    assertThat(ratio.high()).isGreaterThan(1.0).isLessThan(1.05);
  }

  @Test
  void shouldSayWhatBecameOfAGroupThatIsGone() throws IOException {
    FleetRecord before = fleet(1, "cpu", node -> node < 15 ? 1 : 2);
    FleetRecord after = fleet(2, "cpu", node -> 1);

    FleetComparison found = FleetComparer.compare("a", before, "b", after, 1);

    assertThat(found.words()).startsWith("2 groups before, 1 group after.");
    assertThat(found.moved()).isEmpty();
    assertThat(found.movedShare()).isNull();
    assertThat(requireNonNull(found.groups().get(1).ratio()).value()).isCloseTo(0.5, within(0.02));
    assertThat(found.groups().get(1).shareB()).isNull();

    FleetComparison back = FleetComparer.compare("b", after, "a", before, 1);

    assertThat(back.groupsOf()).isEqualTo("b");
    assertThat(requireNonNull(back.groups().get(1).ratio()).value()).isCloseTo(2, within(0.05));
  }

  @Test
  void shouldRefuseWhatCannotBeCompared() throws IOException {
    FleetRecord cpu = fleet(1, "cpu", node -> 1);
    FleetRecord latency = fleet(1, "latency", node -> 1);

    assertThatThrownBy(() -> FleetComparer.compare("a", cpu, "b", latency, 1))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("analyse both with one --metric");
  }
}
