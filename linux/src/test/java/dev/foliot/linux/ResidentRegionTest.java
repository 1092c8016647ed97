package dev.foliot.linux;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ResidentRegionTest {
  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  @Test
  void shouldReadWhatIsResident() {
    kernel.file(
        "proc/7/smaps",
        "00400000-00500000 r-xp 00000000 fe:00 5                   /usr/bin/ja va",
        "Size:               1024 kB",
        "Rss:                 512 kB",
        "Pss:                 100 kB",
        "VmFlags: rd ex mr mw me",
        "7f0000000000-7f0000002000 rw-p 00000000 00:00 0 ",
        "Size:                  8 kB",
        "Rss:                   0 kB");

    assertThat(value(ResidentRegion.of(root, 7)))
        .isEqualTo(
            List.of(
                new ResidentRegion(
                    new MemoryRegion(0x400000, 0x500000, "r-xp", "/usr/bin/ja va"), 512 << 10),
                new ResidentRegion(
                    new MemoryRegion(0x7f0000000000L, 0x7f0000002000L, "rw-p", ""), 0)));
  }

  @Test
  void shouldRefuseWhatIsMalformed() {
    kernel.file("proc/7/smaps", "Rss: 5 kB");
    assertThat(reason(ResidentRegion.of(root, 7))).contains("malformed line");
    kernel.file("proc/7/smaps", "0-1 rwxp 0 0:0 0", "Rss: many kB");
    assertThat(reason(ResidentRegion.of(root, 7))).contains("malformed Rss");
    kernel.file("proc/7/smaps");
    assertThat(reason(ResidentRegion.of(root, 7))).contains("is empty");
    assertThat(reason(ResidentRegion.of(root, 8))).contains("does not exist");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldAddUpToWhatTheKernelSaysOfThisProcess() {
    Path live = Path.of("/");
    long pid = ProcessHandle.current().pid();
    long sum =
        value(ResidentRegion.of(live, pid)).stream().mapToLong(ResidentRegion::residentBytes).sum();
    assertThat(sum)
        .isBetween(
            value(ProcessMemory.of(live, pid)).residentBytes() / 2,
            value(ProcessMemory.of(live, pid)).peakResidentBytes() * 2);
  }
}
