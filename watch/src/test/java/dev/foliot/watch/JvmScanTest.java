package dev.foliot.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class JvmScanTest {
  private static final Path ROOT = Path.of("/");

  private final long self = ProcessHandle.current().pid();
  private final long startedMs = JvmScan.startedMs(self).orElseThrow();

  @Test
  void shouldSayNothingOfAProcessThatHasEndedOrIsNoJvm() throws IOException {
    JvmScan scan = new JvmScan(ROOT, new WatchPlan.Which.All());
    Process sleeping = new ProcessBuilder("sleep", "100").start();
    try {
      assertThat(scan.isEndedOrStarting(sleeping.pid(), startedMs)).isTrue();
    } finally {
      sleeping.destroyForcibly().onExit().join();
    }
    assertThat(scan.isEndedOrStarting(sleeping.pid(), startedMs)).isTrue();
  }

  @Test
  void shouldTryAJvmAgainThatIsStillStarting() {
    JvmScan scan = new JvmScan(ROOT, new WatchPlan.Which.All());
    assertThat(scan.isEndedOrStarting(self, startedMs + 5_000)).isTrue();
    assertThat(scan.isEndedOrStarting(self, startedMs + 60_000)).isFalse();
  }

  @Test
  void shouldNeverFindItself() {
    JvmScan scan = new JvmScan(ROOT, new WatchPlan.Which.All());
    assertThat(scan.found(Set.of(), startedMs + 60_000)).doesNotContain(self);
  }
}
