package dev.foliot.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.foliot.text.RunReason.TooFewBeyond;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReasonsTest {
  @Test
  void shouldSayHowMuchLiesBeyondAPercentileAndHowMuchItNeeds() {
    assertThat(new TooFewBeyond(TooFewBeyond.Unit.EPISODE, 0, 10).text())
        .isEqualTo("0 episodes beyond it, needs 10");
    assertThat(new TooFewBeyond(TooFewBeyond.Unit.DURATION, 1, 10).text())
        .isEqualTo("1 duration beyond it, needs 10");
  }

  @Test
  void shouldDecideByKindAndNotByText() {
    Reason late = new LoadReason.LoadGeneratorLate(99, 200_000, 300_000);
    Reason inFork = new Reason.In("fork 3", late);

    assertThat(inFork.code()).isEqualTo("LOAD_GENERATOR_LATE");
    assertThat(inFork.is(LoadReason.LoadGeneratorLate.class)).isTrue();
    assertThat(inFork.is(LoadReason.GeneratorTrouble.class)).isTrue();
    assertThat(inFork.is(LoadReason.Saturated.class)).isFalse();
    assertThat(new LoadReason.BacklogGrows().is(LoadReason.Saturated.class)).isTrue();
    assertThat(new Reason.Plain("steal: 2 %").is(LoadReason.Steal.class)).isFalse();
  }

  /** What versions without codes stored, and the reasons that these texts stand for. */
  static Stream<Arguments> stored() {
    return Stream.of(
        arguments("1 of 2001 messages were never done", new LoadReason.MessagesLost(1, 2001)),
        arguments(
            "SATURATED: 3 of 930 messages had no time to start; the percentiles leave them out and"
                + " are too low",
            new LoadReason.MessagesUnstarted(3, 930)),
        arguments(
            "2 calls of done ended no message: they came twice, or for messages never sent",
            new LoadReason.EndsRefused(2)),
        arguments(
            "4 messages have times that contradict each other", new LoadReason.TimesContradict(4)),
        arguments("5 durations of probes were below zero", new LoadReason.ProbesNegative(5)),
        arguments(
            "the harness was late: lateness p99.9 is 216793.1 us, response 400000.0 us",
            new LoadReason.LoadGeneratorLate(99.9, 216_793_100, 400_000_000)),
        arguments(
            "the harness was late: lateness p99 is 60.0 us, response 80.0 us",
            new LoadReason.LoadGeneratorLate(99, 60_000, 80_000)),
        arguments(
            "the pacer waited for a CPU 19.1 % of the time",
            new LoadReason.LoadGeneratorStarved(0.191)),
        arguments(
            "the driver was busy 97 % of the time: give it more CPUs, or less load",
            new LoadReason.LoadGeneratorBusy(0.97)),
        arguments(
            "the driver ran out of file descriptors or ports: give it fewer connections, raise"
                + " ulimit -n, or keep connections alive",
            new LoadReason.LoadGeneratorExhausted()),
        arguments("steal: the hypervisor took 1.5 % of the CPU time", new LoadReason.Steal(0.015)),
        arguments(
            "throttling: the CPU quota was used up 3 times, for 120.5 ms",
            new LoadReason.Throttled(3, 120_500_000)),
        arguments(
            "SATURATED: 50.00 % of the schedule's 40000/s achieved; percentiles depend on the"
                + " length of the run",
            new LoadReason.BelowSchedule(0.5, 40_000)),
        arguments(
            "SATURATED: 90.00 % of the schedule's 12.50/s achieved; percentiles depend on the"
                + " length of the run",
            new LoadReason.BelowSchedule(0.9, 12.5)),
        arguments(
            "SATURATED: the backlog grows all the time; percentiles depend on the length of the"
                + " run",
            new LoadReason.BacklogGrows()),
        arguments(
            "never steady: the median service time still changed in the last quarter; give a"
                + " longer --warmup and --duration",
            new LoadReason.NeverSteady()),
        arguments(
            "none of 10 requests was answered as it should: refused 10",
            new LoadReason.NothingAnswered(10, List.of("refused 10"))),
        arguments(
            "2 of 100 requests failed (reset 1, timeout 1): the percentiles leave them out",
            new LoadReason.RequestsFailed(2, 100, List.of("reset 1", "timeout 1"))),
        arguments("no fork has ended yet", new RunReason.NoForkEnded()),
        arguments("no fork has judged the promise", new RunReason.NoForkJudged()),
        arguments("it has no fork", new RunReason.NoFork()),
        arguments("1 of 2 forks are INVALID and left out", new RunReason.ForksLeftOut(1, 2)),
        arguments("SATURATED at 40k/s in 2 of 3 forks", new RunReason.SaturatedAt("40k/s", 2, 3)),
        arguments(
            "fork 3 at 5k/s: steal: the hypervisor took 2.0 % of the CPU time",
            new Reason.In("fork 3 at 5k/s", new LoadReason.Steal(0.02))),
        arguments(
            "A: fork 1: never steady: the median service time still changed",
            new Reason.In("A", new Reason.In("fork 1", new LoadReason.NeverSteady()))),
        arguments(
            "other processes took 50 % of the time of its CPUs 0-1: end what else runs here",
            new StudyReason.CpusTaken(0.5, "0-1")),
        arguments(
            "the service's threads grew to the very end, from 90 to 123 in the second half of the"
                + " load, and not by its pool: it leaks them",
            new StudyReason.ThreadsGrew(90, 123)),
        arguments(
            "throughput rose by 30 % from the first half of the load to the second (more than 10"
                + " %): the service was still warming up, or was disturbed before",
            new StudyReason.ThroughputDrifted(0.3, 0.1)),
        arguments(
            "12 % of the memory belongs to no part that HotSpot or the kernel knows (more than 10"
                + " %): a native library may have taken it",
            new StudyReason.MemoryUnattributed(0.12, 0.1)),
        arguments(
            "the remote system got its delay only after the load had begun",
            new StudyReason.DelayedTooLate()),
        arguments("the service ended before its load", new StudyReason.EndedEarly()),
        arguments(
            "wake-ups one by one: not mounted; mount it",
            new StudyReason.WakeUpsUntraced(new Reason.Plain("not mounted; mount it"))));
  }

  @ParameterizedTest
  @MethodSource("stored")
  void shouldReadTheReasonOfATextOfAVersionWithoutCodes(String text, Reason reason) {
    assertThat(Reasons.ofTexts(List.of(text))).containsExactly(reason);
  }

  @Test
  void shouldKeepATextThatItDoesNotKnow() {
    List<Reason> unknown = Reasons.ofTexts(List.of("fork 2: the moon was full", "steal: 99"));

    assertThat(unknown)
        .containsExactly(
            new Reason.Recorded("", "fork 2: the moon was full"),
            new Reason.Recorded("", "steal: 99"));
    assertThat(Reasons.texts(unknown)).containsExactly("fork 2: the moon was full", "steal: 99");
  }

  /** A newer version may have a code within one that is known; the text is all there is of it. */
  @Test
  void shouldKeepTheTextWhereACodeWithinAnotherIsUnknown() {
    Reason within = new StudyReason.NotDiagnosed(new Reason.Recorded("TOO_NEW", ""));

    List<Reason> read = Reasons.ofStored(List.of("fork 1: it is new"), List.of(in(within)));

    assertThat(read).containsExactly(in(new Reason.Recorded("NOT_DIAGNOSED", "it is new")));
  }

  private static Reason in(Reason reason) {
    return new Reason.In("fork 1", reason);
  }

  @Test
  void shouldTakeSecretsOutOfTextsAndNothingElse() {
    Reason reason =
        new Reason.In(
            "token=abc", new LoadReason.RequestsFailed(1, 2, List.of("token=abc 1", "reset 1")));

    Reason changed = Reasons.withStrings(reason, text -> text.replace("abc", "***"));

    assertThat(changed)
        .isEqualTo(
            new Reason.In(
                "token=***",
                new LoadReason.RequestsFailed(1, 2, List.of("token=*** 1", "reset 1"))));
  }
}
