package dev.foliot.service.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.Timespan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightReaderTest {
  @TempDir Path folder;

  @Name("foliot.PoolResize")
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  private static final class PoolResize extends Event {
    String pool = "@a pool";
    int from = 3;
    int to = 5;
    String reason = "=tasks \u001b[31m wait";
  }

  @Name("foliot.PoolHang")
  @SuppressWarnings("UnusedVariable") // the recorder reads the fields
  private static final class PoolHang extends Event {
    String pool = "@a pool";
    int running = 8;
    int queued = 12;

    @Timespan(Timespan.NANOSECONDS)
    long oldestWait = 3_000_000_000L;
  }

  private Path recorded() throws IOException {
    Path file = folder.resolve("recorded.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.GarbageCollection").withoutThreshold();
      recording.start();
      System.gc();
      new PoolResize().commit();
      new PoolHang().commit();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  @Test
  void shouldTellEachEventAndWhenItWas() throws IOException {
    FlightView seen = FlightReader.read(recorded(), Instant.EPOCH).toOptional().orElseThrow();

    assertThat(seen.jvm().collections())
        .hasSize((int) seen.collector().collections())
        .anySatisfy(one -> {
          assertThat(one.cause()).isEqualTo("System.gc()");
          assertThat(one.collector()).isNotBlank();
          assertThat(one.pausedNs()).isNotNegative();
          assertThat(one.atNs()).isPositive();
        });
    assertThat(seen.jvm().more()).isZero();
    assertThat(seen.resizes())
        .filteredOn(one -> one.pool().equals("@a pool"))
        .singleElement()
        .satisfies(one -> assertThat(one.reason()).isEqualTo("=tasks ?[31m wait"));
    assertThat(seen.hangs())
        .filteredOn(one -> one.pool().equals("@a pool"))
        .singleElement()
        .satisfies(one -> assertThat(one.oldestWaitNs()).isEqualTo(3_000_000_000L));
  }

  @Test
  void shouldLeaveOutWhatWasBeforeTheFirstSample() throws IOException {
    FlightView seen =
        FlightReader.read(recorded(), Instant.parse("2100-01-01T00:00:00Z"))
            .toOptional()
            .orElseThrow();

    assertThat(seen.collector().collections()).isZero();
    assertThat(seen.jvm().collections()).isEmpty();
    assertThat(seen.resizes()).isEmpty();
    assertThat(seen.hangs()).isEmpty();
  }

  @Test
  void shouldSayThatAFileIsNoRecording() throws IOException {
    Path file = Files.writeString(folder.resolve("none.jfr"), "none");

    assertThat(FlightReader.read(file, Instant.EPOCH)).isInstanceOf(Reading.Unavailable.class);
  }
}
