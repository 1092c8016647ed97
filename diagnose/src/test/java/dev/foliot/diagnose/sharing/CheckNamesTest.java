package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.JavaFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CheckNamesTest {
  private static final JavaFrame ROOT = new JavaFrame("Root", "run", 9, 90, "Root.java");
  private static final JavaFrame LEFT = new JavaFrame("A", "f", 1, 10, "A.java");
  private static final JavaFrame SAME_LINE = new JavaFrame("A", "f", 5, 10, "A.java");
  private static final JavaFrame RIGHT = new JavaFrame("B", "g", 2, 20, "B.java");
  private static final JavaFrame OTHER = new JavaFrame("C", "h", 3, 30, "C.java");

  @Test
  void shouldNameOneWithItsCallers() {
    assertThat(WritingCode.check(List.of(List.of(LEFT, RIGHT, ROOT))))
        .containsExactly("A.f(A.java:10)", "B.g(B.java:20)", "Root.run(Root.java:90)");
  }

  @Test
  void shouldNameAllThatItMayBe() {
    assertThat(WritingCode.check(List.of(List.of(LEFT, ROOT), List.of(RIGHT, ROOT))))
        .containsExactly("A.f(A.java:10) (or B.g(B.java:20))", "Root.run(Root.java:90)");
    assertThat(
            WritingCode.check(List.of(List.of(LEFT, ROOT), List.of(RIGHT), List.of(OTHER, ROOT))))
        .containsExactly("A.f(A.java:10) (or B.g(B.java:20) or C.h(C.java:30))");
  }

  @Test
  void shouldTakeALineForOnePlace() {
    assertThat(WritingCode.check(List.of(List.of(LEFT, ROOT), List.of(SAME_LINE, ROOT))))
        .containsExactly("A.f(A.java:10)", "Root.run(Root.java:90)");
    assertThat(WritingCode.check(List.of(List.of(LEFT, RIGHT, ROOT), List.of(LEFT, OTHER, ROOT))))
        .as("two calls of one method")
        .containsExactly("A.f(A.java:10)", "Root.run(Root.java:90)");
  }

  @Test
  void shouldSayNothingWithNoneOrTooMany() {
    assertThat(WritingCode.check(List.of())).isEmpty();
    assertThat(
            WritingCode.check(
                List.of(List.of(LEFT), List.of(RIGHT), List.of(OTHER), List.of(ROOT))))
        .isEmpty();
  }
}
