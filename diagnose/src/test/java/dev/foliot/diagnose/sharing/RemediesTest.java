package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.WriteChecks;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RemediesTest {
  private static final Map<JdkFix.CodeKind, Integer> NOT_KNOWN = Map.of();

  /** For a JVM without the flag if {@code table} is null. */
  private static List<String> remedies(
      int feature, @Nullable Boolean table, boolean byAddress, Map<JdkFix.CodeKind, Integer> hits) {
    JdkFix jdkFix = JdkFix.of(feature, feature + ".0.9", Reading.of(Optional.ofNullable(table)));
    return new Remedies(jdkFix, feature, "com.acme.Message", new JdkFix.Reach(hits))
        .of(byAddress, List.of());
  }

  private static String first(
      int feature, @Nullable Boolean table, Map<JdkFix.CodeKind, Integer> hits) {
    return remedies(feature, table, false, hits).get(0);
  }

  @Test
  void shouldNameTheFirstCuredReleaseForCastsInCompiledCode() {
    assertThat(first(17, null, Map.of(JdkFix.CodeKind.CONSTANT, 60)))
        .startsWith("Run on JDK 23 or later, or 21.0.8 or later where java -XX:+Unlock")
        .contains("is true: code compiled by C2 does not write there")
        .contains("Proof: foliot diagnose there");
    assertThat(first(22, null, Map.of(JdkFix.CodeKind.CONSTANT, 60)))
        .startsWith("Run on JDK 23 or later: code compiled by C2")
        .doesNotContain("21.0.8");
  }

  /** This code writes on 21.0.8 and on 23 as well. */
  @ParameterizedTest
  @EnumSource(names = {"VARIABLE", "C1", "INTERPRETER", "JVM"})
  void shouldNameTheFullCureForOtherCode(JdkFix.CodeKind code) {
    assertThat(first(17, null, Map.of(code, 60)))
        .startsWith(
            "Run on JDK 24 or later: there no type check writes. JDK 23, and 21 from 21.0.8")
        .contains("would leave much of it")
        .contains("100 % of the writes that were looked at are made by " + code.words())
        .doesNotContain("JDK 23 or later");
  }

  @Test
  void shouldHeedThatTheFirstStepWouldLeaveMuch() {
    assertThat(first(17, null, Map.of(JdkFix.CodeKind.CONSTANT, 80, JdkFix.CodeKind.VARIABLE, 20)))
        .startsWith("Run on JDK 24 or later")
        .contains("20 % of the writes");
    assertThat(
            first(17, null, Map.of(JdkFix.CodeKind.CONSTANT, 95, JdkFix.CodeKind.INTERPRETER, 5)))
        .startsWith("Run on JDK 23 or later");
  }

  @Test
  void shouldSayWhatItTakesWhereTheCodeIsNotKnown() {
    assertThat(first(17, null, NOT_KNOWN))
        .startsWith("Run on JDK 24 or later")
        .contains("JDK 23, or 21.0.8 or later where")
        .contains("is true, will do where the check is compiled by C2");
    assertThat(first(22, null, Map.of(JdkFix.CodeKind.UNKNOWN, 60)))
        .contains("JDK 23 will do where the check is compiled by C2");
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 23})
  void shouldNameTheFullCureToAJvmWithTheFirstStep(int feature) {
    assertThat(first(feature, true, Map.of(JdkFix.CodeKind.VARIABLE, 60)))
        .startsWith("This JVM has the cure and still writes: before JDK 24")
        .contains("are made by compiled code that has the type out of a variable")
        .contains(". Run on JDK 24 or later, where no type check writes. Proof: ");
    assertThat(first(feature, true, Map.of(JdkFix.CodeKind.C1, 60)))
        .contains("Let it warm up; if that is not enough, run on JDK 24 or later");
    assertThat(first(feature, true, NOT_KNOWN))
        .contains("and here other code writes. Run on JDK 24 or later");
  }

  @Test
  void shouldNotSendAJvmWithTheFullCureToIt() {
    assertThat(first(25, true, Map.of(JdkFix.CodeKind.VARIABLE, 60)))
        .startsWith("This JVM has the cure and still writes, which no type check")
        .doesNotContain("Run on JDK");
  }

  @Test
  void shouldSwitchTheCureOn() {
    assertThat(first(25, false, Map.of(JdkFix.CodeKind.VARIABLE, 60)))
        .startsWith("Switch the cure on: remove -XX:-UseSecondarySupersTable")
        .doesNotContain("JDK 24");
    assertThat(first(23, false, Map.of(JdkFix.CodeKind.VARIABLE, 60)))
        .startsWith("Switch the cure on")
        .contains("run on JDK 24 or later. Proof: ");
    assertThat(first(23, false, Map.of(JdkFix.CodeKind.CONSTANT, 60))).doesNotContain("JDK 24");
  }

  /** A setting that is already active proves nothing. */
  @ParameterizedTest
  @CsvSource({
    "25, true, -XX:-UseSecondarySupersTable, -XX:+UseSecondarySupersTable",
    "23, , -XX:-UseSecondarySupersTable, -XX:+UseSecondarySupersTable",
    "25, false, -XX:+UseSecondarySupersTable, -XX:-UseSecondarySupersTable",
    "21, false, -XX:+UseSecondarySupersTable, -XX:-UseSecondarySupersTable"
  })
  void shouldTryTheOtherWayThanItRuns(
      int feature, @Nullable Boolean table, String tried, String inForce) {
    assertThat(remedies(feature, table, false, NOT_KNOWN))
        .hasSize(3)
        .satisfies(list ->
            assertThat(list.get(2))
                .startsWith("For an A/B on this JDK")
                .contains("-XX:+UnlockDiagnosticVMOptions " + tried)
                .doesNotContain(inForce));
  }

  @Test
  void shouldTryBothWhereTheStateIsNotKnown() {
    JdkFix jdkFix = JdkFix.of(25, "25.0.3", Reading.unavailable(new JvmReason.FlagsUnknown()));
    assertThat(
            new Remedies(jdkFix, 25, "com.acme.Message", new JdkFix.Reach(NOT_KNOWN))
                .of(false, List.of())
                .get(2))
        .contains("-XX:+UseSecondarySupersTable and once with")
        .contains("-XX:-UseSecondarySupersTable");
  }

  @Test
  void shouldTryNothingOnAJdkThatCannot() {
    assertThat(remedies(17, null, false, NOT_KNOWN)).hasSize(2);
    assertThat(remedies(21, true, false, NOT_KNOWN)).hasSize(2);
    assertThat(remedies(25, false, true, NOT_KNOWN))
        .hasSize(4)
        .satisfies(list -> assertThat(list.get(3)).contains("drawn anew"));
  }

  @Test
  void shouldKnowTheKindOfCode() {
    assertThat(code("C2", WriteChecks.Type.CONSTANT)).isEqualTo(JdkFix.CodeKind.CONSTANT);
    assertThat(code("C2", WriteChecks.Type.VARIABLE)).isEqualTo(JdkFix.CodeKind.VARIABLE);
    assertThat(code("C2", WriteChecks.Type.UNKNOWN)).isEqualTo(JdkFix.CodeKind.UNKNOWN);
    assertThat(code("C1", WriteChecks.Type.CONSTANT)).isEqualTo(JdkFix.CodeKind.C1);
    assertThat(code("", WriteChecks.Type.CONSTANT)).isEqualTo(JdkFix.CodeKind.UNKNOWN);
    assertThat(JdkFix.CodeKind.of(new CodePlace.Interpreter(), WriteChecks.NONE))
        .isEqualTo(JdkFix.CodeKind.INTERPRETER);
    assertThat(JdkFix.CodeKind.of(new CodePlace.Stub("StubRoutines (2)"), WriteChecks.NONE))
        .isEqualTo(JdkFix.CodeKind.JVM);
    assertThat(JdkFix.CodeKind.of(new CodePlace.Library("libjvm.so"), WriteChecks.NONE))
        .isEqualTo(JdkFix.CodeKind.JVM);
    assertThat(JdkFix.CodeKind.of(new CodePlace.Unknown(1), WriteChecks.NONE))
        .isEqualTo(JdkFix.CodeKind.UNKNOWN);
  }

  private static JdkFix.CodeKind code(String compiler, WriteChecks.Type type) {
    return JdkFix.CodeKind.of(
        new CodePlace.Compiled(List.of(), true, compiler), new WriteChecks(List.of(), type));
  }
}
