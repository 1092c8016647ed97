package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JdkFixTest {
  @ParameterizedTest
  @CsvSource({
    "17, 17.0.15+6, , AFFECTED",
    "21, 21.0.4+7, , AFFECTED",
    "21, 21.0.8+9, true, FIXED",
    "21, 21.0.8+9, false, SWITCHED_OFF",
    "22, 22.0.2+9, , AFFECTED",
    "23, 23+37, true, FIXED",
    "25, 25.0.3+9, true, FIXED",
    "25, 25.0.3+9, false, SWITCHED_OFF",
    "25, 25.0.3+9, , FIXED"
  })
  void shouldDecideByFlagsAndThenByVersion(
      int feature, String version, Boolean table, JdkFix.State state) {
    JdkFix cure = JdkFix.of(feature, version, Reading.of(Optional.ofNullable(table)));
    assertThat(cure.state()).isEqualTo(state);
    assertThat(cure.cured()).contains(state == JdkFix.State.FIXED);
    assertThat(cure.text()).contains("JDK " + version);
  }

  @ParameterizedTest
  @CsvSource({"17, Run on JDK 24 or later", "25, See whether the cure is on"})
  void shouldNotKnowItWithoutFlags(int feature, String remedy) {
    JdkFix cure =
        JdkFix.of(feature, feature + ".0.1", Reading.unavailable(new JvmReason.FlagsUnknown()));
    assertThat(cure.state()).isEqualTo(JdkFix.State.UNKNOWN);
    assertThat(cure.cured()).isEmpty();
    assertThat(cure.text()).contains("is not known: its flags cannot be read");
    assertThat(
            new Remedies(cure, feature, "com.acme.Message", new JdkFix.Reach(Map.of()))
                .of(false, List.of())
                .get(0))
        .startsWith(remedy)
        .contains("Proof: ");
  }

  /** Before release 24 the fix does not cover the interpreter, C1 and stubs. */
  @ParameterizedTest
  @CsvSource({"21, true, true", "23, true, true", "23, , true", "24, true, false", "25, , false"})
  void shouldSayThatTheCureCameInTwoSteps(int feature, @Nullable Boolean table, boolean isHalf) {
    JdkFix cure = JdkFix.of(feature, feature + ".0.9", Reading.of(Optional.ofNullable(table)));
    assertThat(cure.text())
        .startsWith("cured: ")
        .contains("does not write on a type check")
        .matches(text -> text.contains("compiled by C2") == isHalf);
  }
}
