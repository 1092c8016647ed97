package dev.foliot.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.RunReason.TooFewBeyond;
import java.util.List;
import org.junit.jupiter.api.Test;

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
