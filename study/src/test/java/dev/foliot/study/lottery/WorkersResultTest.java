package dev.foliot.study.lottery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkersResultTest {
  private static final String WHOLE =
      """
      {"app":"lottery","start_nano_time":5,"duration_ns":2000000000,
       "workers":{"threads":2,"operations":4000,"cpu_ns":3900000000},
       "intervals":[{"from_ns":0,"to_ns":1000000000,"operations":1900},
                    {"from_ns":1000000000,"to_ns":2000000000,"operations":2100}]}
      """;

  @TempDir private Path folder;

  private WorkersResult read(String text) throws IOException {
    return WorkersResult.read(Files.writeString(folder.resolve("lottery.json"), text));
  }

  @Test
  void shouldReadTheOperationsOfAllThreads() throws IOException {
    WorkersResult result = read(WHOLE);

    assertThat(result.operations()).isEqualTo(4_000);
    assertThat(result.cpuNs()).isEqualTo(3_900_000_000L);
    assertThat(result.intervals())
        .extracting(WorkersResult.Interval::operations)
        .containsExactly(1_900L, 2_100L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | it is no JSON",
        "{} | it has no whole number 'duration_ns'",
        "{\"duration_ns\":0} | its duration is 0 ns",
        "{\"duration_ns\":1,\"start_nano_time\":1} | it has no whole number 'operations'",
      })
  void shouldSayWhatIsWrongWithAResult(String text, String message) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class).hasMessage(message);
  }
}
