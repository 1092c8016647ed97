package dev.foliot.judgement;

import dev.foliot.store.Arm;
import dev.foliot.store.Few;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Simulated sides of comparisons. */
public final class Baselines {
  private Baselines() {}

  /**
   * Forks whose percentiles are around 10, 20, 50, 100 and 200 us times a factor, with 2 % noise.
   */
  public static BaselineRecord around(double factor, int forks, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Percentiles> responses = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      double noise = Math.exp(0.02 * random.nextGaussian()) * factor;
      responses.add(figures(noise, (long) (200_000 * noise)));
    }
    return of(responses, "25.0.3", Map.of("cpu_count", 2L, "load_average", List.of(0.1 * seed)));
  }

  public static Percentiles figures(double factor, @Nullable Long p9999) {
    return new Percentiles(
        "ns",
        1_000_000,
        new Percentiles.Range(1_000L, 9_000_000L, 12_000.0),
        Percentiles.usual(
            (long) (10_000 * factor),
            (long) (20_000 * factor),
            (long) (50_000 * factor),
            (long) (100_000 * factor),
            p9999),
        Map.of(),
        Map.of(),
        Map.of());
  }

  /** Forks with {@code episodes} episodes each beyond their last percentile. */
  public static List<Percentiles> few(int forks, long episodes) {
    List<Percentiles> all = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      all.add(
          new Percentiles(
              "ns",
              1_000_000,
              new Percentiles.Range(1_000L, 9_000_000L, 12_000.0),
              Percentiles.usual(10_000L, 20_000L, 50_000L, 100_000L),
              Map.of("p99_99", new RunReason.NothingRecorded()),
              Map.of("p99_99", new Few(200_000 + i * 100, episodes)),
              Map.of()));
    }
    return all;
  }

  public static BaselineRecord of(
      List<Percentiles> forks, String jdk, Map<String, Object> environment) {
    return new BaselineRecord(
        BaselineRecord.SCHEMA,
        new BaselineRecord.Origin("20261121-100000-aaaa", "com.acme.Hop", "2026-11-21T10:00:00Z"),
        new BaselineRecord.Part(
            0,
            new Arm("/opt/jdk", jdk, List.of(), null),
            0,
            new LoadRecord(
                new LoadRecord.Schedule(10_000, "10k/s", "constant", 1),
                0,
                1_000_000_000,
                new LoadRecord.Work("inline", 1, "auto", 1_000_000_000),
                null,
                null)),
        environment,
        forks.isEmpty() ? Validity.of(Verdict.INVALID, new RunReason.NoFork()) : Validity.valid(),
        new BaselineRecord.Figures(forks, List.of(), 0, List.of()));
  }

  /** The same forks, which were asked for more than they take. */
  public static BaselineRecord saturated(BaselineRecord side, double... achievedPerS) {
    return new BaselineRecord(
        side.schema(),
        new BaselineRecord.Origin(
            side.origin().id(), side.origin().benchmark(), side.origin().startedAt()),
        new BaselineRecord.Part(
            side.part().armIndex(), side.part().arm(), side.part().loadIndex(), side.part().load()),
        side.environment(),
        side.validity(),
        new BaselineRecord.Figures(
            side.figures().forks(),
            Arrays.stream(achievedPerS).boxed().toList(),
            side.figures().forks().size(),
            List.of()));
  }
}
