package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
    assertThat(answer.text()).startsWith("p90 is 16.0 us at 10,000/s");
  }

  private static LoadRecord load(String rate, @Nullable String headline) {
    return new LoadRecord(
        10_000, rate, "constant", 1, 0, 1_000, "inline", 1, "auto", 1_000, headline);
  }

  @Test
  void shouldGiveTheServiceTimeFirstWhereTheProgramWantsIt() {
    RunRecord run = Forks.run("20261101-100000-aaaa", 1, load("10k/s", LoadRecord.SERVICE));

    String text = BenchAnswer.of(run, List.of(waiting(Validity.valid())), 0, 0).text();

    assertThat(text).startsWith("p90 of the service time is 221 ns at 10,000/s.");
    assertThat(text).contains("From the due time it is 561 us");
  }

  @Test
  void shouldGiveTheRateOfAClosedLoop() {
    RunRecord run = Forks.run("20261101-100000-aaaa", 1, load("max", null));

    BenchAnswer answer =
        BenchAnswer.of(run, List.of(Forks.at(0, 0, 16_000, Validity.valid())), 0, 0);

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.REACHED_RATE);
    assertThat(answer.text()).startsWith("At full speed it does ").contains("nobody waits");
  }

  @Test
  void shouldNotBlameSlowMessagesForTheWaitOfTheGenerator() {
    Validity starved = Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorStarved(0.13));

    assertThat(answer(waiting(Validity.valid())).text()).contains("waiting behind slow messages");
    assertThat(answer(waiting(starved)).text())
        .contains("The load generator lacked CPU")
        .doesNotContain("slow messages");
  }

  @Test
  void shouldBeginWithThatNoForkIsValid() {
    Validity starved = Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorStarved(0.13));

    assertThat(answer(Forks.at(0, 0, 16_000, starved)).text()).startsWith("No fork is VALID: p");
    assertThat(answer(Forks.at(0, 0, 16_000, starved), waiting(Validity.valid())).text())
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
        fork.pauses(),
        null,
        fork.conditions(),
        fork.kernel(),
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
    assertThat(answer(Forks.at(0, 0, 9, DIED), Forks.at(0, 0, 16_000, Validity.valid())).text())
        .contains("16.0 us");
    assertThat(answer(Forks.at(0, 1, 9, Validity.valid())).kind())
        .isEqualTo(BenchAnswer.Kind.NO_FORK);
  }

  @Test
  void shouldSayThatMessagesAreMissingForAPercentile() {
    BenchAnswer answer = answer(Forks.dead());

    assertThat(answer.kind()).isEqualTo(BenchAnswer.Kind.TOO_FEW_MESSAGES);
    assertThat(answer.text()).contains("--duration");
  }
}
