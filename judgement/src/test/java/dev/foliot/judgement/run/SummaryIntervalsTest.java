package dev.foliot.judgement.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.Forks;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Validity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryIntervalsTest {
  private static final SummaryKey ROW = SummaryKey.parse("arm 0 load 0 response");

  @TempDir Path temp;

  @Test
  void shouldGiveTheMedianOverForksItsInterval() {
    Spread p50 = spread(SummaryIntervals.of(stored(5)), "p50");

    // the forks' medians are 10, 20 ... 50 us
    assertThat(p50.median()).isEqualTo(30_000);
    assertThat(p50.low()).isBetween(9_000L, 29_000L);
    assertThat(p50.high()).isBetween(31_000L, 51_000L);
  }

  @Test
  void shouldGiveTwoForksNone() {
    Spread p50 = spread(SummaryIntervals.of(stored(2)), "p50");

    assertThat(p50.median()).isEqualTo(15_000);
    assertThat(p50.low()).isNull();
    assertThat(p50.high()).isNull();
  }

  private static Spread spread(Map<SummaryKey, Map<String, Spread>> summary, String percentile) {
    return Objects.requireNonNull(Objects.requireNonNull(summary.get(ROW)).get(percentile));
  }

  private StoredRun stored(int forks) {
    Store store = Store.open(temp.resolve("of-" + forks));
    RunFolder folder = store.begin("bench");
    List<ForkRecord> all = new ArrayList<>();
    for (int number = 1; number <= forks; number++) {
      ForkRecord fork = Forks.of(number, 0, 0, Validity.valid());
      all.add(fork);
      try (var part = folder.beginFork(number)) {
        part.histograms(intervals(number));
        part.commit(fork);
      }
    }
    RunRecord run = Forks.run(folder.id(), forks);
    folder.write(
        new RunRecord(
            run.schema(),
            new RunRecord.Origin(
                run.id(),
                run.command(),
                run.commandLine(),
                run.benchmark(),
                run.startedAt(),
                run.endedAt()),
            new RunRecord.Setup(run.arms(), run.loads(), run.environment()),
            new RunRecord.Result(run.validity(), Summary.of(all, 2, 2), List.of(), null),
            run.forks(),
            true));
    return store.find(folder.id());
  }

  /** Around {@code times} times ten microseconds, in thirty intervals. */
  private static List<TaggedInterval> intervals(int times) {
    SplittableRandom random = new SplittableRandom(times);
    List<TaggedInterval> intervals = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      Histogram histogram = new Histogram(3);
      for (int j = 0; j < 100; j++) {
        histogram.recordValue(times * 9_900L + random.nextLong(times * 200L));
      }
      intervals.add(new TaggedInterval("response", 1_000_000, i, 1, histogram));
    }
    return intervals;
  }
}
