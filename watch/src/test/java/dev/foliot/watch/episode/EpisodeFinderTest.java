package dev.foliot.watch.episode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchSecond;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hours and days of a service, second by second, in virtual time. */
class EpisodeFinderTest {
  private static final long START_S = 1_800_000_000L;
  private static final long MINUTE = 60;
  private static final long HOUR = 3_600;
  private static final long DAY = 24 * HOUR;

  private final EpisodeFinder finder = new EpisodeFinder(START_S * 1_000 - 100_000, 1);
  private final Map<Integer, Episode> found = new LinkedHashMap<>();
  private final SplittableRandom random = new SplittableRandom(42);

  /** What a healthy service shows: a daily rhythm, collections, noise. */
  private Map<WatchColumn, Long> usual(long atS) {
    double load = 1 + 0.6 * Math.sin(2 * Math.PI * atS / DAY);
    Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
    values.put(WatchColumn.CPU_NS, Math.round(4e8 * load * random.nextDouble(0.8, 1.2)));
    values.put(WatchColumn.GC_NS, random.nextInt(4) == 0 ? Math.round(9e6 * load) : 0);
    values.put(WatchColumn.SAFEPOINT_NS, Math.round(1e5 * random.nextDouble()));
    values.put(WatchColumn.TIME_TO_SAFEPOINT_NS, Math.round(1e5 * random.nextDouble()));
    values.put(WatchColumn.THROTTLED_NS, 0L);
    values.put(WatchColumn.STEAL_NS, random.nextInt(20) == 0 ? 10_000_000L : 0);
    values.put(WatchColumn.RUN_QUEUE_NS, Math.round(3e7 * load * random.nextDouble()));
    values.put(WatchColumn.BLOCKED, (long) random.nextInt(2));
    values.put(WatchColumn.THREADS, 60L + random.nextInt(5));
    values.put(WatchColumn.RSS_BYTES, 800_000_000L + random.nextInt(20_000_000));
    long requests = Math.round(200 * load + random.nextInt(30));
    values.put(WatchColumn.REQUESTS, requests);
    values.put(WatchColumn.ERRORS, random.nextInt(50) == 0 ? 1L : 0);
    values.put(WatchColumn.P99_NS, Math.round(3e7 * random.nextDouble(0.7, 1.6)));
    return values;
  }

  private interface Change {
    void to(long atS, Map<WatchColumn, Long> values);
  }

  private void play(long fromS, long toS, Change change) {
    for (long atS = fromS; atS < toS; atS++) {
      Map<WatchColumn, Long> values = usual(atS);
      change.to(atS, values);
      finder
          .second(new WatchSecond(START_S + atS, values))
          .forEach(one -> found.put(one.number(), one));
    }
  }

  private static final Change NONE = (atS, values) -> {};

  @Test
  void shouldFindNothingInADayOfAHealthyService() {
    play(0, DAY, NONE);
    assertThat(found.values()).isEmpty();
  }

  private Episode only() {
    assertThat(found.values()).hasSize(1);
    return found.values().iterator().next();
  }

  @Test
  void shouldFindWhenCollectionsTakeMoreAndWhenTheyEnd() {
    long fromS = 2 * HOUR + 7;
    long toS = fromS + 3 * MINUTE;
    play(
        0,
        3 * HOUR,
        (atS, values) -> {
          if (atS >= fromS && atS < toS) {
            values.put(WatchColumn.GC_NS, 300_000_000L);
          }
        });
    Episode episode = only();
    assertThat(episode.kind()).isEqualTo(EpisodeKind.GC);
    assertThat(episode.startMs())
        .isBetween((START_S + fromS - 2) * 1_000, (START_S + fromS + 10) * 1_000);
    assertThat(episode.endMs())
        .isBetween((START_S + toS - 10) * 1_000, (START_S + toS + 10) * 1_000);
    assertThat(episode.level().worst()).isBetween(0.29, 0.31);
    assertThat(episode.level().usual()).isLessThan(0.02);
  }

  /** A diagnosis is to see it while it lasts. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 7, 9})
  void shouldBeginWithinFourSecondsOfWhatIsGross(int offset) {
    long fromS = HOUR + offset;
    play(
        0,
        fromS + 4,
        (atS, values) -> {
          if (atS >= fromS) {
            values.put(WatchColumn.BLOCKED, 40L);
          }
        });
    assertThat(only().kind()).isEqualTo(EpisodeKind.BLOCKED);
    assertThat(only().startMs())
        .isBetween((START_S + fromS - 10) * 1_000, (START_S + fromS + 1) * 1_000);
  }

  @Test
  void shouldFindAQuotaLocksCpuWaitsErrorsAndSlowRequests() {
    play(
        0,
        6 * HOUR,
        (atS, values) -> {
          switch ((int) (atS / HOUR)) {
            case 1 -> put(values, atS, WatchColumn.THROTTLED_NS, 400_000_000L);
            case 2 -> put(values, atS, WatchColumn.BLOCKED, 25L);
            case 3 -> put(values, atS, WatchColumn.RUN_QUEUE_NS, 6_000_000_000L);
            case 4 -> put(values, atS, WatchColumn.ERRORS, 40L);
            case 5 -> put(values, atS, WatchColumn.P99_NS, 900_000_000L);
            default -> {
              // as usual
            }
          }
        });
    assertThat(found.values())
        .extracting(Episode::kind)
        .containsExactly(
            EpisodeKind.THROTTLING,
            EpisodeKind.BLOCKED,
            EpisodeKind.CPU_WAITS,
            EpisodeKind.ERRORS,
            EpisodeKind.SLOW);
    assertThat(found.values()).allSatisfy(one -> assertThat(one.endMs()).isNotNull());
  }

  /** For a minute in the middle of an hour. */
  private static void put(Map<WatchColumn, Long> values, long atS, WatchColumn column, long value) {
    if (atS % HOUR >= 30 * MINUTE && atS % HOUR < 31 * MINUTE) {
      values.put(column, value);
    }
  }

