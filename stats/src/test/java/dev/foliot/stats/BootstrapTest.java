package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of the intervals within a fork and over forks. */
@Tag("once")
class BootstrapTest {
  @Test
  void shouldGiveTheSameIntervalForTheSameSeed() {
    List<Counted> fork = Coverage.CLUSTERED.draw(new SplittableRandom(1));
    assertThat(BlockBootstrap.percentile(fork, 99, 0.95, 7))
        .isEqualTo(BlockBootstrap.percentile(fork, 99, 0.95, 7));
    assertThat(ForksBootstrap.percentile(List.of(fork, fork), 99, 0.95, 7))
        .isEqualTo(ForksBootstrap.percentile(List.of(fork, fork), 99, 0.95, 7));
  }

  @Test
  void shouldFollowTheUnit() {
    long seed = Seeds.fresh("shouldFollowTheUnit");
    List<Counted> fork = Coverage.CLUSTERED.draw(new SplittableRandom(seed));
    List<Counted> tenfold = fork.stream().map(BootstrapTest::tenfold).toList();
    Range range = BlockBootstrap.percentile(fork, 90, 0.95, seed);
    assertThat(BlockBootstrap.percentile(tenfold, 90, 0.95, seed))
        .isEqualTo(new Range(10 * range.low(), 10 * range.high()));
    Range over = ForksBootstrap.percentile(List.of(fork, tenfold, fork), 90, 0.95, seed);
    assertThat(
            ForksBootstrap.percentile(
                Stream.of(fork, tenfold, fork)
                    .map(blocks -> blocks.stream().map(BootstrapTest::tenfold).toList())
                    .toList(),
                90,
                0.95,
                seed))
        .isEqualTo(new Range(10 * over.low(), 10 * over.high()));
  }

  @Test
  void shouldContainTheForksOwnPercentile() {
    long seed = Seeds.fresh("shouldContainTheForksOwnPercentile");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20; i++) {
      List<Counted> fork = Coverage.CLUSTERED.draw(random);
      double own = Counted.merge(fork).percentile(99);
      assertThat(BlockBootstrap.percentile(fork, 99, 0.95, i).contains(own))
          .as("seed %d", seed)
          .isTrue();
    }
  }

  @Test
  void shouldGrowWithTheConfidence() {
    long seed = Seeds.fresh("shouldGrowWithTheConfidence");
    List<Counted> fork = Coverage.CLUSTERED.draw(new SplittableRandom(seed));
    Range narrow = BlockBootstrap.percentile(fork, 99, 0.8, seed);
    Range wide = BlockBootstrap.percentile(fork, 99, 0.99, seed);
    assertThat(wide.low()).as("seed %d", seed).isLessThanOrEqualTo(narrow.low());
    assertThat(wide.high()).as("seed %d", seed).isGreaterThanOrEqualTo(narrow.high());
  }

  @Test
  void shouldSeeClustersOnlyInTheirOrder() {
    List<Counted> fork = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      fork.add(Counted.of(LongStream.range(0, 100).map(v -> v).toArray()));
    }
    for (int i = 40; i < 60; i++) {
      fork.set(i, Counted.of(LongStream.range(500, 600).toArray()));
    }
    Range inOrder = BlockBootstrap.percentile(fork, 75, 0.95, 1);
    Collections.shuffle(fork, new Random(1));
    Range shuffled = BlockBootstrap.percentile(fork, 75, 0.95, 1);
    assertThat(inOrder.high()).isGreaterThan(shuffled.high());
  }

  @Test
  void shouldTakeTheBinomialIntervalOfIndependentMessagesOnly() {
    // Fixed, since one in ten independent forks is taken as dependent on purpose.
    SplittableRandom random = new SplittableRandom(3);
    List<Counted> independent = Coverage.INDEPENDENT.draw(random);
    assertThat(ForkInterval.of(independent, 99, 0.95, 1))
        .isEqualTo(
            new ForkInterval.Result(
                OrderStatisticInterval.of(Counted.merge(independent), 99, 0.95), "binomial"));
    List<Counted> clustered = Coverage.CLUSTERED.draw(random);
    assertThat(ForkInterval.of(clustered, 99, 0.95, 1))
        .isEqualTo(
            new ForkInterval.Result(
                BlockBootstrap.percentile(clustered, 99, 0.95, 1), "block bootstrap"));
  }

  @Test
  void shouldSkipIntervalsWithoutMessages() {
    List<Counted> fork = new ArrayList<>(Coverage.INDEPENDENT.draw(new SplittableRandom(5)));
    fork.add(17, Counted.of());
    double own = Counted.merge(fork).percentile(50);
    assertThat(ForkInterval.of(fork, 50, 0.95, 1).range().contains(own)).isTrue();
    assertThat(BlockBootstrap.percentile(fork, 50, 0.95, 1).contains(own)).isTrue();
  }

  @Test
  void shouldStayWithinTheForksThatWereSeen() {
    List<List<Counted>> forks =
        LongStream.of(10, 20, 30).mapToObj(value -> List.of(Counted.of(value, value))).toList();
    assertThat(ForksBootstrap.percentile(forks, 50, 0.95, 1)).isEqualTo(new Range(10, 30));
  }

  @Test
  void shouldRefuseNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockBootstrap.percentile(List.of(), 50, 0.95, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ForkInterval.of(List.of(Counted.of()), 50, 0.95, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ForksBootstrap.percentile(List.of(), 50, 0.95, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ForksBootstrap.percentile(List.of(List.of()), 50, 0.95, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockBootstrap.percentile(List.of(Counted.of(1)), 50, 0, 1));
  }

  private static Counted tenfold(Counted counted) {
    return new Counted(
        LongStream.of(counted.values()).map(value -> 10 * value).toArray(), counted.counts());
  }
}
