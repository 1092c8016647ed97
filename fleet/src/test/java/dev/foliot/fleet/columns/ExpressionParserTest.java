package dev.foliot.fleet.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.Expression.Constant;
import dev.foliot.fleet.columns.Expression.Name;
import dev.foliot.fleet.columns.Expression.Negated;
import dev.foliot.fleet.columns.Expression.Operation;
import dev.foliot.fleet.columns.Expression.Rate;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpressionParserTest {
  @Test
  void shouldBindMultiplicationCloserThanAddition() {
    assertThat(parse("a + b * 2"))
        .isEqualTo(
            new Operation('+', new Name("a"), new Operation('*', new Name("b"), new Constant(2))));
    assertThat(parse("(a + b) / -c"))
        .isEqualTo(
            new Operation(
                '/', new Operation('+', new Name("a"), new Name("b")), new Negated(new Name("c"))));
  }

  @Test
  void shouldBindEqualsToTheLeft() {
    assertThat(parse("a/b/c"))
        .isEqualTo(
            new Operation('/', new Operation('/', new Name("a"), new Name("b")), new Name("c")));
  }

  @Test
  void shouldTakeAnyNameInQuotes() {
    assertThat(parse("\"free memory, %\" / \"say \"\"no\"\"; DROP TABLE raw\""))
        .isEqualTo(
            new Operation('/', new Name("free memory, %"), new Name("say \"no\"; DROP TABLE raw")));
  }

  @Test
  void shouldTakeRatesOfCounters() {
    assertThat(parse("rate(cpu_total) / RATE(\"requests total\")"))
        .isEqualTo(new Operation('/', new Rate("cpu_total"), new Rate("requests total")));
    assertThat(Expression.counters(parse("rate(a)/b + 1"))).containsExactly("a");
    assertThat(Expression.columns(parse("rate(a)/b + a"))).containsExactly("a", "b");
  }

  @Test
  void shouldTakeAColumnCalledRate() {
    assertThat(parse("rate * 1.5e3"))
        .isEqualTo(new Operation('*', new Name("rate"), new Constant(1500)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cpu//rps | at character 5 should stand a column, a number or (, not '/rps'",
        "cpu/     | at character 5 should stand a column, a number or (, not the end",
        "(cpu     | at character 5 should stand ), not the end",
        "cpu rps  | at character 5 should stand an operator or the end, not 'rps'",
        "1.2.3    | at character 4 should stand an operator or the end, not '.3'",
        "1e       | at character 1 should stand a number, not '1e'",
        "avg(cpu) | at character 1 should stand a column or the only function, rate(COLUMN), not",
        "rate(1)  | at character 6 should stand a column, not '1)'",
        "cpu;DROP | at character 4 should stand an operator or the end, not ';DROP'",
      })
  void shouldSayWhereWhatShouldStand(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("--metric")
        .hasMessageContaining(message);
  }

  @Test
  void shouldSayWhichQuoteDoesNotEnd() {
    assertThatThrownBy(() -> parse("a / \"b"))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("the quote at character 5 does not end");
  }

  @Test
  void shouldRefuseWhatIsTooDeepOrTooLong() {
    assertThatThrownBy(() -> parse("(".repeat(500) + "a" + ")".repeat(499)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("parentheses");
    assertThatThrownBy(() -> parse("a+".repeat(1000) + "a"))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("longer");
  }

  @Test
  void shouldTakeAnythingApartOrRefuseIt() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String signs = "ab1.()+-*/\" eE\u0000rate;";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(20); n > 0; n--) {
        text.append(signs.charAt(random.nextInt(signs.length())));
      }
      try {
        assertThat(parse(text.toString())).as("seed %d", seed).isNotNull();
      } catch (FleetException e) {
        assertThat(e.getMessage()).as("seed %d", seed).contains("--metric").doesNotContain("\n");
      }
    }
    assertThatExceptionOfType(FleetException.class).isThrownBy(() -> parse(""));
  }

  private static Expression parse(String text) {
    return ExpressionParser.parse("--metric", text);
  }
}