  @Test
  void shouldFindThatFewerRequestsAreAnswered() {
    play(
        0,
        3 * HOUR,
        (atS, values) -> {
          if (atS >= 2 * HOUR && atS < 2 * HOUR + 2 * MINUTE) {
            values.put(WatchColumn.REQUESTS, 5L);
          }
        });
    Episode episode = only();
    assertThat(episode.kind()).isEqualTo(EpisodeKind.DROP);
    assertThat(episode.level().worst()).isEqualTo(5);
    assertThat(episode.lengthMs(0)).isBetween(110_000L, 170_000L);
  }

  @Test
  void shouldFindThatMoreRequestsAreAnswered() {
    play(0, 3 * HOUR, (atS, values) -> put(values, atS, WatchColumn.REQUESTS, 2_000L));
    assertThat(found.values())
        .hasSize(3)
        .allSatisfy(episode -> assertThat(episode.kind()).isEqualTo(EpisodeKind.RISE));
    assertThat(found.values().iterator().next().level().worst()).isEqualTo(2_000);
  }

  @Test
  void shouldFindMemoryThatGrowsAllTheTimeAndSayItOnce() {
    play(
        0,
        4 * HOUR,
        (atS, values) -> values.put(WatchColumn.RSS_BYTES, 800_000_000L + 200_000L * atS));
    assertThat(only().kind()).isEqualTo(EpisodeKind.MEMORY);
  }

  /** What lasts is the new usual: it is one episode, and not one each hour. */
  @Test
  void shouldTakeForUsualWhatLastsForAnHour() {
    play(
        0,
        8 * HOUR,
        (atS, values) -> {
          if (atS >= 2 * HOUR) {
            values.put(WatchColumn.GC_NS, 200_000_000L);
          }
        });
    assertThat(only().lengthMs(0)).isBetween(55 * MINUTE * 1_000, 61 * MINUTE * 1_000);
  }

  @Test
  void shouldSayNothingWhileAJvmStarts() {
    EpisodeFinder young = new EpisodeFinder(START_S * 1_000, 1);
    List<Episode> all = new ArrayList<>();
    for (long atS = 0; atS < MINUTE; atS++) {
      Map<WatchColumn, Long> values = usual(atS);
      values.put(WatchColumn.GC_NS, 500_000_000L);
      all.addAll(young.second(new WatchSecond(START_S + atS, values)));
    }
    assertThat(young.stop(stop(30, 500))).isEmpty();
    assertThat(all).isEmpty();
  }

  private static Stop stop(long atS, long lengthMs) {
    long endNs = (START_S + atS) * 1_000_000_000L;
    long lengthNs = lengthMs * 1_000_000;
    return new Stop(endNs - lengthNs, endNs, lengthNs, 0, StopKind.GC_PAUSE, "G1");
  }

  @Test
  void shouldFindAStopThatIsLongerThanItsUsualOnes() {
    EpisodeFinder of = new EpisodeFinder(START_S * 1_000 - 100_000, 1);
    for (int i = 0; i < 100; i++) {
      assertThat(of.stop(stop(10L * i, 15))).isEmpty();
    }
    assertThat(of.stop(stop(2_000, 25))).isEmpty();
    Episode episode = of.stop(stop(2_100, 400)).orElseThrow();
    assertThat(episode.kind()).isEqualTo(EpisodeKind.STOP);
    assertThat(episode.level().worst()).isEqualTo(4e8);
    assertThat(episode.detail()).isEqualTo("gc-pause: G1");
    // another one at once belongs to it
    Episode longer = of.stop(stop(2_101, 500)).orElseThrow();
    assertThat(longer.number()).isEqualTo(episode.number());
    assertThat(longer.level().worst()).isEqualTo(5e8);
    assertThat(of.stop(stop(2_500, 500)).orElseThrow().number()).isGreaterThan(episode.number());
  }

  @Test
  void shouldEndWhatIsOpenWhenTheJvmEnds() {
    play(
        0,
        HOUR,
        (atS, values) -> {
          if (atS > HOUR - MINUTE) {
            values.put(WatchColumn.GC_NS, 300_000_000L);
          }
        });
    assertThat(only().endMs()).isNull();
    assertThat(finder.end((START_S + HOUR) * 1_000))
        .singleElement()
        .satisfies(ended -> {
          assertThat(ended.number()).isEqualTo(only().number());
          assertThat(ended.endMs()).isEqualTo((START_S + HOUR) * 1_000);
        });
  }
}
