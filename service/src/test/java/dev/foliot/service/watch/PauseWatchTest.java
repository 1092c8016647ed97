package dev.foliot.service.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Reading;
import dev.foliot.store.load.ServerPause;
import dev.foliot.store.load.ServerPause.Kind;
import dev.foliot.text.JvmReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class PauseWatchTest {
  /** So many that a collection takes more than a millisecond. */
  private static final int OBJECTS = 500_000;

  @Test
  void shouldSeeCollectionsOfAJvmWithTheirLengths() throws Exception {
    NanoClock clock = NanoClock.system();
    long startNs = clock.nanoTime();
    PauseWatch watch = PauseWatch.start(ProcessHandle.current().pid(), clock);
    byte[][] live = new byte[OBJECTS][];
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < live.length; j++) {
        live[j] = new byte[1];
      }
      System.gc();
      // longer than the distance of two readings
      Thread.sleep(20);
    }
    PauseWatch.Seen seen = watch.stop();
    assertThat(live[0]).hasSize(1);
    long endNs = clock.nanoTime();

    assertThat(seen.jvm().toOptional().orElse(""))
        .startsWith("HotSpot " + Runtime.version().feature());
    assertThat(seen.pauses()).extracting(ServerPause::kind).contains(Kind.GC);
    assertThat(seen.pauses())
        .allSatisfy(pause -> {
          assertThat(pause.lengthNs()).isBetween(1_000_000L, endNs - startNs);
          assertThat(pause.toNs()).isBetween(startNs, endNs);
          assertThat(pause.toNs() - pause.fromNs()).isGreaterThan(pause.lengthNs());
        });
  }

  @Test
  void shouldSeeNoPausesOfAProgramWithoutAJvm() throws Exception {
    Process process = new ProcessBuilder("sleep", "1000").start();
    try (PauseWatch watch = PauseWatch.start(process.pid(), NanoClock.system())) {
      PauseWatch.Seen seen = watch.stop();

      assertThat(seen.jvm()).isInstanceOf(Reading.Unavailable.class);
      assertThat(((Reading.Unavailable<String>) seen.jvm()).why().is(JvmReason.NoHotspot.class))
          .isTrue();
      assertThat(seen.pauses()).isEmpty();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
