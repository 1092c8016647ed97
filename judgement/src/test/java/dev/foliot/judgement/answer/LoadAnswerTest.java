package dev.foliot.judgement.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.LoadTests;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.load.RequestWaits.Silence;
import dev.foliot.store.load.RequestWaits.SlowParts;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LoadAnswerTest {
  private static final long MS = 1_000_000;
  private static final Validity SATURATED =
      Validity.of(Verdict.SUSPECT, new LoadReason.BelowSchedule(0.6, 1_000));
  private static final Validity NOTHING =
      Validity.of(
          Verdict.INVALID,
          new LoadReason.NothingAnswered(10_000, List.of("connect refused 10000")));

  private static final NextCommands NEXT =
      new NextCommands(List.of("foliot", "load", "http://127.0.0.1:8080/"), null);

  private static LoadAnswer answer(LoadTestResult result) {
    return LoadAnswer.of(result, NEXT);
  }

  private static LoadAnswer ofOne(double perS, ForkRecord... forks) {
    return answer(LoadTests.result(List.of(LoadTests.open(perS)), List.of(forks), Map.of()));
  }

  @Test
  void shouldTellTheResponseTimeFirst() {
    LoadAnswer answer = ofOne(100, LoadTests.fork(0, 1));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.RESPONSE_TIME);
    assertThat(answer.sentence()).isEqualTo("p99 is 2.00 ms at 100/s.");
  }

  private static LoadAnswer waiting(RequestWaits waits) {
    return answer(
        LoadTests.result(
            List.of(LoadTests.open(100)),
            List.of(LoadTests.fork(0, 1, 50 * MS, 10 * MS, 100, Validity.valid())),
            Map.of(),
            waits));
  }

  private static RequestWaits parts(Map<String, Double> meanNs) {
    return new RequestWaits(0, List.of(), new SlowParts(100, meanNs));
  }

  @Test
  void shouldTellTheWaitForAConnectionApart() {
    LoadAnswer answer =
        waiting(parts(Map.of("lateness", 0.1, "wait", 80.0, "send", 1.0, "first byte", 18.9)));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.RESPONSE_TIME);
    assertThat(answer.sentence())
        .isEqualTo(
            "p99 is 100 ms at 100/s, of which the service time is 20.0 ms. Of the slowest requests'"
                + " time 80 % is the wait for a free connection and 19 % is the wait for the first"
                + " byte.");
  }

  @Test
  void shouldNameTheGeneratorWhereItWasTheGenerator() {
    LoadAnswer answer = waiting(parts(Map.of("lateness", 90.0, "wait", 1.0, "first byte", 9.0)));

    assertThat(answer.sentence())
        .contains("90 % is the load generator's own lateness.")
        .doesNotContain("free connection")
        .endsWith("Give it and the server CPUs of their own.");
  }

  @Test
  void shouldBlameNobodyWhereTheTimeIsTheServers() {
    LoadAnswer answer = waiting(parts(Map.of("lateness", 5.0, "first byte", 95.0)));

    assertThat(answer.sentence()).isEqualTo("p99 is 100 ms at 100/s.");
  }

  @Test
  void shouldBeginWithTheTimeInWhichNothingWasAnswered() {
    LoadAnswer answer =
        waiting(new RequestWaits(0, List.of(new Silence(2_500, 6_500, 5_000)), null));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.STALLED);
    assertThat(answer.sentence())
        .isEqualTo(
            "The server answered nothing from 2.5 to 6.5 s; half of the users waited up to 4.00 s."
                + " p99 is 100 ms at 100/s.");
    assertThat(answer.figures())
        .allMatch(figure -> answer.sentence().contains(figure.shown()))
        .anyMatch(figure -> figure.name().equals("waiting_share") && figure.value() == 0.5);
  }

  @Test
  void shouldCountTheClientsOfAClosedLoopThatWaited() {
    LoadAnswer answer =
        answer(
            LoadTests.result(
                List.of(LoadTests.closed(50)),
                List.of(LoadTests.fork(0, 1)),
                Map.of(),
                new RequestWaits(0, List.of(new Silence(1_000, 1_800, 50)), null)));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.REACHED_RATE);
    assertThat(answer.sentence())
        .endsWith(" The server answered nothing from 1.0 to 1.8 s; all users waited up to 800 ms.");
  }

  @Test
  void shouldSayThatTheBacklogOfTheWarmUpWasCancelled() {
    LoadAnswer answer =
        answer(
            LoadTests.result(
                List.of(LoadTests.open(1_000)),
                List.of(LoadTests.fork(0, 1, 900 * MS, MS, 600, SATURATED)),
                Map.of(),
                new RequestWaits(1_705, List.of(), null)));

    assertThat(answer.sentence())
        .endsWith(" The warm-up's backlog of 1,705 requests was cancelled.");
  }

  @Test
  void shouldProposeSeveralRatesWithoutTheRecordingThatTakesOne() {
    LoadAnswer answer =
        LoadAnswer.of(
            LoadTests.result(List.of(LoadTests.open(100)), List.of(LoadTests.fork(0, 1)), Map.of()),
            new NextCommands(
                List.of("foliot", "load", "http://127.0.0.1:8080/", "--explain", "--pid", "47"),
                null));

    assertThat(answer.next().command())
        .containsExactly(
            "foliot",
            "load",
            "http://127.0.0.1:8080/",
            "--pid",
            "47",
            "--rate",
            "100/s,200/s,400/s");
  }

  @Test
  void shouldAnswerALoadThatIsTooHighByWhatIsSustained() {
    LoadAnswer answer = ofOne(1_000, LoadTests.fork(0, 1, 900 * MS, MS, 600, SATURATED));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.SUSTAINED_RATE);
    assertThat(answer.sentence()).startsWith("The server sustains about 600/s");
  }

  @Test
  void shouldNotTakeTheRateOfALateGeneratorForTheServers() {
    Validity late =
        Validity.of(
            Verdict.SUSPECT,
            List.of(
                new LoadReason.LoadGeneratorLate(90, 521 * MS, 2_150 * MS),
                new LoadReason.BelowSchedule(0.6, 1_000)));

    assertThat(ofOne(1_000, LoadTests.fork(0, 1, 900 * MS, MS, 600, late)).sentence())
        .startsWith(
            "The server sustains at least about 600/s and was asked for 1,000/s."
                + " The load generator itself was late. ");
  }

  /** Requests that failed have ended too, and are no answers. */
  @Test
  void shouldSayThatAllAnswersCameAfterTheLoad() {
    ForkRecord fork = LoadTests.fork(0, 1, 900 * MS, MS, 0, SATURATED);
    LoadAnswer answer =
        answer(
            LoadTests.result(List.of(LoadTests.open(100)), List.of(fork), Map.of("time-out", 7L)));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.STALLED);
    assertThat(answer.sentence())
        .startsWith("No request succeeded within the ")
        .contains(
            " and "
                + Numbers.count(fork.messages().completed() - 7)
                + " did after it; the server was asked for 100/s.");
  }

  @Test
  void shouldTellTheRateWhereOneRoundHadAnswers() {
    assertThat(
            ofOne(
                    100,
                    LoadTests.fork(0, 1, 900 * MS, MS, 0, SATURATED),
                    LoadTests.fork(0, 2, 900 * MS, MS, 60, SATURATED))
                .kind())
        .isEqualTo(LoadAnswer.Kind.SUSTAINED_RATE);
  }

  @Test
  void shouldSayThatNothingWasAnswered() {
    LoadAnswer answer =
        answer(
            LoadTests.result(
                List.of(LoadTests.open(100), LoadTests.open(200)),
                List.of(
                    LoadTests.fork(0, 1, MS, MS, 0, NOTHING),
                    LoadTests.fork(1, 2, MS, MS, 0, NOTHING)),
                Map.of("connect refused", 10_000L)));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.NOTHING_ANSWERED);
    assertThat(answer.sentence()).contains("connect refused 10,000");
  }

  @Test
  void shouldSayThatAServerAnswersWithErrorsOnly() {
    Validity failed =
        Validity.of(Verdict.INVALID, new LoadReason.AllAnswersFailed(57, List.of("status 500 57")));
    LoadAnswer answer =
        answer(
            LoadTests.result(
                List.of(LoadTests.open(100)),
                List.of(LoadTests.fork(0, 1, MS, MS, 0, failed)),
                Map.of("status 500", 57L)));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.ALL_FAILED);
    assertThat(answer.sentence())
        .startsWith("The server answers, and all 57 requests failed: status");
  }

  @Test
  void shouldFindTheKneeOfSeveralRates() {
    LoadAnswer answer =
        answer(
            LoadTests.result(
                List.of(LoadTests.open(100), LoadTests.open(200), LoadTests.open(1_000)),
                List.of(
                    LoadTests.fork(0, 1),
                    LoadTests.fork(1, 2, MS, MS, 200, Validity.valid()),
                    LoadTests.fork(2, 3, 900 * MS, MS, 600, SATURATED)),
                Map.of()));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.KNEE);
    assertThat(answer.sentence())
        .isEqualTo("The server keeps up to 200/s. At 1,000/s it answers only about 600/s.");
  }

  @Test
  void shouldNameAClosedLoop() {
    LoadAnswer answer =
        answer(
            LoadTests.result(
                List.of(LoadTests.closed(50)), List.of(LoadTests.fork(0, 1)), Map.of()));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.REACHED_RATE);
    assertThat(answer.sentence()).startsWith("50 clients get 100/s").contains("closed loop");
  }

  @Test
  void shouldTellTheShareThatFailedWithItsKinds() {
    LoadAnswer answer =
        answer(
            LoadTests.result(
                List.of(LoadTests.open(100)),
                List.of(LoadTests.fork(0, 1)),
                Map.of("time-out", 12L, "status 503", 30L)));

    assertThat(answer.sentence())
        .endsWith(" 0.42 % of the requests failed: status 503 30, time-out 12.");
  }

  @Test
  void shouldSayNothingOfAServerWhereTheGeneratorWasLate() {
    Validity late =
        Validity.of(Verdict.INVALID, new LoadReason.LoadGeneratorLate(99, 30 * MS, 40 * MS));
    LoadAnswer answer = ofOne(100, LoadTests.fork(0, 1, MS, MS, 100, late));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.NOTHING_VALID);
  }

  @Test
  void shouldGiveBoundsWhereTheGeneratorWasLateAtTimes() {
    Validity late =
        Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorLate(99, 8 * MS, 40 * MS));
    LoadAnswer answer = ofOne(100, LoadTests.fork(0, 1, 20 * MS, 16 * MS, 100, late));

    assertThat(answer.kind()).isEqualTo(LoadAnswer.Kind.BETWEEN);
    assertThat(answer.sentence())
        .isEqualTo(
            "SUSPECT: p99 is between 32.0 ms and 40.0 ms at 100/s: the load generator itself was"
                + " late. Give it and the server CPUs of their own.");
  }
}
