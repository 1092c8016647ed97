package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.judgement.Forks;
import dev.foliot.judgement.search.LatencyObjective;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.service.Jdk;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchPlanTest {
  @Test
  void shouldPutTheRatesOfASweepInOrder() {
    assertThat(Plans.of(Plans.rates("20k/s", "1/min", "5k/s")).loads())
        .extracting(load -> load.rate().toString())
        .containsExactly("1/min", "5k/s", "20k/s");
  }

  @Test
  void shouldRefuseTheSameRateTwiceHoweverItIsWritten() {
    refused(() -> Plans.of(Plans.rates("1k/s", "60k/min")), "the rate 1k/s is there twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ramp:1k/s..2k/s", "step:1k/s,2k/s", "trace:missing.txt"})
  void shouldRefuseASweepOfArrivalsThatHaveTheirOwnRates(String arrivals) {
    List<BenchConfig> loads =
        Plans.rates("1k/s", "2k/s").stream()
            .map(load -> load.with(Map.of("arrivals", arrivals)))
            .toList();

    refused(() -> Plans.of(loads), "--arrivals " + arrivals + " has its own rates");
  }

  @ParameterizedTest
  @CsvSource({"ramp:1k/s..2k/s, 1.5k/s", "'step:1k/s,2k/s,6k/s', 3k/s", "burst:20, 10k/s"})
  void shouldNameTheRateThatIsPlayed(String arrivals, String rate) {
    BenchConfig load = Plans.rates("10k/s").getFirst().with(Map.of("arrivals", arrivals));

    assertThat(Plans.of(List.of(load)).load().rate()).isEqualTo(Rate.parse(rate));
  }

  @Test
  void shouldSayWhatOfATraceIsLeftOut(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("trace"), "0\n500000000\n900000000\n1500000000\n");
    BenchConfig load =
        Plans.rates("10k/s").getFirst().with(Map.of("arrivals", "trace:" + file, "duration", "1s"));

    BenchPlan plan = Plans.of(List.of(load));

    assertThat(plan.load().rate()).isEqualTo(Rate.parse("3/s"));
    assertThat(plan.warnings()).singleElement().asString().startsWith("1 of the 4 arrivals in ");
    assertThat(Plans.of(List.of(load.with(Map.of("duration", "2s")))).warnings()).isEmpty();
    Files.writeString(file, "# nothing\n");
    refused(() -> Plans.of(List.of(load)), "has no arrival within 1s");
  }

  @Test
  void shouldRefuseNoRatesAndTooMany() {
    refused(() -> Plans.of(List.of()), "give 1 to 100 rates, not 0");
    String[] many = IntStream.rangeClosed(1, 101).mapToObj(n -> n + "/s").toArray(String[]::new);
    refused(() -> Plans.of(Plans.rates(many)), "give 1 to 100 rates, not 101");
  }

  @Test
  void shouldGiveEveryArmAndLoadTheSameSeeds() {
    SweepSchedule schedule = new SweepSchedule(Plans.of(3, Plans.rates("1k/s", "2k/s")));
    List<ForkRecord> ended = new ArrayList<>();
    List<ForkSchedule.Turn> turns = new ArrayList<>();
    for (ForkSchedule.Turn turn = schedule.next(ended); turn != null; turn = schedule.next(ended)) {
      turns.add(turn);
      ended.add(Forks.of(1));
    }

    assertThat(turns).hasSize(12).doesNotHaveDuplicates().hasSize(schedule.forks());
    for (int block = 0; block < 2; block++) {
      int replicate = block;
      assertThat(turns.subList(block * 6, block * 6 + 6))
          .allMatch(turn -> turn.replicate() == replicate)
          .extracting(turn -> turn.arm() * 2 + turn.load())
          .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    }
  }

  @Test
  void shouldRefuseASearchThatCouldNeverJudge() {
    refused(
        () -> Plans.of(1, Plans.rates("1k/s"), goal("p99.99<1ms", null)),
        "p99.99 needs 10 messages beyond it, which 1k/s gives in 100s: give a --duration of that at"
            + " least, or a higher --rate");
    assertThat(Plans.of(1, Plans.rates("10k/s"), goal("p99.99<1ms", null)).goal()).isNotNull();
    assertThat(Plans.of(1, Plans.rates("1k/s"), goal("p99.9<1ms", null)).goal()).isNotNull();
  }

  @Test
  void shouldRefuseASearchThatBeginsAboveItsEnd() {
    refused(
        () -> Plans.of(1, Plans.rates("10k/s"), goal("p99<1ms", "5k/s")),
        "--max-rate 5k/s is below 10k/s, where the search begins: give a lower --rate");
  }

  @Test
  void shouldRefuseASearchOfSeveralRatesOrJdks() {
    refused(
        () -> Plans.of(1, Plans.rates("1k/s", "2k/s"), goal("p99<1ms", null)), "give one --rate");
    refused(() -> Plans.of(2, Plans.rates("10k/s"), goal("p99<1ms", null)), "give one --jdk");
  }

  @Test
  void shouldRefuseASearchWithArrivalsThatHaveTheirOwnRates() {
    BenchConfig ramp = Plans.rates("10k/s").getFirst().with(Map.of("arrivals", "ramp:1k/s..2k/s"));

    refused(
        () -> Plans.of(1, List.of(ramp), goal("p99<1ms", null)), "makes nothing of --find-rate");
  }

  @Test
  void shouldRefuseASearchWithTooFewForks() {
    refused(
        () -> new RateGoal(LatencyObjective.parse("p99<1ms"), null, 3),
        "--max-forks must be 4 to 1000, not 3");
  }

  @Test
  void shouldSearchWithOneCombinationOfParametersOnly() {
    List<BenchConfig> load = Plans.rates("10k/s");

    refused(
        () -> Plans.ofSizes(load, goal("p99<1ms", null), "1", "64"),
        "--find-rate searches with one value of each parameter");
    assertThat(Plans.ofSizes(load, goal("p99<1ms", null), "64").goal()).isNotNull();
  }

  @Test
  void shouldSayHowLongAllForksOfAllCombinationsTake() {
    List<BenchConfig> loads =
        Plans.rates("1k/s", "2k/s").stream()
            .map(load -> load.with(Map.of("warmup", "1s", "duration", "3s")))
            .toList();

    BenchPlan plan = Plans.ofSizes(loads, null, "1", "64", "1024");

    assertThat(plan.combinations()).hasSize(3);
    // three arms, two rates, two forks; 1 s + 3 s, and 2 s around them
    assertThat(plan.aboutNs()).isEqualTo(3 * 2 * 2 * 6_000_000_000L);
  }

  @Test
  void shouldGiveAForkTheParametersOfItsArm() {
    ForkCommand command =
        new ForkCommand(
            Jdk.current(),
            List.of(),
            ForkCommand.harness(),
            "com.acme.Hop",
            Plans.rates("1k/s").getFirst(),
            Map.of("text", "a=b \u00b5"));

    assertThat(command.arguments(Path.of("socket"), Path.of("folder")))
        .last()
        .isEqualTo("param.text=a%3Db+%C2%B5");
  }

  /** Rates without a short notation must not end the search. */
  @Test
  void shouldFindRatesThatAForkCanRead() {
    BenchConfig odd =
        Plans.rates("1000/min").getFirst().with(Map.of("rate", "1000/min", "duration", "7s"));
    BenchPlan plan = Plans.of(1, List.of(odd), goal("p50<1ms", "1000000/h"));
    SearchSchedule schedule = new SearchSchedule(Objects.requireNonNull(plan.goal()), plan.load());
    List<ForkRecord> ended = new ArrayList<>();
    for (ForkSchedule.Turn turn = schedule.next(ended); turn != null; turn = schedule.next(ended)) {
      // everything breaks the objective, down to the lowest rate
      ended.add(Forks.at(0, turn.load(), 2_000_000, Validity.valid()));
    }

    assertThat(schedule.loads())
        .allSatisfy(load -> assertThat(Rate.parse(load.rate().toString())).isEqualTo(load.rate()));
    assertThat(schedule.search(ended).answer()).contains("does not hold even at 2.86/s");
    assertThat(ended).hasSizeLessThan(RateGoal.USUAL_FORKS);
  }

  private static RateGoal goal(String objective, @Nullable String most) {
    return new RateGoal(
        LatencyObjective.parse(objective),
        most == null ? null : Rate.parse(most),
        RateGoal.USUAL_FORKS);
  }

  private static void refused(Runnable plan, String why) {
    assertThatThrownBy(plan::run)
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }
}
