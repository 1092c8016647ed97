package dev.foliot.service.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources on kernel files that are written by hand. */
final class KernelStopsTest {
  private static final long MS = 1_000_000;

  @TempDir Path root;

  private final List<Stop> stops = new ArrayList<>();

  private void add(
      long startNs, long endNs, long lengthNs, long errorNs, StopKind kind, String detail) {
    stops.add(new Stop(startNs, endNs, lengthNs, errorNs, kind, detail));
  }

  private void stolen(long ticks) throws IOException {
    Files.createDirectories(root.resolve("proc"));
    Files.writeString(
        root.resolve("proc/stat"),
        """
        cpu  20 0 0 0 0 0 0 %d 0 0
        cpu0 10 0 0 0 0 0 0 %d 0 0
        cpu1 10 0 0 0 0 0 0 0 0 0
        """
            .formatted(ticks, ticks));
  }

  @Test
  void shouldTakeTheMeanOfAllCpusForStolenTime() throws IOException {
    StealStops source = new StealStops(root);
    stolen(100);
    source.read(0, 50 * MS, this::add);
    stolen(104);
    source.read(50 * MS, 100 * MS, this::add);

    assertThat(stops).containsExactly(new Stop(50 * MS, 100 * MS, 20 * MS, 0, StopKind.STEAL, ""));
  }

  private void thread(char state, long majorFaults) throws IOException {
    Path task = Files.createDirectories(root.resolve("proc/7/task/9"));
    Files.writeString(
        task.resolve("stat"),
        "9 (a ) D b) %s 1 7 7 0 -1 4194304 300 0 %d 0 5 6 0 0 20 0\n"
            .formatted(state, majorFaults));
  }

  @Test
  void shouldTellPageFaultsFromOtherDiskWaits() throws IOException {
    try (DiskStops source = new DiskStops(root, 7, 9)) {
      // the second fault is counted when the thread runs again
      String states = "RDDRRDRRRDRD";
      long[] faults = {3, 3, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6};
      for (int i = 0; i < states.length(); i++) {
        thread(states.charAt(i), faults[i]);
        assertThat(source.read(i * MS, (i + 1) * MS, this::add).orElse(false)).isTrue();
      }
    }

    assertThat(stops)
        .containsExactly(
            new Stop(3 * MS / 2, 7 * MS / 2, 2 * MS, MS, StopKind.PAGE_FAULT, ""),
            new Stop(11 * MS / 2, 13 * MS / 2, MS, MS, StopKind.PAGE_FAULT, ""),
            new Stop(19 * MS / 2, 21 * MS / 2, MS, MS, StopKind.DISK_WAIT, ""));
  }

  @Test
  void shouldSayThatAThreadIsGone() {
    try (DiskStops source = new DiskStops(root, 7, 8)) {
      assertThat(source.read(0, MS, this::add)).isInstanceOf(Reading.Unavailable.class);
    }
  }
}
