package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static dev.foliot.bench.Refused.refusesHostile;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BenchConfigTest {
  private static final List<String> ARRIVALS =
      List.of(
          "constant",
          "poisson",
          "ramp:1/s..9/s",
          "step:1/s,2k/s",
          "burst:7",
          "trace:x y",
          "closed");
  private static final List<String> DISPATCHES =
      List.of("inline", "threads:3", "virtual", "adaptive", "adaptive-virtual");
  private static final List<String> WAITS = List.of("auto", "spin", "park");
  private static final List<String> JITTER = List.of("auto", "spin", "sleep");

  @Test
  void shouldReadBackExactlyWhatItWrites() {
    for (long seed = 1; seed <= 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      BenchConfig config =
          new BenchConfig(
              new Rate(1 + random.nextLong(1_000), 1 + random.nextLong(100_000, 1_000_000_000)),
              arrivals(any(ARRIVALS, random)),
              random.nextLong(),
              random.nextLong(1L << random.nextInt(1, 50)),
              1 + random.nextLong(1L << random.nextInt(1, 50)),
              Dispatch.parse(any(DISPATCHES, random)),
              1 + random.nextInt(64),
              new BenchConfig.Waits(
                  WaitMode.parse(any(WAITS, random)), Jitter.Mode.parse(any(JITTER, random))),
              1 + random.nextLong(1L << random.nextInt(1, 50)),
              0,
              random.nextBoolean());
      assertThat(BenchConfig.DEFAULT.with(config.toText())).as("seed %d", seed).isEqualTo(config);
    }
  }

  private static Arrivals arrivals(String text) {
    return text.equals("closed") ? new Arrivals.Closed() : Arrivals.parse(text);
  }

  private static String any(List<String> texts, SplittableRandom random) {
    return texts.get(random.nextInt(texts.size()));
  }

  @Test
  void shouldChangeOnlyWhatIsNamed() {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("rate", "7/s"));
    assertThat(config.rate()).isEqualTo(Rate.perSecond(7));
    assertThat(config.with(Map.of("rate", "10k/s"))).isEqualTo(BenchConfig.DEFAULT);
    assertThat(config.with(Map.of())).isEqualTo(config);
  }

  @Test
  void shouldGoAsFastAsItCanAtTheRateMax() {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("rate", "max"));
    assertThat(config.isClosed()).isTrue();
    assertThat(config.toText()).containsEntry("rate", "max").containsEntry("arrivals", "closed");
    assertThat(config.with(Map.of("rate", "10k/s"))).isEqualTo(BenchConfig.DEFAULT);
    assertThat(config.with(Map.of("dispatch", "threads:8")).inFlight()).isEqualTo(8);
    assertThat(config.with(Map.of("dispatch", "threads:8", "producers", "3")).inFlight())
        .isEqualTo(2);
    assertThat(BenchConfig.DEFAULT.inFlight()).isZero();
    refused(() -> config.with(Map.of("messages", "5"))).contains("needs a rate");
  }

  @Test
  void shouldTakeItsDurationFromAnExactNumberOfMessages() {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("rate", "3/s", "messages", "10"));
    assertThat(config.durationNs()).isEqualTo(3_333_333_334L);
    assertThat(BenchConfig.DEFAULT.with(config.toText())).isEqualTo(config);
    assertThat(config.with(Map.of("rate", "1/s")).durationNs()).isEqualTo(10_000_000_000L);
    refused(() -> config.with(Map.of("arrivals", "ramp:1/s..2/s"))).contains("exact number");
    refused(() -> config.with(Map.of("messages", "-1"))).contains("below zero");
    refused(() -> config.with(Map.of("messages", Long.toString(Long.MAX_VALUE))))
        .contains("at most 10000h");
  }

  @Test
  void shouldTakeTheDefaultsOfATask() {
    BenchConfig config =
        BenchConfig.DEFAULT.with(Annotated.class.getAnnotation(BenchDefaults.class));
    assertThat(config.toText())
        .containsEntry("rate", "40k/s")
        .containsEntry("producers", "2")
        .containsEntry("dispatch", "threads:8")
        .containsEntry("arrivals", "constant")
        .containsEntry("duration", "10s");
  }

  @BenchDefaults(rate = "40k/s", producers = 2, dispatch = "threads:8")
  private static final class Annotated {}

  @Test
  void shouldRejectWhatIsOutOfRange() {
    refused(() -> with("producers", "0")).contains("producers", "1 to 64");
    refused(() -> with("producers", "65")).contains("65");
    refused(() -> with("producers", "4294967297"));
    refused(() -> with("duration", "0s")).contains("duration");
    refused(() -> with("timeout", "0s")).contains("time-out");
    refused(() -> with("warmup", "-1s"));
  }

  @Test
  void shouldRejectTimesThatTheClockCannotHold() {
    refused(() -> with("duration", "2562047h"));
    refused(() -> with("warmup", "2562047h"));
    refused(() -> with("timeout", "2562047h"));
  }

  @Test
  void shouldRejectUnknownOptions() {
    refused(() -> with("rrate", "1/s")).contains("'rrate'");
    refusesHostile(text -> with(text, "1/s"));
  }

  @Test
  void shouldRejectHostileValuesOfEveryOption() {
    for (String option : BenchConfig.DEFAULT.toText().keySet()) {
      refusesHostile(text -> with(option, text));
    }
  }

  private static BenchConfig with(String option, String value) {
    return BenchConfig.DEFAULT.with(Map.of(option, value));
  }
}
