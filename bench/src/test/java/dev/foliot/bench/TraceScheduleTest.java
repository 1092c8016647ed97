package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceScheduleTest extends ScheduleContract {
  private static final int ENTRIES = 1_000_000;
  private static final long[] TIMES = times();

  @TempDir private Path folder;

  @Override
  Schedule schedule(long seed) {
    return Schedule.trace(TIMES);
  }

  @Override
  Schedule untilTheEnd() {
    return Schedule.trace(TIMES);
  }

  @Override
  double expectedBefore(long timeNs) {
    return Math.min(ENTRIES, timeNs * 1e-5);
  }

  @Override
  double tolerance(double expected) {
    return 2;
  }

  /** About every 100 us. */
  private static long[] times() {
    SplittableRandom random = new SplittableRandom(1);
    long[] times = new long[ENTRIES];
    for (int i = 0; i < ENTRIES; i++) {
      times[i] = i * 100_000L + random.nextLong(100_000);
    }
    return times;
  }

  @Test
  void shouldReplayWhatWasRecorded() throws IOException {
    assertThat(read("# from a proxy\n0\n\n  17 \n17\n9000000000000000000\n"))
        .containsExactly(0, 17, 17, 9_000_000_000_000_000_000L);
  }

  @Test
  void shouldReadAFileWithoutEntriesAsNoMessages() throws IOException {
    assertThat(Schedule.trace(read("# nothing\n")).nextNs()).isEqualTo(Schedule.END);
  }

  @Test
  void shouldReadLongFilesAndForeignLineEnds() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append(i).append("\r\n");
    }
    assertThat(read(text.toString())).hasSize(10_000).endsWith(9_999);
  }

  @Test
  void shouldNotChangeWhenItsArrayDoes() {
    long[] times = {1, 2};
    Schedule schedule = Schedule.trace(times);
    times[0] = 5;
    assertThat(schedule.nextNs()).isEqualTo(1);
  }

  @Test
  void shouldRefuseToGoBack() {
    assertThatThrownBy(() -> Schedule.trace(new long[] {5, 7, 6}))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("entry 3 is 6");
    assertThatThrownBy(() -> Schedule.trace(new long[] {-1}))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("entry 1 is -1");
  }

  @Test
  void shouldNameTheLineThatIsNoTime() {
    assertRefused("1\n2\nthree\n4\n", "line 3");
    assertRefused("1\n1.5\n", "line 2");
    assertRefused("99999999999999999999\n", "line 1");
  }

  @Test
  void shouldNameTheLineWhereAFileTurnsBinary() throws IOException {
    Path file = folder.resolve("binary");
    Files.write(file, new byte[] {'1', '\n', '2', '\n', (byte) 0xff, (byte) 0xfe, 0, 1, '\n'});
    assertThatThrownBy(() -> TraceSchedule.read(file))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("line 3");
  }

  @Test
  void shouldRefuseRandomBytesInOneShortLine() throws IOException {
    for (long seed = 1; seed <= 50; seed++) {
      byte[] bytes = new byte[5_000];
      new SplittableRandom(seed).nextBytes(bytes);
      Path file = folder.resolve("random-" + seed);
      Files.write(file, bytes);
      assertThatThrownBy(() -> TraceSchedule.read(file))
          .as("seed %d", seed)
          .isInstanceOf(BadOptionException.class)
          .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).doesNotContain("\n"));
    }
  }

  @Test
  void shouldRefuseAFileThatIsMissingOrAFolder() {
    assertThatThrownBy(() -> TraceSchedule.read(folder.resolve("missing")))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("missing");
    assertThatThrownBy(() -> TraceSchedule.read(folder)).isInstanceOf(BadOptionException.class);
  }

  private long[] read(String text) throws IOException {
    Path file = folder.resolve("trace");
    Files.writeString(file, text);
    return TraceSchedule.read(file);
  }

  private void assertRefused(String text, String line) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(line);
  }
}
