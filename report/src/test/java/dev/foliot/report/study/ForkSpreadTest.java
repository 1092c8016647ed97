package dev.foliot.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ForkSpreadTest {
  @Test
  void shouldFindTheMiddleAndTheEnds() {
    assertThat(ForkSpread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new ForkSpread(2, 1, 3, 3));
    assertThat(ForkSpread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new ForkSpread(2.5, 1, 4, 4));
    assertThat(ForkSpread.of(List.of(7.0))).isEqualTo(new ForkSpread(7, 7, 7, 1));
    assertThat(ForkSpread.of(List.of())).isNull();
  }

  @Test
  void shouldShortenAnArmsNameAtALine() {
    assertThat(ArmView.of(0, "adaptive-virtual").atLine()).isEqualTo("adaptive-virtual");
    assertThat(ArmView.of(0, "a".repeat(30)).atLine()).isEqualTo("a".repeat(19) + "…");
    assertThat(ArmView.of(0, "😀".repeat(30)).atLine()).isEqualTo("😀".repeat(19) + "…");
    assertThat(ArmView.of(7, "x").colour()).isEqualTo("c1");
  }
}
