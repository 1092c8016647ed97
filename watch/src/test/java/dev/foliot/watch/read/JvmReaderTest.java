package dev.foliot.watch.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchSecond;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Reads this very JVM. */
@EnabledOnOs(OS.LINUX)
class JvmReaderTest {
  private static final Path ROOT = Path.of("/");

  @Test
  void shouldReadTheStopsAndFiguresOfAJvm() throws InterruptedException {
    try (JvmReader reader =
        JvmReader.open(ROOT, ProcessHandle.current().pid(), System.nanoTime())
            .toOptional()
            .orElseThrow()) {
      WatchSecond _ = reader.second(1);
      List<Stop> stops = new ArrayList<>();
      while (stops.stream().noneMatch(stop -> stop.kind() == StopKind.GC_PAUSE)) {
        System.gc();
        Thread.sleep(1);
        long next = reader.look(System.nanoTime());
        assertThat(next - System.nanoTime()).isLessThanOrEqualTo(JvmReader.SLOW_NS);
        stops.addAll(reader.takeStops());
      }
      WatchSecond second = reader.second(2);

      assertThat(second.value(WatchColumn.GC_NS)).isPositive();
      assertThat(second.value(WatchColumn.HEAP_BYTES)).isPositive();
      assertThat(second.value(WatchColumn.CLASSES)).isGreaterThan(100);
      assertThat(second.value(WatchColumn.RSS_BYTES)).isGreaterThan(1 << 20);
      assertThat(second.value(WatchColumn.THREADS)).isPositive();
      assertThat(second.has(WatchColumn.BLOCKED)).isTrue();
      assertThat(second.has(WatchColumn.REQUESTS)).isFalse();
      assertThat(reader.second(3).value(WatchColumn.GC_NS)).isZero();
      assertThat(reader.isAlive()).isTrue();
      assertThat(reader.sources()).isNotEmpty();
    }
  }

  @Test
  void shouldSayThatThereIsNoJvm() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "1000").start();
    try {
      assertThat(JvmReader.open(ROOT, sleeper.pid(), 0)).isInstanceOf(Reading.Unavailable.class);
    } finally {
      sleeper.destroyForcibly();
    }
  }
}
