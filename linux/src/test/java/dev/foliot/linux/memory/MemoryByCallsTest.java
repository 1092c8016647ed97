package dev.foliot.linux.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class MemoryByCallsTest {
  private static final int NO_PROCESS = (1 << 22) + 1;

  @Test
  void shouldReadWhatAProcessWrote() throws IOException {
    int self = (int) ProcessHandle.current().pid();
    try (Arena arena = Arena.ofConfined();
        MemorySource memory = MemoryByCalls.of(self).orElseThrow()) {
      MemorySegment wrote = arena.allocate(100_000);
      wrote.fill((byte) 7);
      ByteBuffer into = ByteBuffer.allocate(100_000);
      while (into.hasRemaining()) {
        assertThat(memory.read(into, wrote.address() + into.position())).isPositive();
      }
      assertThat(into.array()).containsOnly(7);
      assertThat(memory.hasEnded(wrote.address())).isFalse();
      assertThatThrownBy(() -> memory.read(ByteBuffer.allocate(8), 0))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void shouldKnowThatAProcessHasEnded() throws Exception {
    Process child = new ProcessBuilder("cat").start();
    try (MemorySource memory = MemoryByCalls.of((int) child.pid()).orElseThrow()) {
      assertThat(memory.hasEnded(0)).isFalse();
      child.destroyForcibly().waitFor();
      assertThat(memory.hasEnded(0)).isTrue();
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void shouldNotOpenWhatIsNotThere() {
    assertThat(MemoryByCalls.of(NO_PROCESS)).isEmpty();
  }
}
