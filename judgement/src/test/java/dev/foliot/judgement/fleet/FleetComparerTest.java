package dev.foliot.judgement.fleet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.judgement.answer.FleetComparisonAnswer;
import dev.foliot.store.fleet.FleetComparison;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.FoliotException;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class FleetComparerTest {
  /** 60 nodes; the level of each by its number. */
  private static FleetRecord fleet(long seed, String metric, IntToDoubleFunction level) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] noise = random.doubles(60).toArray();
    return HandMadeFleet.of(
            60,
            metric,
            1.5,
            node -> level.applyAsDouble(node) * (1 + 0.02 * (node % 7)) * (1 + 0.01 * noise[node]))
        .record();
  }

  @Test
  void shouldNameTheNodesThatMoved() {
    FleetRecord before = fleet(1, "cpu", node -> node < 15 ? 1 : 2);
    FleetRecord after = fleet(2, "cpu", node -> node < 20 ? 1 : 2);

    FleetComparison found = FleetComparer.compare("a", before, "b", after, 1);

    assertThat(found.moves().moved())
        .extracting(moved -> moved.node())
        .containsExactlyInAnyOrder("n15", "n16", "n17", "n18", "n19");
    assertThat(found.moves().moved()).allMatch(moved -> moved.from() == 1 && moved.to() == 0);
    FleetComparisonAnswer answer = FleetComparisonAnswer.of(found);
    assertThat(answer.kind()).isEqualTo(FleetComparisonAnswer.Kind.SAME_GROUPS);
    assertThat(answer.sentence()).startsWith("2 groups before and after. 5 of 60 nodes changed");
    FleetComparison.Group fast = found.groups().getFirst();
    assertThat(requireNonNull(fast.shareA()).value()).isEqualTo(0.25);
    assertThat(requireNonNull(fast.shareB()).value()).isCloseTo(1.0 / 3, within(1e-9));
    FleetComparison.Interval ratio = requireNonNull(fast.ratio());
    assertThat(ratio.low()).isLessThan(1.0).isGreaterThan(0.95);
    assertThat(ratio.high()).isGreaterThan(1.0).isLessThan(1.05);
  }

  @Test
  void shouldSayWhatBecameOfAGroupThatIsGone() {
    FleetRecord before = fleet(1, "cpu", node -> node < 15 ? 1 : 2);
    FleetRecord after = fleet(2, "cpu", node -> 1);

    FleetComparison found = FleetComparer.compare("a", before, "b", after, 1);

    FleetComparisonAnswer answer = FleetComparisonAnswer.of(found);
    assertThat(answer.kind()).isEqualTo(FleetComparisonAnswer.Kind.OTHER_GROUPS);
    assertThat(answer.sentence()).startsWith("2 groups before, 1 group after.");
    assertThat(found.moves().moved()).isEmpty();
    assertThat(found.moves().movedShare()).isNull();
    assertThat(requireNonNull(found.groups().get(1).ratio()).value()).isCloseTo(0.5, within(0.02));
    assertThat(found.groups().get(1).shareB()).isNull();

    FleetComparison back = FleetComparer.compare("b", after, "a", before, 1);

    assertThat(back.groupsOf()).isEqualTo("b");
    assertThat(requireNonNull(back.groups().get(1).ratio()).value()).isCloseTo(2, within(0.05));
    assertThat(FleetComparisonAnswer.of(back).sentence())
        .contains("The nodes of group 1 after take 2");
  }

  @Test
  void shouldTellOneGroupThatTakesMore() {
    FleetComparison found =
        FleetComparer.compare(
            "a", fleet(1, "cpu", node -> 0.5), "b", fleet(2, "cpu", node -> 1), 1);

    FleetComparisonAnswer answer = FleetComparisonAnswer.of(found);
    assertThat(answer.kind()).isEqualTo(FleetComparisonAnswer.Kind.ONE_GROUP);
    assertThat(answer.figures()).hasSize(1);
    assertThat(answer.figures().getFirst().value()).isCloseTo(2, within(0.05));
    assertThat(answer.sentence()).startsWith("One group before and after. The nodes take 2");
  }

  @Test
  void shouldRefuseWhatCannotBeCompared() {
    FleetRecord cpu = fleet(1, "cpu", node -> 1);
    FleetRecord latency = fleet(1, "latency", node -> 1);

    assertThatThrownBy(() -> FleetComparer.compare("a", cpu, "b", latency, 1))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("analyse both with one --metric");
  }
}
