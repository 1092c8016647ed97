package dev.foliot.linux.memory;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MemoryUseTest {
  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  @Test
  void shouldReadWhatAProcessHolds() {
    kernel.file(
        "proc/7/status",
        "Name:\tjava",
        "VmRSS:\t  102400 kB",
        "RssAnon:\t   81920 kB",
        "RssFile:\t   16384 kB",
        "RssShmem:\t    4096 kB",
        "VmSwap:\t    1024 kB",
        "Threads:\t41");
    assertThat(MemoryUse.of(root, 7))
        .isEqualTo(
            Reading.of(new MemoryUse(100L << 20, 80L << 20, 16L << 20, 4L << 20, 1L << 20, 41)));
  }

  @Test
  void shouldSayWhatIsMissing() {
    assertThat(reason(MemoryUse.of(root, 7))).contains("does not exist");
    kernel.file("proc/7/status", "Name:\tkworker/0:0", "Threads:\t1");
    assertThat(reason(MemoryUse.of(root, 7))).contains("VmRSS");
    kernel.file("proc/7/status", "VmRSS:\t1 MB");
    assertThat(reason(MemoryUse.of(root, 7))).contains("malformed VmRSS");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldAddUpForThisProcess() {
    MemoryUse own = value(MemoryUse.of(Path.of("/"), ProcessHandle.current().pid()));
    assertThat(own.anonymousBytes() + own.fileBytes() + own.sharedBytes())
        .isEqualTo(own.residentBytes());
    assertThat(own.threads()).isGreaterThan(1);
  }
}
