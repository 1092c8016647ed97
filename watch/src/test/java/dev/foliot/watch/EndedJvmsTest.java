package dev.foliot.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.watch.WatchRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndedJvmsTest {
  private static final long HOUR_MS = 3_600_000;

  @TempDir Path folder;

  private WatchRecord.Jvm jvm(String name, int bytes, @Nullable Long toMs) throws IOException {
    Path of = Files.createDirectory(folder.resolve(name));
    Files.write(of.resolve("1.watch"), new byte[bytes]);
    return new WatchRecord.Jvm(name, 7, new WatchRecord.Program("M", "25", ""), 0, toMs, List.of());
  }

  private List<WatchRecord.Jvm> pruned(long keepBytes, long nowMs, List<WatchRecord.Jvm> jvms) {
    WatchPlan plan =
        new WatchPlan(
            Path.of("/"),
            new WatchPlan.Which.All(),
            keepBytes,
            Duration.ofHours(2),
            Duration.ZERO,
            Duration.ZERO);
    return new EndedJvms(folder, plan).pruned(jvms, nowMs);
  }

  @Test
  void shouldRemoveWhatIsOlderThanIsKept() throws IOException {
    WatchRecord.Jvm old = jvm("jvm-001", 10, HOUR_MS);
    WatchRecord.Jvm living = jvm("jvm-002", 10, null);
    WatchRecord.Jvm late = jvm("jvm-003", 10, 3 * HOUR_MS);

    assertThat(pruned(1_000, 4 * HOUR_MS, List.of(old, living, late)))
        .containsExactly(living, late);
    assertThat(folder.resolve("jvm-001")).doesNotExist();
    assertThat(folder.resolve("jvm-003")).exists();
  }

  @Test
  void shouldKeepTheLastThatHaveRoomTogether() throws IOException {
    WatchRecord.Jvm first = jvm("jvm-001", 600, 3_000L);
    WatchRecord.Jvm second = jvm("jvm-002", 600, 1_000L);
    WatchRecord.Jvm third = jvm("jvm-003", 300, 2_000L);
    WatchRecord.Jvm living = jvm("jvm-004", 5_000, null);

    assertThat(pruned(1_000, 4_000, List.of(first, second, third, living)))
        .containsExactly(first, third, living);
    assertThat(folder.resolve("jvm-002")).doesNotExist();
    assertThat(folder.resolve("jvm-004")).exists();
  }

  @Test
  void shouldForgetWhatIsGone() throws IOException {
    WatchRecord.Jvm gone = jvm("jvm-001", 10, 1_000L);
    Files.delete(folder.resolve("jvm-001").resolve("1.watch"));
    Files.delete(folder.resolve("jvm-001"));
    assertThat(pruned(1_000, 4 * HOUR_MS, List.of(gone))).isEmpty();
  }
}
