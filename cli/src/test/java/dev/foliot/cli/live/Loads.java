package dev.foliot.cli.live;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Tls;
import dev.foliot.load.Traffic;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.loadrun.ServerSetup;
import dev.foliot.store.series.LoadInterval;
import java.util.List;
import java.util.Map;

/** Load tests, made up. */
final class Loads {
  private static final long SECOND = 1_000_000_000;

  private Loads() {}

  static LoadPlan plan() {
    Traffic traffic = new Traffic.Open(Rate.perSecond(2_000), new Arrivals.Poisson());
    return new LoadPlan(
        new Target("127.0.0.1", 8080),
        List.of(RequestTemplate.get("/")),
        List.of(
            new LoadPhase(LoadPhase.WARM_UP, traffic, 3 * SECOND),
            new LoadPhase("measured", traffic, 30 * SECOND)),
        new Sending(Protocol.HTTP_1, 100, 1, 0, SECOND, true, Tls.USUAL),
        1,
        SECOND);
  }

  static LoadTest test(String name) {
    return new LoadTest(
        name,
        List.of(plan()),
        new LoadTest.Rounds(2, false),
        new LoadTest.Generator(null, List.of()),
        ServerSetup.NONE,
        null,
        LoadTest.Limits.NONE,
        List.of("foliot", "load"));
  }

  /** A sample of half a second with 999 answers. */
  static LiveSample sample(double atMs, long p99Ns, Map<String, Long> errors) {
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    return new LiveSample(
        atMs,
        atMs <= 3_000 ? 0 : 1,
        500,
        new LoadInterval.Counts(1_000, 999, failed, 12, 100),
        new LiveSample.Times(p99Ns / 2, p99Ns, p99Ns * 3, 1_200_000),
        errors);
  }

  /** A state some seconds into the second round. */
  static LiveState state(String name, int samples) {
    LiveState state = new LiveState(test(name), false);
    state.starts(1, plan());
    state.starts(2, plan());
    state.generator(0.42);
    for (int i = 1; i <= samples; i++) {
      state.sample(
          sample(
              i * 500,
              i == samples / 2 ? 48_000_000 : 4_310_000,
              i == 3 ? Map.of("reset", 10L, "time-out", 2L) : Map.of()));
    }
    return state;
  }
}
