package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The output of a real perf for real trace points. How it was recorded, and the source of the
 * figures, is in {@code README.md} beside it.
 */
class RecordedWakesTest {
  private static List<String> lines(String name) throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(RecordedWakesTest.class.getResourceAsStream(name), name),
                StandardCharsets.ISO_8859_1))) {
      return in.lines().toList();
    }
  }

  @Test
  void shouldTellHowLongCarriersWaited() throws IOException {
    Map<String, WakeWaits> waits =
        WakeWaits.of(
            lines("wakes-virtual.txt").stream(),
            (name, tid) ->
                name.startsWith("ForkJoinPool-1-") ? Optional.of("carriers") : Optional.empty());

    assertThat(waits)
        .containsExactly(
            Map.entry("carriers", new WakeWaits(7, 411_711 / 7.0, 9_804, 163_052, 163_052)));
  }

  @Test
  void shouldTellHowLongTheWorkersOfAPoolWaited() throws IOException {
    Map<String, WakeWaits> waits =
        WakeWaits.of(
            lines("wakes-fixed.txt").stream(),
            (name, tid) -> name.matches("burn-[0-9]+") ? Optional.of("workers") : Optional.empty());

    assertThat(waits)
        .containsExactly(
            Map.entry("workers", new WakeWaits(24, 198_280.875, 173_478, 1_197_426, 1_197_426)));
  }

  /** As in the examination, which knows the threads' numbers. */
  @Test
  void shouldTellThreadsApartByTheirNumbers() throws IOException {
    Map<Long, WakeWaits> waits =
        WakeWaits.of(
            lines("wakes-fixed.txt").stream(),
            (name, tid) -> tid == 16_897 || tid == 16_898 ? Optional.of(tid) : Optional.empty());

    assertThat(waits).containsOnlyKeys(16_897L, 16_898L);
    assertThat(waits.values()).extracting(WakeWaits::count).containsExactly(12L, 12L);
  }

  /** Names contain spaces, slashes and colons. */
  @ParameterizedTest
  @ValueSource(strings = {"wakes-virtual.txt", "wakes-fixed.txt"})
  void shouldPassOverNoLine(String recording) throws IOException {
    List<String> lines = lines(recording);
    Set<String> woken = new HashSet<>();
    int[] count = {0};

    WakeWaits.of(
        lines.stream(),
        (name, tid) -> {
          woken.add(name);
          count[0]++;
          return Optional.of(tid);
        });

    assertThat(lines).hasSize(150);
    assertThat(count[0])
        .isEqualTo((int) lines.stream().filter(line -> line.contains("sched_wakeup:")).count());
    assertThat(woken).contains("burn-front").noneMatch(name -> name.contains("pid="));
  }
}
