package dev.foliot.linux.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcessGroupTest {
  @Test
  void shouldEndTheLeaderAndWhatItStarted() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "setsid is there");
    // sh waits for its child, and both are of the group that setsid made
    Process leader = start("/usr/bin/setsid", "sh", "-c", "sleep 100; true");
    ProcessHandle child = childOf(leader);

    assertThat(ProcessGroup.kill(leader.pid())).isEqualTo(Reading.of(true));

    assertThat(leader.waitFor(10, TimeUnit.SECONDS)).isTrue();
    child.onExit().get(10, TimeUnit.SECONDS);
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void shouldAskAGroupToEnd() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setsid")), "setsid is there");
    Process leader = start("/usr/bin/setsid", "sleep", "100");
    while (!leader.info().command().orElse("").endsWith("sleep")) {
      assertThat(leader.waitFor(5, TimeUnit.MILLISECONDS)).isFalse();
    }

    assertThat(ProcessGroup.terminate(leader.pid())).isEqualTo(Reading.of(true));

    assertThat(leader.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(leader.exitValue()).isEqualTo(128 + 15);
  }

  @Test
  void shouldTakeAGroupThatIsGoneForNoError() throws Exception {
    Process gone = start("true");
    gone.waitFor();

    assertThat(ProcessGroup.kill(gone.pid())).isEqualTo(Reading.of(false));
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1, 1L << 31})
  void shouldNeverTakeANumberThatMeansOthers(long leader) {
    assertThatThrownBy(() -> ProcessGroup.kill(leader))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).start();
  }

  private static ProcessHandle childOf(Process parent) throws InterruptedException {
    while (parent.isAlive()) {
      var child = parent.children().findFirst();
      if (child.isPresent()) {
        return child.get();
      }
      parent.waitFor(5, TimeUnit.MILLISECONDS);
    }
    throw new AssertionError("it ended without a child");
  }
}
