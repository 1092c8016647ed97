package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.Reasons;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValidityTest {
  @Test
  void shouldTakeTheWorstVerdictAndEveryReasonOnce() {
    Validity worst =
        Validity.worst(
            List.of(
                Validity.of(Verdict.SUSPECT, Reasons.plain(List.of("a", "b"))),
                Validity.of(Verdict.INVALID, Reasons.plain(List.of("c", "a"))),
                Validity.valid()));

    assertThat(worst)
        .isEqualTo(Validity.of(Verdict.INVALID, Reasons.plain(List.of("a", "b", "c"))));
  }

  @Test
  void shouldBeValidWithoutAnyReasonAgainstIt() {
    assertThat(Validity.worst(List.of())).isEqualTo(Validity.valid());
  }
}
