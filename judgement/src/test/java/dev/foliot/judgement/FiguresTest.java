package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Kind;
import dev.foliot.store.Bounds;
import dev.foliot.store.Percentiles;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final int COUNT = 100_000;
  private static final long STALL_NS = 100_000_000;

  @Test
  void shouldNotShowAPercentileThatOneStallMade() {
    Percentiles response =
        Figures.of(
            Measured.messages(COUNT, 1_000).backlog(50_000, 51_000, STALL_NS).build(),
            Kind.RESPONSE);

    assertThat(response.p99()).isEqualTo(1_000);
    assertThat(response.p999()).isNull();
    assertThat(response.insufficient())
        .containsEntry("p99_9", "1 episode beyond it, needs 10")
        .containsKey("p99_99");
    assertThat(response.max()).isEqualTo(STALL_NS + 1_000);
  }

  @Test
  void shouldGiveAnyPercentileThatIsAskedForByTheSameRule() {
    List<String> names = Figures.ofBench(List.of("p25", "p99_95"));
    Percentiles response =
        Figures.of(Measured.messages(COUNT, 1_000).build(), Kind.RESPONSE, names);

    assertThat(names)
        .containsExactly("p25", "p50", "p90", "p99", "p99_9", "p99_95", "p99_99", "p99_999");
    assertThat(response.names()).isEqualTo(names);
    assertThat(response.value("p25")).isEqualTo(1_000);
    assertThat(response.value("p99_95")).isEqualTo(1_000);
    assertThat(response.value("p99_999")).isNull();
    assertThat(response.insufficient()).containsEntry("p99_999", "1 episode beyond it, needs 10");
    assertThat(response.few()).containsKey("p99_999");
    assertThat(Figures.of(Measured.of(List.of()), names).names()).isEqualTo(names);
  }

  @Test
  void shouldShowAPercentileThatTwentyStallsMade() {
    Measured measured = Measured.messages(COUNT, 1_000);
    for (int i = 0; i < 20; i++) {
      measured.backlog(i * 5_000, i * 5_000 + 20, STALL_NS + i);
    }

    assertThat(Figures.of(measured.build(), Kind.RESPONSE).p999())
        .isBetween(STALL_NS, STALL_NS + STALL_NS / 900);
    assertThat(Figures.of(measured.build(), Kind.BACKLOG).p999()).isNotNull();
  }

  @Test
  void shouldCountRunsWhereIntervalsAreTooCoarse() {
    Measured measured = Measured.messages(COUNT, 1_000);
    for (int i = 0; i < 15; i++) {
      measured.backlog(40_000 + i * 200, 40_000 + i * 200 + 10, STALL_NS + i);
    }

    assertThat(Figures.of(measured.build(), Kind.RESPONSE).p999()).isNotNull();
    assertThat(Figures.of(measured.build(), Kind.LAG).insufficient())
        .containsEntry("p99_9", "3 episodes beyond it, needs 10");
  }

  @Test
  void shouldGiveWhatItShowsAnInterval() {
    SplittableRandom random = new SplittableRandom(1);
    Measured measured = Measured.messages(COUNT, 1_000);
    for (int i = 0; i < COUNT; i++) {
      measured.service(i, 1_000 + random.nextLong(1_000_000));
    }
    Percentiles response = Figures.of(measured.build(), Kind.RESPONSE);

    assertThat(response.intervals().keySet())
        .containsExactlyElementsOf(
            Percentiles.NAMES.stream().filter(name -> response.value(name) != null).toList());
    Bounds p90 = Objects.requireNonNull(response.intervals().get("p90"));
    // the binomial interval: 1.96 * sqrt(0.9 * 0.1 / 100,000) of ranks, 0.19 % of a million
    assertThat(p90.high() - p90.low()).isBetween(2_500L, 6_500L);
    assertThat(response.p90()).isBetween(p90.low(), p90.high());
  }

  @Test
  void shouldWidenTheIntervalOfWhatComesInStretches() {
    Measured measured = Measured.messages(COUNT, 1_000);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20; i++) {
      int from = random.nextInt(COUNT - 1_000);
      measured.backlog(from, from + 600, random.nextLong(STALL_NS));
    }
    Bounds p90 =
        Objects.requireNonNull(Figures.of(measured.build(), Kind.RESPONSE).intervals().get("p90"));

    assertThat(p90.high()).isGreaterThan(p90.low() + STALL_NS / 20);
  }

  @Test
  void shouldGiveAProbeNoInterval() {
    assertThat(Figures.of(Measured.of(LongStream.rangeClosed(1, 999).boxed().toList())).intervals())
        .isEmpty();
  }

  @Test
  void shouldNeedTenDurationsBeyondAPercentileOfAProbe() {
    Percentiles figures = Figures.of(Measured.of(LongStream.rangeClosed(1, 999).boxed().toList()));

    assertThat(figures.p50()).isEqualTo(500);
    assertThat(figures.p90()).isEqualTo(900);
    assertThat(figures.p99()).isNull();
    assertThat(figures.insufficient())
        .containsEntry("p99", "9 durations beyond it, needs 10")
        .containsEntry("p99_99", "0 durations beyond it, needs 10");
  }

  @Test
  void shouldHaveNothingToSayOfNothing() {
    Percentiles none = Figures.of(Measured.of(List.of()));

    assertThat(none.count()).isZero();
    assertThat(none.min()).isNull();
    assertThat(none.p50()).isNull();
  }
}
