package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.json.BenchJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SearchTableTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final BenchResult result = BenchResults.search();

  @Test
  void shouldShowTheRatesThatWereTriedAndTheAnswer() {
    new SearchTable(out).print(result, Objects.requireNonNull(result.run().rateSearch()));

    assertThat(bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n"))
        .isEqualTo(
            """

                                    held         broke  said nothing              median p99, us
            10,000/s                   1             -             -                       500.0
            20,000/s                   -             2             -                       1,750

            p99 < 1 ms holds up to 10k/s (9.87k/s to 20.3k/s with 95 % confidence; 3 forks)
            """);
  }

  @Test
  void shouldStandInThePlaceOfASweep() {
    new BenchTable(out, result).print();

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .startsWith("p99 < 1 ms holds up to 10k/s")
        .contains(
            "a.B: p99<1ms constant, dispatch inline, seed 1",
            "fork 2 at 10,000/s: VALID",
            "p99 < 1 ms holds up to 10k/s")
        .doesNotContain("knee");
  }

  @Test
  void shouldStandInTheJsonWithItsLoads() {
    String json = BenchJson.of(result, List.of(), null);

    assertThat(json)
        .containsIgnoringWhitespaces("\"loads\":[{\"rate_per_s\":10000.0,\"rate\":\"10000/s\"")
        .containsIgnoringWhitespaces(
            """
            "rate_search":{"promise":"p99<1ms","percentile":"p99","limit_ns":1000000,\
            "rate_per_s":10000.0,"low_per_s":9870.0,"high_per_s":20300.0,"answer":"p99 < 1 ms holds\
            """);
  }
}
