package dev.foliot.store.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.Examples;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoreException;
import dev.foliot.store.Validity;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaselineRecordTest {
  @TempDir Path folder;

  @Test
  void shouldBeReadAsItWasWritten() {
    BaselineRecord baseline = of(List.of(Examples.percentiles(100)));
    Path file = folder.resolve("baseline.json");
    baseline.write(file);

    assertThat(BaselineRecord.read(file)).isEqualTo(baseline);
  }

  @Test
  void shouldRefuseForksThatCannotBe() {
    assertRefused(figures(0, 1L, 2L), "forks[0] is impossible");
    assertRefused(figures(10, -1L, 2L), "forks[0] is impossible");
    assertRefused(figures(10, 3L, 2L), "forks[0] is impossible");
    assertRefused(figures(10, 1L, Long.MAX_VALUE), "forks[0] is impossible");
  }

  @Test
  void shouldRefuseMoreForksThanAnybodyRuns() {
    BaselineRecord baseline = of(Collections.nCopies(10_001, Examples.percentiles(100)));
    Path file = folder.resolve("many.json");
    baseline.write(file);

    assertThatThrownBy(() -> BaselineRecord.read(file))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("10001 forks, at most 10000");
  }

  private void assertRefused(Percentiles figures, String why) {
    Path file = folder.resolve("baseline.json");
    of(List.of(figures)).write(file);

    assertThatThrownBy(() -> BaselineRecord.read(file))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("cannot be read: " + why);
  }

  private static Percentiles figures(long count, @Nullable Long p50, @Nullable Long p90) {
    return new Percentiles(
        "ns",
        count,
        new Percentiles.Range(1L, null, 1.0),
        Percentiles.usual(p50, p90),
        Map.of(),
        Map.of(),
        Map.of());
  }

  private static BaselineRecord of(List<Percentiles> forks) {
    RunRecord run = Examples.run("20261101-100000-0000");
    return new BaselineRecord(
        BaselineRecord.SCHEMA,
        new BaselineRecord.Origin(run.id(), run.benchmark(), run.startedAt()),
        new BaselineRecord.Part(0, run.arms().getFirst(), 0, run.load()),
        run.environment(),
        Validity.valid(),
        new BaselineRecord.Figures(forks, List.of(), 0, List.of()));
  }
}
