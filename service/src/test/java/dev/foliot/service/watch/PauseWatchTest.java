package dev.foliot.service.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.NanoClock;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.service.Jdk;
import dev.foliot.store.load.ServerPause;
import dev.foliot.store.load.ServerPause.Kind;
import dev.foliot.text.JvmReason;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
@EnabledOnOs(OS.LINUX)
class PauseWatchTest {
  private static final Path JDK = Jdk.current().home();

  @Test
  void shouldSeeCollectionsOfAJvmWithTheirLengths() throws Exception {
    NanoClock clock = NanoClock.system();
    try (HeldJvm jvm = new HeldJvm(1, 0)) {
      Jcmd jcmd =
          switch (Jcmd.find(JDK, jvm.pid())) {
            case Reading.Value<Jcmd>(Jcmd found) -> found;
            case Reading.Unavailable<Jcmd> none -> throw new AssertionError(none.sentence());
          };
      long startNs = clock.nanoTime();
      PauseWatch watch = PauseWatch.start(jvm.pid(), clock);
      for (int i = 0; i < 10; i++) {
        assertThat(jcmd.ask("GC.run")).isInstanceOf(Reading.Value.class);
      }
      PauseWatch.Seen seen = watch.stop();
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
