package dev.foliot.store.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchLogTest {
  private static final long START_MS = 1_800_000_000_000L;
  private static final long MUCH = 100 << 20;
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path folder;

  private static WatchFrame.Seconds seconds(long epochS, int count) {
    List<WatchSecond> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(
          i % 3 == 2
              ? new WatchSecond(epochS + i, Map.of())
              : new WatchSecond(
                  epochS + i,
                  Map.of(
                      WatchColumn.CPU_NS,
                      1_000_000_000L - i,
                      WatchColumn.GC_NS,
                      0L,
                      WatchColumn.HEAP_BYTES,
                      Long.MAX_VALUE / 4 + i)));
    }
    return new WatchFrame.Seconds(all);
  }

  private static List<WatchFrame> all() {
    Episode episode =
        new Episode(
            1,
            START_MS,
            START_MS + 20,
            EpisodeKind.STOP,
            new Episode.Level(2e8, 1e7, "ns"),
            "G1 </script>",
            new Episode.Found("One problem.", "episode-1.json"));
    return List.of(
        seconds(START_MS / 1000, 10),
        new WatchFrame.Stops(
            List.of(
                new Stop(START_MS * 1_000_000, START_MS * 1_000_000 + 7, 5, 1, StopKind.STEAL, ""),
                new Stop(
                    START_MS * 1_000_000 - 9,
                    START_MS * 1_000_000,
                    9,
                    0,
                    StopKind.GC_PAUSE,
                    "\u00e9"))),
        new WatchFrame.Changed(START_MS + 30, episode),
        new WatchFrame.Requests(
            new RequestMinute(
                START_MS,
                Map.of("GET /orders/{id}", new RequestMinute.Route(7, 1, 5, 6, 7)),
                Map.of(70, 7L),
                List.of(
                    new SlowRequest(
                        START_MS,
                        9,
                        1,
                        "GET /",
                        500,
                        8,
                        Map.of(
                            StopKind.STEAL,
                            new SlowRequest.Cause(0.5, ""),
                            StopKind.MONITOR,
                            new SlowRequest.Cause(0.25, "acme.Ledger.book:7")),
                        null)))),
        new WatchFrame.Note(START_MS, "the clock was set back by 2 s"));
  }

  private List<WatchFrame> read() {
    List<WatchFrame> read = new ArrayList<>();
    assertThat(WatchLogReader.read(folder, 0, Long.MAX_VALUE - 1_000_000, read::add)).isZero();
    return read;
  }

  @Test
  void shouldReadBackEachFrame() {
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      for (WatchFrame frame : all()) {
        assertThat(log.add(frame)).isTrue();
        assertThat(read()).last().isEqualTo(frame);
      }
    }
    assertThat(read()).isEqualTo(all());
  }

  @Test
  void shouldReadFramesOfATime() {
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      for (int i = 0; i < 100; i++) {
        log.add(seconds(START_MS / 1000 + 100L * i, 10));
      }
    }
    List<WatchFrame> read = new ArrayList<>();
    WatchLogReader.read(folder, START_MS + 1_000_000, START_MS + 1_100_000, read::add);
    assertThat(read).hasSize(1);
  }

  /** A second of 19 columns costs a few bytes each. */
  @Test
  void shouldKeepADayInAFewMegabytes() throws IOException {
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      for (int i = 0; i < 360; i++) {
        log.add(seconds(START_MS / 1000 + 10L * i, 10));
      }
    }
    assertThat(size() * 24).isLessThan(5 << 20);
  }

  private long size() throws IOException {
    long size = 0;
    for (Path file : WatchLog.files(folder)) {
      size += Files.size(file);
    }
    return size;
  }

  /** The process was killed while it wrote. */
  @Test
  void shouldLeaveOutAHalfFrameAndReadTheOthers() throws IOException {
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      all().forEach(log::add);
    }
    Path file = WatchLog.files(folder).getFirst();
    byte[] whole = Files.readAllBytes(file);
    for (int cut = 1; cut < 40; cut++) {
      Files.write(file, Arrays.copyOf(whole, whole.length - cut));
      List<WatchFrame> read = new ArrayList<>();
      assertThat(WatchLogReader.read(folder, 0, Long.MAX_VALUE - 1_000_000, read::add))
          .isEqualTo(1);
      assertThat(read).isEqualTo(all().subList(0, 4));
    }
  }

  @Test
  void shouldNotReadBrokenBytes() throws IOException {
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      all().forEach(log::add);
    }
    Path file = WatchLog.files(folder).getFirst();
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at += 3) {
      byte[] broken = whole.clone();
      broken[at] ^= 0x55;
      Files.write(file, broken);
      List<WatchFrame> read = new ArrayList<>();
      assertThat(WatchLogReader.read(folder, 0, Long.MAX_VALUE - 1_000_000, read::add))
          .isEqualTo(1);
      assertThat(read).isEqualTo(all().subList(0, read.size())).hasSizeLessThan(5);
    }
  }

  @Test
  void shouldGoOnInTheSameFolder() {
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      log.add(all().get(0));
    }
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      log.add(all().get(1));
    }
    assertThat(read()).hasSize(2);
  }

  @Test
  void shouldRemoveTheOldestBeyondTheSize() throws IOException {
    long keep = 1 << 20;
    long frames = 0;
    try (WatchLog log = new WatchLog(folder, keep, DAY)) {
      for (int i = 0; i < 30_000; i++) {
        log.add(seconds(START_MS / 1000 + 10L * i, 10));
        frames++;
      }
    }
    assertThat(size()).isLessThan(keep + (128 << 10)).isGreaterThan(keep / 2);
    List<WatchFrame> read = read();
    assertThat(read).isNotEmpty().hasSizeLessThan((int) frames);
    assertThat(read.getLast().epochMs()).isEqualTo(START_MS + 10_000L * (frames - 1) + 9_000);
  }

  @Test
  void shouldRemoveTheOldestBeyondTheTime() throws IOException {
    try (WatchLog log = new WatchLog(folder, MUCH, Duration.ofHours(2))) {
      for (int hour = 0; hour < 10; hour++) {
        log.add(seconds(START_MS / 1000 + 3_600L * hour, 10));
      }
    }
    assertThat(WatchLog.files(folder)).hasSizeBetween(3, 4);
  }

  @Test
  void shouldSayThatNothingCanBeWrittenAndGoOnLater() throws IOException {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    try (WatchLog log = new WatchLog(gone, MUCH, DAY)) {
      Files.delete(gone);
      assertThat(log.add(all().getFirst())).isFalse();
      assertThat(log.trouble()).isPresent();
      Files.createDirectory(gone);
      assertThat(log.add(all().getFirst())).isTrue();
      assertThat(log.trouble()).isEmpty();
    }
  }

  /** Another version's frame, or what somebody appended. */
  @Test
  void shouldSkipFramesOfAKindThatItDoesNotKnow() throws IOException {
    try (WatchLog log = new WatchLog(folder, MUCH, DAY)) {
      log.add(all().get(0));
    }
    byte[] content = {1, 2, 3};
    byte[] other =
        java.nio.ByteBuffer.allocate(FrameCodec.HEAD + content.length)
            .put((byte) 'z')
            .putInt(content.length)
            .putInt(FrameCodec.checksum((byte) 'z', content))
            .put(content)
            .array();
    Files.write(WatchLog.files(folder).getFirst(), other, StandardOpenOption.APPEND);
    assertThat(read()).hasSize(1);
  }
}
