package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Share;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LivePartsTest {
  private static final long NOW_MS = 1_000_000;
  private static final long START_MS = NOW_MS + 5_000;
  private static final long LENGTH_MS = 10_000;

  @TempDir Path folder;

  private static final LoadPlan PLAN =
      Plans.plan(
          "http://127.0.0.1:8080",
          10,
          1_000,
          List.of(
              new RequestTemplate(
                  "GET", "/", Map.of("authorization", "Bearer SECRET"), null, 1, List.of())),
          Plans.phase(100, LENGTH_MS));

  private Path run(int number) {
    return folder.resolve("2026-part-" + number);
  }

  private LivePart part(int number, int of) throws IOException {
    Files.createDirectories(run(number));
    return LivePart.begin(PLAN.part(new Share(number, of), START_MS), run(number));
  }

  private static LiveSample sample(double atMs, long ok, long p50Ns, Map<String, Long> errors) {
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    return new LiveSample(
        atMs,
        0,
        500,
        new LoadInterval.Counts(ok + failed, ok, failed, 1, 5),
        new LiveSample.Times(p50Ns, 2 * p50Ns, 3 * p50Ns, p50Ns / 10),
        errors);
  }

  @Test
  void shouldAddUpWhatThePartsDidInTheSameHalfSecond() throws IOException {
    try (LivePart first = part(1, 2);
        LivePart second = part(2, 2)) {
      LiveParts parts = LiveParts.of(folder, NOW_MS);
      assertThat(parts.samples()).isEmpty();

      first.add(sample(501, 30, 1_000, Map.of("reset", 1L)));
      first.add(sample(1_002, 30, 1_000, Map.of()));
      assertThat(parts.samples()).isEmpty();
      second.add(sample(498, 10, 5_000, Map.of("reset", 2L, "time-out", 1L)));

      assertThat(parts.samples())
          .containsExactly(
              new LiveSample(
                  500,
                  0,
                  500,
                  new LoadInterval.Counts(44, 40, 4, 2, 10),
                  new LiveSample.Times(2_000, 10_000, 15_000, 500),
                  Map.of("reset", 3L, "time-out", 1L)));
    }
  }

  /** A part that was killed leaves no more samples. */
  @Test
  void shouldNotWaitForAPartThatStandsStill() throws IOException {
    try (LivePart first = part(1, 2);
        LivePart second = part(2, 2)) {
      LiveParts parts = LiveParts.of(folder, NOW_MS);
      second.add(sample(500, 10, 1_000, Map.of()));
      for (int i = 1; i <= 10; i++) {
        first.add(sample(500 * i, 30, 1_000, Map.of()));
      }

      List<LiveSample> samples = parts.samples();

      assertThat(samples)
          .extracting(LiveSample::atMs)
          .containsExactly(500.0, 1_000.0, 1_500.0, 2_000.0);
      assertThat(samples).extracting(one -> one.counts().ok()).containsExactly(40L, 30L, 30L, 30L);
      second.add(sample(1_000, 7, 1_000, Map.of()));
      first.add(sample(5_500, 30, 1_000, Map.of()));
      assertThat(parts.samples())
          .singleElement()
          .satisfies(late -> assertThat(late.counts().ok()).isEqualTo(37));
    }
  }

  @Test
  void shouldEndWithThePartsOrAMinuteAfterTheyShouldHave() throws IOException {
    part(1, 2).close();
    LiveParts parts = LiveParts.of(folder, NOW_MS);
    assertThat(parts.samples()).isEmpty();
    Files.createFile(run(1).resolve(LoadPart.FILE));
    assertThat(parts.haveEnded(START_MS + LENGTH_MS)).isFalse();
    assertThat(parts.haveEnded(START_MS + LENGTH_MS + 60_001)).isTrue();

    part(2, 2).close();
    assertThat(parts.samples()).isEmpty();
    assertThat(parts.haveEnded(START_MS)).isFalse();
    Files.createFile(run(2).resolve(LoadPart.FILE));
    assertThat(parts.haveEnded(START_MS)).isTrue();
  }

  @Test
  void shouldKeepSecretsOutOfTheFolder() throws IOException {
    part(1, 2).close();

    assertThat(run(1).resolve("part-plan.json")).content().doesNotContain("SECRET", "Bearer");
  }

  @Test
  void shouldLeaveNothingOfALoadThatIsNoPart() throws IOException {
    try (LivePart whole = LivePart.begin(PLAN, folder)) {
      whole.add(sample(500, 1, 1, Map.of()));
    }

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldSayThatNoPartIsThere() throws IOException {
    Files.createDirectories(folder.resolve("other"));

    assertThatThrownBy(() -> LiveParts.of(folder, NOW_MS))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("start the parts first");
  }
}
