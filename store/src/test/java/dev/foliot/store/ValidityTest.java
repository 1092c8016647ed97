package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValidityTest {
  @Test
  void shouldTakeTheWorstVerdictAndEveryReasonOnce() {
    Validity worst =
        Validity.worst(
            List.of(
                new Validity(Verdict.SUSPECT, List.of("a", "b")),
                new Validity(Verdict.INVALID, List.of("c", "a")),
                Validity.valid()));

    assertThat(worst).isEqualTo(new Validity(Verdict.INVALID, List.of("a", "b", "c")));
  }

  @Test
  void shouldBeValidWithoutAnyReasonAgainstIt() {
    assertThat(Validity.worst(List.of())).isEqualTo(Validity.valid());
  }
}
