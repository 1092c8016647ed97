package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as JMH 1.37 and 1.21 write them. */
class JmhListTest {
  private static final String PLAIN =
      "JMH S 10 acme.Plain S 36 acme.jmh_generated.Plain_run_jmhTest S 3 run S 10 Throughput"
          + " E A 1 1 1 "
          + "E ".repeat(17);
  static final String FULL =
      "JMH S 9 acme.Full S 36 acme.jmh_generated.Full_call_jmhTest S 4 call S 11 AverageTime"
          + " I 2 -1 A 1 1 1 E I 1 3 T 3 1 s I 1 2 I 1 5 T 6 100 ms I 1 1 I 1 2 I 1 1 S 9 /opt/java"
          + " L 1 5 -Xmx1 L 2 5 -Xms1 4 a  b L 1 6 -Dlast"
          + " M 2 4 body 1 16 GBQSAgFAFBARAA== 4 size 2 8 yAA===== 8 zAA===== U 7 SECONDS"
          + " I 4 1000 T 5 1 min ";

  @Test
  void shouldReadABenchmarkWithoutOptions() throws Exception {
    assertThat(JmhList.parse("# a comment\n\n" + PLAIN + "\r\n", true))
        .containsExactly(
            new JmhEntry(
                "acme.Plain",
                "run",
                "Throughput",
                0,
                false,
                new JmhEntry.Fork("", List.of()),
                Map.of(),
                1));
  }

  @Test
  void shouldReadEachOption() throws Exception {
    JmhEntry entry = JmhList.parse(FULL, true).getFirst();

    assertThat(entry.threads()).isEqualTo(-1);
    assertThat(entry.operations()).isEqualTo(1000);
    assertThat(entry.fork().jvm()).isEqualTo("/opt/java");
    assertThat(entry.fork().args()).containsExactly("-Xms1", "a  b", "-Xmx1", "-Dlast");
    assertThat(entry.params())
        .containsOnlyKeys("body", "size")
        .containsEntry("size", List.of("2", "3"));
    assertThat(entry.name()).isEqualTo("acme.Full.call");
  }

  @Test
  void shouldReadValuesOfJmhBeforeTheArmour() throws Exception {
    String line =
        PLAIN.replace("E ".repeat(17), "E ".repeat(13) + "M 1 1 n 2 4 x  y 0  " + "E ".repeat(3));

    assertThat(JmhList.parse(line, false).getFirst().params())
        .isEqualTo(Map.of("n", List.of("x  y", "")));
  }

  @Test
  void shouldKnowAGroup() throws Exception {
    String group = PLAIN.replace("A 1 1 1 E", "A 2 1 1 1 3 L 2 3 get 3 put");

    assertThat(JmhList.parse(group, true).getFirst().isGroup()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"2, yAA=====", "ab, hBgYAA==", "abc, hBgYAMGA", "a=b €, hBQPAIGAgAArgA==", "'', ''"})
  void shouldDecodeArmour(String text, String armored) {
    assertThat(JmhList.decoded(armored)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acme.Plain.run",
        "JMH ",
        "JMH S 10 acme.Plain ",
        "JMH S 99 acme.Plain S 3 run ",
        "JMH S -1 acme.Plain S 3 run ",
        "JMH S x acme.Plain S 3 run "
      })
  void shouldRefuseOtherLines(String line) {
    assertThatThrownBy(() -> JmhList.parse(PLAIN + "\n" + line, true))
        .isInstanceOf(JmhList.Unreadable.class)
        .hasMessage("line 2");
  }

  @ParameterizedTest
  @CsvSource({
    "A 1 1 1, A 9 1 1",
    "A 1 1 1, A 999999999 1 1",
    "A 1 1 1, B 1 1 1",
    "S 3 run, S 2 run",
    "S 3 run, S 4 run",
    "E A 1, I 1 0 E A 1",
    "E A 1, I 2 -2 A 1",
  })
  void shouldRefuseALineThatIsDamaged(String part, String damage) {
    assertThatThrownBy(() -> JmhList.parse(PLAIN.replace(part, damage), true))
        .isInstanceOf(JmhList.Unreadable.class)
        .hasMessage("line 1");
  }

  @Test
  void shouldRefuseAFieldThatAnotherJmhAdds() {
    assertThatThrownBy(() -> JmhList.parse(PLAIN + "E ", true))
        .isInstanceOf(JmhList.Unreadable.class);
  }

  @Test
  void shouldRefuseValuesThatAreNotArmoured() {
    String line = FULL.replace("16 GBQSAgFAFBARAA==", "3 a-b");

    assertThatThrownBy(() -> JmhList.parse(line, true)).isInstanceOf(JmhList.Unreadable.class);
  }
}
