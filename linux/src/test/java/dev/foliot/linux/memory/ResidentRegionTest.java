package dev.foliot.linux.memory;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
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
  void shouldTellTheZeroedDataOfALibraryFromWhatWasMappedBehindIt() throws Exception {
    kernel.file(
        "proc/7/smaps",
        "7f0000000000-7f0000002000 rw-p 00000000 fe:00 5                   /lib/libnio.so",
        "Rss:                   8 kB",
        "7f0000002000-7f0000800000 rw-p 00000000 00:00 0 ",
        "Rss:                8184 kB",
        "7f0000900000-7f0000902000 rw-p 00000000 fe:00 6                   /lib/gone.so (deleted)",
        "Rss:                   8 kB",
        "7f0000902000-7f0000904000 rw-p 00000000 00:00 0 ",
        "Rss:                   8 kB");
    // 0x100 bytes of data in the file and 0x3000 in memory, from 0x1f80 on: behind its page three
    library("proc/7/root/lib/libnio.so", 0x1f80, 0x100, 0x3000);

    assertThat(value(ResidentRegion.of(root, 7)))
        .extracting(ResidentRegion::zeroedBytes)
        .containsExactly(0L, 0x2000L, 0L, 0L);

    library("proc/7/root/lib/libnio.so", 0x1f80, 0x100, 1L << 40);
    assertThat(value(ResidentRegion.of(root, 7)).get(1).zeroedBytes()).isEqualTo(0x7fe000);
    Files.write(root.resolve("proc/7/root/lib/libnio.so"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1});
    assertThat(value(ResidentRegion.of(root, 7)).get(1).zeroedBytes()).isZero();
  }

  /** An image with one loaded segment. */
  private void library(String path, long address, long inFile, long inMemory) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(
        file,
        ByteBuffer.allocate(64 + 56)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1})
            .putLong(0x20, 64)
            .putShort(0x36, (short) 56)
            .putShort(0x38, (short) 1)
            .putInt(64, 1)
            .putLong(64 + 16, address)
            .putLong(64 + 32, inFile)
            .putLong(64 + 40, inMemory)
            .array());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldFindTheZeroedDataOfTheRunningJvm() {
    List<ResidentRegion> regions =
        value(ResidentRegion.of(Path.of("/"), ProcessHandle.current().pid()));
    long jvm = 0;
    for (int i = 1; i < regions.size(); i++) {
      if (regions.get(i - 1).region().path().endsWith("/libjvm.so")) {
        jvm += regions.get(i).zeroedBytes();
      }
    }
    assertThat(jvm).isBetween(4096L, 16L << 20);
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
