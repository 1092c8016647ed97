package dev.foliot.judgement.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foliot.judgement.Baselines;
import dev.foliot.judgement.Forks;
import dev.foliot.judgement.RateKnee;
import dev.foliot.judgement.run.Summary;
import dev.foliot.judgement.run.Sweep;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchAnswerTest {
  private static final Validity SATURATED =
      Validity.of(Verdict.SUSPECT, new LoadReason.BelowSchedule(0.5, 10_000));
  private static final Validity DIED =
      Validity.of(Verdict.INVALID, new LoadReason.MessagesLost(3, 4));

  private static BenchAnswer answer(ForkRecord... forks) {
    RunRecord run = Forks.run("20261101-100000-aaaa", forks.length);
    return BenchAnswer.of(run, List.of(forks), 0, 0);
  }

  @Test
  void shouldGiveTheHighestPercentileThatTheForksCarry() {
    BenchAnswer answer =
        answer(Forks.at(0, 0, 15_000, Validity.valid()), Forks.at(0, 0, 17_000, Validity.valid()));

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.RESPONSE_TIME);
    assertThat(answer.sentence()).startsWith("p90 is 16.0 us at 10,000/s");
  }

  private static LoadRecord load(String rate, @Nullable String headline) {
    return new LoadRecord(
        new LoadRecord.Schedule(10_000, rate, "constant", 1),
        0,
        1_000,
        new LoadRecord.Work("inline", 1, "auto", 1_000),
        headline,
        null);
  }

  @Test
  void shouldGiveTheServiceTimeFirstWhereTheProgramWantsIt() {
    RunRecord run = Forks.run("20261101-100000-aaaa", 1, load("10k/s", LoadRecord.SERVICE));

    String text = BenchAnswer.of(run, List.of(waiting(Validity.valid())), 0, 0).sentence();

    assertThat(text).startsWith("p90 of the service time is 221 ns at 10,000/s.");
    assertThat(text).contains("From the due time it is 561 us");
  }

  @Test
  void shouldGiveTheRateOfAClosedLoop() {
    RunRecord run = Forks.run("20261101-100000-aaaa", 1, load("max", null));

    BenchAnswer answer =
        BenchAnswer.of(run, List.of(Forks.at(0, 0, 16_000, Validity.valid())), 0, 0);

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.REACHED_RATE);
    assertThat(answer.sentence()).startsWith("At full speed it does ").contains("nobody waits");
  }

  @Test
  void shouldNotCallAClosedLoopSaturatedSinceItAsksForNoRate() {
    LoadRecord closed = load("max", null);
    RunRecord run = Forks.run("20261101-100000-aaaa", 1, closed);
    List<ForkRecord> starved = List.of(Forks.at(0, 0, 16_000, SATURATED));

    assertThat(BenchAnswer.of(run, starved, 0, 0).kind()).isEqualTo(BenchAnswer.Kind.REACHED_RATE);
    assertThat(RateKnee.areSaturated(closed, starved)).isFalse();
    assertThat(RateKnee.areSaturated(load("10k/s", null), starved)).isTrue();
    assertThat(Sweep.of(run, starved, 0).points().getFirst().isSaturated()).isFalse();
  }

  @Test
  void shouldNotBlameSlowMessagesForTheWaitOfTheGenerator() {
    Validity starved = Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorStarved(0.13));

    assertThat(answer(waiting(Validity.valid())).sentence())
        .contains("waiting behind slow messages");
    assertThat(answer(waiting(starved)).sentence())
        .contains("The load generator lacked CPU")
        .doesNotContain("slow messages");
  }

  @Test
  void shouldBeginWithThatNoForkIsValid() {
    Validity starved = Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorStarved(0.13));

    assertThat(answer(Forks.at(0, 0, 16_000, starved)).sentence())
        .startsWith("No fork is VALID: p");
    assertThat(answer(Forks.at(0, 0, 16_000, starved), waiting(Validity.valid())).sentence())
        .startsWith("p");
  }

  /** A fork whose messages wait for most of their response time. */
  private static ForkRecord waiting(Validity validity) {
    ForkRecord fork = Forks.at(0, 0, 561_000, validity);
    ForkRecord.Times all = fork.times();
    return new ForkRecord(
        fork.schema(),
        fork.place(),
        fork.messages(),
        validity,
        new ForkRecord.Times(
            all.response(),
            Forks.at(0, 0, 221, validity).times().service(),
            all.lag(),
            all.backlog(),
            all.lateness(),
            all.probes()),
        new ForkRecord.Observed(
            fork.pauses(), null, fork.conditions(), fork.kernel(), ForkRecord.Jvm.NONE),
        fork.end());
  }

  @Test
  void shouldGiveTheSustainedRateWhereHalfOfTheForksSaturate() {
    assertThat(answer(Forks.at(0, 0, 9, SATURATED), Forks.at(0, 0, 9, Validity.valid())).kind())
        .isEqualTo(BenchAnswer.Kind.SUSTAINED_RATE);
    assertThat(
            answer(
                    Forks.at(0, 0, 9, SATURATED),
                    Forks.at(0, 0, 9, Validity.valid()),
                    Forks.at(0, 0, 9, Validity.valid()))
                .kind())
        .isEqualTo(BenchAnswer.Kind.RESPONSE_TIME);
  }

  @Test
  void shouldLeaveInvalidForksAndOtherLoadsOut() {
    assertThat(answer(Forks.at(0, 0, 9, DIED)).kind()).isEqualTo(BenchAnswer.Kind.NO_FORK);
    assertThat(answer(Forks.at(0, 0, 9, DIED), Forks.at(0, 0, 16_000, Validity.valid())).sentence())
        .contains("16.0 us");
    assertThat(answer(Forks.at(0, 1, 9, Validity.valid())).kind())
        .isEqualTo(BenchAnswer.Kind.NO_FORK);
  }

  /** Forks whose p99 is around so many times 50 us, an arm for each size. */
  private static BenchAnswer combinations(int forks, double... factors) {
    List<ForkRecord> all = new ArrayList<>();
    for (int arm = 0; arm < factors.length; arm++) {
      for (int i = 0; i < forks; i++) {
        double noise = 1 + 0.01 * i;
        all.add(
            Forks.of(
                all.size() + 1,
                arm,
                Validity.valid(),
                Baselines.figures(factors[arm] * noise, null)));
      }
    }
    return ofCombinations(all, factors.length);
  }

  private static BenchAnswer ofCombinations(List<ForkRecord> forks, int arms) {
    return ofCombinations(forks, arms, Forks.run("20261101-100000-aaaa", 1).load());
  }

  private static BenchAnswer ofCombinations(List<ForkRecord> forks, int arms, LoadRecord load) {
    RunRecord run = Forks.run("20261101-100000-aaaa", forks.size());
    RunRecord withParams =
        new RunRecord(
            run.schema(),
            new RunRecord.Origin(
                run.id(), run.command(), run.commandLine(), run.benchmark(), run.startedAt(), null),
            new RunRecord.Setup(
                IntStream.range(0, arms)
                    .mapToObj(arm ->
                        new Arm("/jdk", "25", List.of(), null, Map.of("size", "" + (1 << arm))))
                    .toList(),
                List.of(load),
                run.environment()),
            new RunRecord.Result(run.validity(), Map.of(), List.of(), null),
            run.forks(),
            true);
    return CombinationAnswer.of(withParams, forks, IntStream.range(0, arms).boxed().toList());
  }

  @Test
  void shouldSayHowAPercentileDiffersAmongCombinations() {
    BenchAnswer rises = combinations(5, 1, 1.6, 1.2);

    assertThat(rises.kind()).isEqualTo(BenchAnswer.Kind.DIFFERENCE);
    assertThat(rises.sentence())
        .isEqualTo("p99 at 10,000/s rises from 51.0 us (size=1) to 81.6 us (size=2).");
    ForkRecord starved =
        Forks.of(
            1,
            0,
            Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorStarved(0.13)),
            Baselines.figures(1, null));
    ForkRecord other = Forks.of(2, 1, starved.validity(), Baselines.figures(2, null));
    assertThat(ofCombinations(List.of(starved, other), 2).sentence())
        .startsWith("No fork is VALID: Inconclusive: p99 ");
    assertThat(combinations(5, 1, 0.5).sentence())
        .isEqualTo("p99 at 10,000/s falls from 51.0 us (size=1) to 25.5 us (size=2).");
    assertThat(combinations(5, 1, 0.5, 2).sentence())
        .isEqualTo(
            "p99 at 10,000/s rises from 51.0 us (size=1) to 102 us (size=4), and falls to 25.5 us"
                + " (size=2).");
    assertThat(combinations(20, 1, 1.002).sentence())
        .isEqualTo(
            "p99 at 10,000/s is 54.8 us to 54.9 us over 2 combinations: the same within 5.0 %.");
  }

  @Test
  void shouldClaimNoDifferenceThatTheForksDoNotDecide() {
    assertThat(combinations(4, 1, 3).kind()).isEqualTo(BenchAnswer.Kind.INCONCLUSIVE);
    assertThat(combinations(4, 1, 3).sentence())
        .isEqualTo(
            "Inconclusive: p99 at 10,000/s is 50.8 us to 152 us over 2 combinations; at least 5"
                + " valid forks of each are needed.");
    assertThat(combinations(5, 1, 1.04).sentence())
        .startsWith("Inconclusive: p99 at 10,000/s is ")
        .containsPattern("about \\d+ forks of each decide");
    // five forks cannot reach the level of one in nineteen comparisons
    double[] factors = new double[20];
    Arrays.setAll(factors, i -> i == 7 ? 3 : 1);
    assertThat(combinations(5, factors).kind()).isEqualTo(BenchAnswer.Kind.INCONCLUSIVE);
    assertThat(combinations(10, factors).sentence()).contains("rises from", "(size=128)");
  }

  @Test
  void shouldNameCombinationsThatDoNotSustainTheRate() {
    ForkRecord slow = Forks.of(1, 0, SATURATED, Baselines.figures(1, null));
    ForkRecord fast = Forks.of(2, 1, Validity.valid(), Baselines.figures(1, null));

    assertThat(ofCombinations(List.of(slow, fast), 2).sentence())
        .startsWith("p99 is 50.0 us at 10,000/s with size=2")
        .endsWith(" Of 10,000/s the task sustains only about 0/s with size=1.");
    assertThat(ofCombinations(List.of(slow), 1).kind()).isEqualTo(BenchAnswer.Kind.SUSTAINED_RATE);
  }

  @Test
  void shouldGiveTheRateOfEachCombinationAtFullSpeed() {
    LoadRecord closed =
        new LoadRecord(
            new LoadRecord.Schedule(0, "max", "closed", 1),
            0,
            1,
            new LoadRecord.Work("inline", 1, "auto", 1),
            null,
            null);
    ForkRecord one = Forks.of(1, 0, Validity.valid(), Baselines.figures(1, null));
    ForkRecord other = Forks.of(2, 1, Validity.valid(), Baselines.figures(9, null));

    BenchAnswer answer = ofCombinations(List.of(one, other), 2, closed);

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.REACHED_RATE);
    assertThat(answer.sentence())
        .startsWith("At full speed it does 0/s with size=1 and 0/s with size=2. That is a closed");
  }

  @Test
  void shouldSayThatMessagesAreMissingForAPercentile() {
    BenchAnswer answer = answer(Forks.dead());

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.TOO_FEW_MESSAGES);
    assertThat(answer.sentence()).contains("--duration");
  }

  @ParameterizedTest
  @CsvSource({"30, true", "190, true", "249, true", "251, false", "18000, false"})
  void shouldLeaveTheCostOfATinyTaskToJmh(long serviceNs, boolean isTiny) {
    ForkRecord fork = Forks.at(0, 0, 16_000, Validity.valid());
    RunRecord two = Forks.run("20261101-100000-aaaa", 1);
    RunRecord run =
        new RunRecord(
            two.schema(),
            new RunRecord.Origin(
                two.id(), two.command(), two.commandLine(), two.benchmark(), two.startedAt(), null),
            new RunRecord.Setup(
                List.of(two.arms().getFirst()), List.of(two.load()), two.environment()),
            new RunRecord.Result(
                two.validity(),
                Map.of(
                    SummaryKey.of(0, 1, 0, 1, SummaryKey.SERVICE),
                    Map.of("p50", new Spread(serviceNs, serviceNs, serviceNs))),
                List.of(),
                null),
            two.forks(),
            true);

    BenchAnswer answer = BenchAnswer.of(run, List.of(fork), NextCommands.after(run.commandLine()));

    assertThat(answer.sentence().contains("such a cost is JMH's to measure")).isEqualTo(isTiny);
    assertThat(answer.figures().stream().anyMatch(one -> one.name().equals("service_p50")))
        .isEqualTo(isTiny);
  }

  @ParameterizedTest
  @CsvSource({"12000, 1000, true", "260000, 1000, false", "260000, 100000, true"})
  void shouldLeaveTheCostOfAnOperationOfABatchToJmh(
      long serviceNs, long operations, boolean isTiny) {
    RunRecord two = Forks.run("20261101-100000-aaaa", 1);
    Arm arm = two.arms().getFirst();
    Arm batched =
        new Arm(
            arm.jdk(),
            arm.jdkVersion(),
            List.of(),
            null,
            Map.of(Arm.OPERATIONS, Long.toString(operations)));
    RunRecord run =
        new RunRecord(
            two.schema(),
            new RunRecord.Origin(
                two.id(), two.command(), two.commandLine(), two.benchmark(), two.startedAt(), null),
            new RunRecord.Setup(List.of(batched), List.of(two.load()), two.environment()),
            new RunRecord.Result(
                two.validity(),
                Map.of(
                    SummaryKey.of(0, 1, 0, 1, SummaryKey.SERVICE),
                    Map.of("p50", new Spread(serviceNs, serviceNs, serviceNs))),
                List.of(),
                null),
            two.forks(),
            true);

    BenchAnswer answer =
        BenchAnswer.of(
            run,
            List.of(Forks.at(0, 0, 16_000, Validity.valid())),
            NextCommands.after(run.commandLine()));

    assertThat(answer.sentence().contains("such a cost is JMH's to measure")).isEqualTo(isTiny);
    assertThat(
            answer.figures().stream()
                .filter(one -> one.name().equals("service_p50"))
                .map(one -> one.value()))
        .isEqualTo(isTiny ? List.of((double) serviceNs / operations) : List.of());
  }

  /** The run has two JDKs, and two loads, of which the first is taken. */
  private static BenchAnswer ofTwoJdks(ForkRecord... forks) {
    RunRecord run = Forks.run("20261101-100000-aaaa", forks.length);
    RunRecord atOneRate =
        new RunRecord(
            run.schema(),
            new RunRecord.Origin(
                run.id(), run.command(), run.commandLine(), run.benchmark(), run.startedAt(), null),
            new RunRecord.Setup(run.arms(), List.of(run.load()), run.environment()),
            new RunRecord.Result(
                run.validity(), Summary.of(List.of(forks), run.arms().size(), 1), List.of(), null),
            run.forks(),
            true);
    return BenchAnswer.of(atOneRate, List.of(forks), NextCommands.after(atOneRate.commandLine()));
  }

  @Test
  void shouldGiveTheSamePercentileOfEachJdk() {
    BenchAnswer answer =
        ofTwoJdks(
            Forks.at(0, 0, 16_000, Validity.valid()), Forks.at(1, 0, 20_000, Validity.valid()));

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.RESPONSE_TIME);
    assertThat(answer.figures())
        .extracting(AnswerFigure::name, AnswerFigure::value)
        .containsExactly(
            tuple("p90 of JDK 25.0.3", 16_000.0), tuple("p90 of JDK 17.0.9", 20_000.0));
  }

  @Test
  void shouldAnswerOfTheJdkThatHasAForkThatCounts() {
    BenchAnswer answer =
        ofTwoJdks(Forks.at(0, 0, 16_000, Validity.valid()), Forks.at(1, 0, 9, DIED));

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.RESPONSE_TIME);
    assertThat(answer.figures()).extracting(AnswerFigure::value).containsExactly(16_000.0);
    assertThat(ofTwoJdks(Forks.at(0, 0, 9, DIED), Forks.at(1, 0, 9, DIED)).kind())
        .isEqualTo(BenchAnswer.Kind.NO_FORK);
    assertThat(ofTwoJdks(Forks.at(0, 0, 9, SATURATED), Forks.at(1, 0, 9, SATURATED)).kind())
        .isEqualTo(BenchAnswer.Kind.SUSTAINED_RATE);
  }
}
