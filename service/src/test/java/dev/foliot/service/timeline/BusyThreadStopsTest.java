package dev.foliot.service.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.linux.Reading;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
final class BusyThreadStopsTest {
  private static final Path ROOT = Path.of("/");

  @Test
  void shouldSeeTheWaitsOfThreadsThatShareTheCpus() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Thread> spinning = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      spinning.add(
          Thread.ofPlatform()
              .daemon()
              .name("spinning-" + i)
              .start(() -> {
                while (!isOver.get()) {
                  Thread.onSpinWait();
                }
              }));
    }
    List<Stop> stops = new ArrayList<>();
    try (BusyThreadStops source = new BusyThreadStops(ROOT, ProcessHandle.current().pid())) {
      long beforeNs = System.nanoTime();
      assumeThat(read(source, beforeNs, beforeNs, stops)).isInstanceOf(Reading.Value.class);
      while (stops.stream().noneMatch(stop -> stop.detail().startsWith("spinning-"))) {
        long nowNs = System.nanoTime();
        assertThat(read(source, beforeNs, nowNs, stops)).isInstanceOf(Reading.Value.class);
        beforeNs = nowNs;
      }
    } finally {
      isOver.set(true);
      for (Thread one : spinning) {
        one.join();
      }
    }

    assertThat(stops)
        .allSatisfy(stop -> {
          assertThat(stop.kind()).isEqualTo(StopKind.RUN_QUEUE);
          assertThat(stop.lengthNs()).isPositive();
          assertThat(stop.detail()).doesNotStartWith("C2 Compiler").doesNotStartWith("GC Thread");
        });
  }

  private static Reading<Boolean> read(
      BusyThreadStops source, long sinceNs, long nowNs, List<Stop> into) {
    return source.read(
        sinceNs,
        nowNs,
        (startNs, endNs, lengthNs, errorNs, kind, detail) ->
            into.add(new Stop(startNs, endNs, lengthNs, errorNs, kind, detail)));
  }

  @Test
  void shouldSayThatAProcessIsGone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    try (BusyThreadStops source = new BusyThreadStops(ROOT, process.pid())) {
      assertThat(read(source, 0, 1, new ArrayList<>())).isInstanceOf(Reading.Unavailable.class);
    }
  }
}
