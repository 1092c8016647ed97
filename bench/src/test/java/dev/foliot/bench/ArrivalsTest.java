package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static dev.foliot.bench.Refused.refusesHostile;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
  private static final Rate RATE = Rate.perSecond(1_000);
  private static final long SECOND_NS = 1_000_000_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant",
        "poisson",
        "ramp:1k/s..40k/s",
        "ramp:2/999999999999ns..1/3599999999999ns",
        "step:1k/s",
        "step:1k/s,2k/s,1/h",
        "burst:1",
        "burst:9999999",
        "trace:recorded.txt",
        "trace:a:b c"
      })
  void shouldReadBackExactlyWhatItWrites(String text) {
    assertThat(Arrivals.parse(text)).hasToString(text);
    assertThat(Arrivals.parse(Arrivals.parse(text).toString())).isEqualTo(Arrivals.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "random",
        "Constant",
        "constant:1",
        "constant:",
        "poisson:1k/s",
        "poisson:",
        "ramp",
        "ramp:",
        "ramp:1k/s",
        "ramp:1k/s..",
        "ramp:1k/s..2k/s..3k/s",
        "ramp:1..2",
        "step",
        "step:",
        "step:1k/s,",
        "step:1k/s,fast",
        "burst",
        "burst:",
        "burst:0",
        "burst:-1",
        "burst:1.5",
        "burst:10000000",
        "burst:99999999999999999999",
        "trace",
        "trace:",
        "trace:\u0000"
      })
  void shouldRejectWhatIsNoKindOfArrivals(String text) {
    refused(() -> Arrivals.parse(text));
  }

  @Test
  void shouldNameAllKindsWhenItRejectsOne() {
    refused(() -> Arrivals.parse("uniform"))
        .contains("'uniform'", "constant", "poisson", "ramp:", "step:", "burst:", "trace:");
  }

  @Test
  void shouldRejectHostileText() {
    refusesHostile(Arrivals::parse);
    for (String kind : List.of("ramp:", "step:", "burst:")) {
      refusesHostile(text -> Arrivals.parse(kind + text));
    }
  }

  @Test
  void shouldRejectRecordsOutOfRange() {
    refused(() -> new Arrivals.Burst(0).schedule(RATE, 1, SECOND_NS));
    refused(() -> new Arrivals.Step(List.of()).schedule(RATE, 1, SECOND_NS));
  }

  @Test
  void shouldPlayEachKindForTheLengthOfTheLoad() throws IOException {
    assertThat(play("constant")).hasSize(1_000).startsWith(0L, 1_000_000L);
    assertThat(play("poisson")).hasSizeBetween(850, 1_150);
    assertThat(play("ramp:1k/s..3k/s")).hasSize(2_000);
    assertThat(play("step:1k/s,3k/s")).hasSize(2_000).contains(500_000_000L);
    assertThat(play("burst:10")).hasSize(1_000).startsWith(0L, 0L).contains(10_000_000L);
    Path file = Files.writeString(folder.resolve("t"), "1\n2\n999999999\n1000000000\n");
    assertThat(play("trace:" + file)).containsExactly(1L, 2L, 999_999_999L);
  }

  @Test
  void shouldPlayTheSameTimesForTheSameSeedAndOthersForAnother() {
    Arrivals poisson = Arrivals.parse("poisson");
    assertThat(times(poisson, 1)).isEqualTo(times(poisson, 1)).isNotEqualTo(times(poisson, 2));
  }

  @Test
  void shouldPlayLoadsShorterThanTheirSteps() {
    Arrivals steps = Arrivals.parse("step:1k/s,2k/s,3k/s");
    assertThat(steps.schedule(RATE, 1, 1).nextNs()).isZero();
  }

  private static List<Long> play(String text) {
    return times(Arrivals.parse(text), 1);
  }

  private static List<Long> times(Arrivals arrivals, long seed) {
    List<Long> times = new ArrayList<>();
    Schedule schedule = arrivals.schedule(RATE, seed, SECOND_NS);
    for (long next = schedule.nextNs(); next != Schedule.END; next = schedule.nextNs()) {
      times.add(next);
    }
    return times;
  }
}
