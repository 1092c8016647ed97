package dev.foliot.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RefusalTest {
  private static String line(String said, String... words) {
    return Refusal.line(
        new RuntimeException("Job aborted due to stage failure", new IOException(said)),
        List.of(words));
  }

  @Test
  void shouldSayThatTheDisksOfSparkAreFull() {
    assertThat(line("No space left on device", "query", "SELECT 1"))
        .startsWith("Spark's disks are full: ")
        .contains("spark.local.dir");
  }

  @Test
  void shouldLeaveWhatItDoesNotKnow() {
    assertThat(line("something else", "query", "SELECT 1")).isNull();
  }
}
