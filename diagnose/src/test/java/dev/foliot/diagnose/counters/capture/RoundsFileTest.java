package dev.foliot.diagnose.counters.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsFileTest {
  private static final String HEAD =
      RoundsFile.FIRST_LINE + "\n# cpu AMD EPYC 9654 96-Core Processor\n";

  /** A round in which {@code event} was counted beside a number of instructions. */
  private static String round(int number, long instructions, String event, long count) {
    return """
    # round %d
         1.000100000;800.00;msec;task-clock;800000000;100.00;0.8;CPUs utilized
         1.000100000;%d;;cycles;800000000;100.00;2.5;GHz
         1.000100000;%d;;instructions;800000000;100.00;0.5;insn per cycle
         1.000100000;%d;;%s;800000000;100.00;;
    """
        .formatted(number, 2 * instructions, instructions, count, event);
  }

  @Test
  void shouldNotConfuseLoadWithRates() {
    // both events occur ten times in a thousand instructions; the load differs
    Capture capture =
        CaptureFile.parse(
            "x", HEAD + round(1, 1_000_000, "branches", 10_000) + round(2, 9_000_000, "b", 90_000));

    assertThat(capture.metrics().get("branches per 1000 instructions")).isEqualTo(10);
    assertThat(capture.metrics().get("b per 1000 instructions")).isEqualTo(10, within(1e-9));
    assertThat(capture.metrics().get("cycles per instruction")).isEqualTo(2);
    assertThat(capture.metrics().get("CPUs used")).isEqualTo(0.8, within(1e-3));
    assertThat(capture.cpu()).startsWith("AMD EPYC 9654");
    assertThat(capture.notes()).isEmpty();
  }

  @Test
  void shouldTakeTheSpreadOfRepetitionsAsError() {
    String event = "b per 1000 instructions";
    Capture even = CaptureFile.parse("x", HEAD + rounds(100_000, 100_000, 100_000));
    Capture uneven = CaptureFile.parse("x", HEAD + rounds(50_000, 100_000, 150_000));

    assertThat(even.errors().getOrDefault(event, 0.0)).isLessThan(0.01);
    // mean 100, deviation 50, of three: 0.29 for a standard error, of which it takes 2.5
    assertThat(uneven.errors().get(event)).isEqualTo(0.72, within(0.02));
    assertThat(uneven.metrics().get(event)).isEqualTo(100, within(1e-9));
  }

  private static String rounds(long... counts) {
    return IntStream.range(0, counts.length)
        .mapToObj(i -> round(i + 1, 1_000_000, "b", counts[i]))
        .collect(Collectors.joining());
  }

  @Test
  void shouldTakeShareOnlyOfARoundOfLevels() {
    Capture capture =
        CaptureFile.parse(
            "x",
            HEAD
                + round(1, 1_000_000, "b", 1)
                + "# round 2 levels\n"
                + "     1.000000000;900;;slots;1;100.00;40.0;%  tma_retiring\n");

    assertThat(capture.metrics().get("tma_retiring (%)")).isEqualTo(40);
    assertThat(capture.counts()).doesNotContainKey("slots");
    assertThat(capture.counts().get("duration_time")).isEqualTo(1.0001e9, within(1.0));
  }

  @Test
  void shouldRefuseADamagedFile() {
    String whole = HEAD + round(1, 1_000_000, "b", 10);
    assertThatThrownBy(() -> CaptureFile.parse("x", whole.replace("# round 1\n", "")))
        .isInstanceOf(CaptureException.class)
        .hasMessageContaining("x:3: a line before the first round");
    assertThatThrownBy(() -> CaptureFile.parse("x", whole + "     1.0;what\n"))
        .isInstanceOf(CaptureException.class)
        .hasMessageContaining("x:8: no line of perf stat");
    assertThatThrownBy(() -> CaptureFile.parse("x", HEAD))
        .isInstanceOf(CaptureException.class)
        .hasMessageContaining("empty");
  }
}
