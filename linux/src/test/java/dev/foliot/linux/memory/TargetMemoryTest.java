package dev.foliot.linux.memory;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.KernelSettings;
import dev.foliot.linux.Reading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TargetMemoryTest {
  private static final Path LIVE = Path.of("/");
  private static final long NO_PROCESS = (1 << 22) + 1;

  @TempDir private Path root;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadWhatAProcessWrote() {
    try (Arena arena = Arena.ofConfined();
        TargetMemory memory = value(TargetMemory.open(LIVE, ProcessHandle.current().pid()))) {
      MemorySegment text = arena.allocateFrom("what a process wrote");
      byte[] wrote = "what a process wrote\0".getBytes(java.nio.charset.StandardCharsets.UTF_8);
      assertThat(value(memory.read(text.address(), wrote.length))).isEqualTo(wrote);
      byte[] into = new byte[wrote.length];
      assertThat(memory.readInto(text.address(), into)).isTrue();
      assertThat(into).isEqualTo(wrote);
    }
  }

  /** A child may be read by its parent under every ptrace_scope but 2 and 3. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadAChildOrSayWhatItTakes() throws Exception {
    Process child = new ProcessBuilder("cat").start();
    try {
      MemoryRegion first = value(MemoryRegion.of(LIVE, child.pid())).getFirst();
      switch (TargetMemory.open(LIVE, child.pid())) {
        case Reading.Value<TargetMemory>(TargetMemory memory) -> {
          try (memory) {
            assertThat(value(memory.read(first.start(), 4)))
                .isEqualTo(new byte[] {0x7f, 'E', 'L', 'F'});
          }
        }
        case Reading.Unavailable<TargetMemory> none -> {
          assertThat(value(new KernelSettings(LIVE).ptraceScope())).isGreaterThan(1);
          assertThat(none.remedy()).contains("CAP_SYS_PTRACE");
        }
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSayWhatIsNotMapped() {
    try (TargetMemory memory = value(TargetMemory.open(LIVE, ProcessHandle.current().pid()))) {
      assertThat(reason(memory.read(0, 8))).contains("address 0x0 of process");
      assertThat(reason(memory.read(-4096, 8))).contains("is the kernel's");
      assertThat(memory.readInto(0, new byte[8])).isFalse();
      assertThat(memory.readInto(-4096, new byte[8])).isFalse();
      assertThatIllegalArgumentException().isThrownBy(() -> memory.readInto(0, new byte[0]));
      assertThatIllegalArgumentException().isThrownBy(() -> memory.read(0, 0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> memory.read(0, TargetMemory.MAX_BYTES + 1));
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSayThatThereIsNoSuchProcess() {
    assertThat(reason(TargetMemory.open(LIVE, NO_PROCESS))).contains("does not exist");
    assertThat(reason(MemoryRegion.of(LIVE, NO_PROCESS))).contains("does not exist");
  }

  @Test
  void shouldStopWhereTheMemoryEnds() {
    new FakeKernel(root).bytes("proc/7/mem", new byte[10]);
    try (TargetMemory memory = value(TargetMemory.open(root, 7))) {
      assertThat(value(memory.read(2, 8))).hasSize(8);
      assertThat(reason(memory.read(4, 8))).contains("ends after 6 bytes");
      assertThat(memory.readInto(4, new byte[8])).isFalse();
    }
  }

  @Test
  void shouldReadTheMap() {
    new FakeKernel(root)
        .file(
            "proc/7/maps",
            "00400000-00401000 r-xp 00000000 08:01 1234                       /bin/a b",
            "7ffc0000-7ffd0000 rw-p 00000000 00:00 0                          [stack]",
            "7ffe0000-7fff0000 ---p 00000000 00:00 0",
            "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0          [vsyscall]");
    List<MemoryRegion> regions = value(MemoryRegion.of(root, 7));
    assertThat(regions)
        .containsExactly(
            new MemoryRegion(0x400000, 0x401000, "r-xp", "/bin/a b"),
            new MemoryRegion(0x7ffc0000L, 0x7ffd0000L, "rw-p", "[stack]"),
            new MemoryRegion(0x7ffe0000L, 0x7fff0000L, "---p", ""),
            new MemoryRegion(0xffffffffff600000L, 0xffffffffff601000L, "--xp", "[vsyscall]"));
    assertThat(regions)
        .extracting(MemoryRegion::isReadable)
        .containsExactly(true, true, false, false);
  }

  @Test
  void shouldRefuseAMalformedMap() {
    FakeKernel kernel = new FakeKernel(root);
    kernel.file("proc/7/maps", "00401000-00400000 r-xp 00000000 08:01 1");
    assertThat(reason(MemoryRegion.of(root, 7))).contains("malformed line");
    kernel.file("proc/7/maps", "nonsense");
    assertThat(reason(MemoryRegion.of(root, 7))).contains("malformed line");
  }
}
