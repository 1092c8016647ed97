package dev.foliot.linux.proc;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InnerPidTest {
  @TempDir private Path root;

  @ParameterizedTest
  @CsvSource({"NSpid:\t4711,4711", "NSpid:\t4711\t12\t1,1", "Name:\tjava,4711"})
  void shouldTellTheInnermostNumber(String line, long inner) {
    new FakeKernel(root).file("proc/4711/status", line);
    assertThat(InnerPid.of(root, 4711)).isEqualTo(Reading.of(inner));
  }

  @Test
  void shouldRefuseWhatIsNoNumber() {
    FakeKernel kernel = new FakeKernel(root);
    for (String line : new String[] {"NSpid:\t7\tx", "NSpid:", "NSpid:\t7\t0", "NSpid:\t-1"}) {
      kernel.file("proc/7/status", line);
      assertThat(reason(InnerPid.of(root, 7))).contains("malformed NSpid");
    }
    assertThat(reason(InnerPid.of(root, 8))).contains("does not exist");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldKnowWhatALiveProcessIsCalled() {
    long self = ProcessHandle.current().pid();
    assertThat(InnerPid.of(Path.of("/"), self)).isEqualTo(Reading.of(self));
  }
}
