package dev.foliot.service.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessTimes;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CpuTallyTest {
  private static final Path ROOT = Path.of("/");

  /** A shell that starts the next working child for each line of input, and reports its end. */
  private static final String SHELL =
      "while read line; do sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done'; echo done;"
          + " done";

  @Test
  void shouldCountChildrenOnceWhetherTheyWereSeenOrNot() throws Exception {
    Process shell = new ProcessBuilder(List.of("sh", "-c", SHELL)).start();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8))) {
      CpuTally tally = new CpuTally(ROOT, shell.pid());
      tally.look();
      ProcessTimes before = times(shell);
      for (int child = 0; child < 4; child++) {
        shell.getOutputStream().write('\n');
        shell.getOutputStream().flush();
        // some children are sampled during their work, and none at the end
        boolean seen = child % 2 == 0;
        while (seen && !out.ready()) {
          tally.look();
        }
        assertThat(out.readLine()).isEqualTo("done");
      }
      assertThat(tally.look()).containsExactly(shell.pid());

      ProcessTimes after = times(shell);
      assertThat(tally.userTicks() + tally.systemTicks())
          .isEqualTo(total(after) - total(before))
          .isPositive();
    } finally {
      shell.destroyForcibly();
    }
  }

  @Test
  void shouldSeeNothingOfAProcessThatHasEnded() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    assertThat(new CpuTally(ROOT, gone.pid()).look()).isEmpty();
  }

  private static ProcessTimes times(Process process) {
    return ((Reading.Value<ProcessTimes>) ProcessTimes.of(ROOT, process.pid())).value();
  }

  private static long total(ProcessTimes times) {
    return times.userTicks()
        + times.systemTicks()
        + times.reapedUserTicks()
        + times.reapedSystemTicks();
  }
}
