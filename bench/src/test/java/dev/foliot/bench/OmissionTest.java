package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Omits no wait of a user: whatever stalls, the histograms are exact. Each equals Lindley's
 * recursion over the same schedule and stalls, count for count. Runs in virtual time, without
 * noise.
 */
@Tag("once")
class OmissionTest {
  private static final int MESSAGES = 6_000;
  private static final long GAP_NS = 100_000;
  private static final long LOAD_NS = MESSAGES * GAP_NS;
  private static final long STALL_NS = 20_000_000;
  private static final double[] UTILISATIONS = {0.02, 0.5, 0.9, 1.0, 1.3};
  private static final Rate RATE = Rate.perSecond(1_000_000_000 / GAP_NS);

  private static Stream<Story> stories() {
    return Stream.of("constant", "poisson", "burst:20", "ramp:1k/s..30k/s", "step:2k/s,30k/s")
        .flatMap(OmissionTest::underEveryUtilisation)
        .flatMap(OmissionTest::withEveryStall);
  }

  private static Stream<Story> underEveryUtilisation(String arrivals) {
    return Arrays.stream(UTILISATIONS)
        .mapToObj(utilisation ->
            Story.of(
                arrivals + " at " + utilisation,
                schedule(arrivals, 7),
                MESSAGES,
                (long) (utilisation * GAP_NS)));
  }

  private static Supplier<Schedule> schedule(String arrivals, long seed) {
    return () -> Arrivals.parse(arrivals).schedule(RATE, seed, 100 * LOAD_NS);
  }

  private static Stream<Story> withEveryStall(Story calm) {
    Freezes reports = Freezes.every(100_000_000, STALL_NS, 10 * LOAD_NS);
    Freezes chance = Freezes.random(5, 10_000_000, 2_000_000, 10 * LOAD_NS);
    return Stream.of(
        calm,
        calm.named(calm + ", random service").randomService(1),
        calm.named(calm + ", stalls in the task").stallsInTask(1_000, STALL_NS),
        calm.named(calm + ", stalls in the wait").stallsInWait(2, 0.01, STALL_NS),
        calm.named(calm + ", stalls in the progress report").frozen(reports),
        calm.named(calm + ", stalls anywhere").frozen(chance),
        calm.named(calm + ", work after done").worksOnAfterDone(3, 0.1, 10 * GAP_NS));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void shouldEqualTheRecursionWhateverStalls(Story story) {
    assertEqualsRecursion(story);
  }

  @Test
  void shouldEqualTheRecursionUnderStallsOfEveryKindAtOnce() {
    LongStream.rangeClosed(1, 40).parallel().forEach(OmissionTest::stallInEveryWay);
  }

  private static void stallInEveryWay(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String[] arrivals = {"constant", "poisson", "burst:7", "burst:100"};
    assertEqualsRecursion(
        Story.of(
                "seed " + seed,
                schedule(arrivals[random.nextInt(arrivals.length)], seed),
                MESSAGES,
                random.nextLong(2 * GAP_NS))
            .producers(1 + random.nextInt(4))
            .randomService(seed)
            .stallsInTask(1 + random.nextInt(5_000), random.nextLong(STALL_NS))
            .stallsInWait(seed, random.nextDouble(), 1 + random.nextLong(STALL_NS))
            .worksOnAfterDone(seed, random.nextDouble(), 1 + random.nextLong(GAP_NS))
            .frozen(
                Freezes.random(
                    seed, 1 + random.nextLong(STALL_NS), 1 + random.nextLong(STALL_NS), LOAD_NS)));
  }

  @Test
  void shouldEqualTheRecursionOfServersBehindOneQueue() {
    for (int servers = 1; servers <= 64; servers *= 4) {
      for (double utilisation : UTILISATIONS) {
        Story story =
            Story.of(
                    servers + " servers at " + utilisation,
                    schedule("poisson", servers),
                    MESSAGES,
                    (long) (utilisation * servers * GAP_NS))
                .randomService(servers)
                .stallsInTask(1_000, STALL_NS)
                .stallsInWait(servers, 0.001, STALL_NS);
        List<String> differences =
            Lindley.ofServers(story, servers)
                .differences(VirtualLoad.servers(story, servers).durations());
        assertThat(differences).as(story.name()).isEmpty();
      }
    }
  }

  private static void assertEqualsRecursion(Story story) {
    VirtualLoad load = VirtualLoad.inline(story);
    assertThat(Lindley.of(story).differences(load.durations())).as(story.name()).isEmpty();
    long started = load.outcomes().stream().mapToLong(Producer.Outcome::started).sum();
    assertThat(started).as(story.name()).isEqualTo(story.messages());
    assertThat(load.outcomes())
        .as(story.name())
        .allSatisfy(outcome -> {
          assertThat(outcome.lost()).isZero();
          assertThat(outcome.unstarted()).isZero();
          assertThat(outcome.recorder().contradictory()).isZero();
        });
  }

  @Test
  void shouldChargeAStallOfTheWholeProcessToTheMessagesThatItDelayed() {
    // a tenth of a second in every second: a tenth of all messages wait up to that long
    Story story =
        Story.of("stopped", schedule("constant", 0), 100_000, 2_000)
            .frozen(Freezes.every(1_000_000_000, 100_000_000, 100 * LOAD_NS));
    Durations response = of(VirtualLoad.inline(story).durations(), Kind.RESPONSE);
    assertThat(response.percentileNs(50)).isBetween(2_000L, 2_001L);
    assertThat(response.percentileNs(95)).isBetween(45_000_000L, 55_000_000L);
    assertThat(response.percentileNs(99)).isBetween(85_000_000L, 95_000_000L);
  }

  @Test
  void shouldNotMistakeAReanchoringProducerForASoundOne() {
    Story calm = Story.of("calm", schedule("constant", 0), MESSAGES, GAP_NS / 50);
    Story stalled = calm.frozen(Freezes.every(100_000_000, STALL_NS, 10 * LOAD_NS));
    Story late = calm.stallsInWait(2, 0.01, STALL_NS);

    assertThat(Lindley.of(calm).differences(ReanchoringLoad.play(calm))).isEmpty();
    for (Story story : List.of(stalled, late)) {
      Map<Kind, Durations> reanchored = ReanchoringLoad.play(story);
      assertThat(Lindley.of(story).differences(reanchored)).isNotEmpty();
      assertThat(of(reanchored, Kind.RESPONSE).percentileNs(99))
          .isLessThan(Lindley.of(story).percentileNs(Kind.RESPONSE, 99) / 100);
    }
  }

  private static Durations of(Map<Kind, Durations> durations, Kind kind) {
    return Objects.requireNonNull(durations.get(kind));
  }
}
