package dev.foliot.linux.memory;

import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TargetWordsTest {
  private static final Path LIVE = Path.of("/");
  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path root;

  private TargetMemory fake(int words) {
    ByteBuffer bytes = ByteBuffer.allocate(words * Long.BYTES).order(ByteOrder.nativeOrder());
    for (int i = 0; i < words; i++) {
      bytes.putLong(100L + i);
    }
    new FakeKernel(root).bytes("proc/7/mem", bytes.array());
    return value(TargetMemory.open(root, 7));
  }

  @Test
  void shouldReadFromTheFileOfAnotherRoot() {
    try (TargetMemory memory = fake(4)) {
      TargetMemory.Words words = memory.words(new long[] {16, 0, 8, 16});
      assertThat(words.values()).containsExactly(102, 100, 101, 102);
      assertThat(words.present().cardinality()).isEqualTo(4);
    }
  }

  @Test
  void shouldLeaveOutWhatTheFileDoesNotHave() {
    try (TargetMemory memory = fake(2)) {
      TargetMemory.Words words =
          memory.words(new long[] {8, 12, 16, -8, Long.MAX_VALUE, Long.MIN_VALUE, 0});
      assertThat(words.values()).containsExactly(101, 0, 0, 0, 0, 0, 100);
      assertThat(words.present().stream()).containsExactly(0, 6);
    }
  }

  @Test
  void shouldHaveNoWordsAtNoAddresses() {
    try (TargetMemory memory = fake(1)) {
      assertThat(memory.words(new long[0]).values()).isEmpty();
    }
  }

  @Test
  void shouldReadNothingOnceItIsClosed() {
    TargetMemory memory = fake(1);
    memory.close();
    assertThat(memory.words(new long[] {0}).present().isEmpty()).isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadMoreWordsThanOneCallTakes() {
    int count = 5_000;
    try (Arena arena = Arena.ofConfined();
        TargetMemory memory = value(TargetMemory.open(LIVE, PID))) {
      MemorySegment block = arena.allocate(count * 8L, 8);
      long[] addresses = new long[count];
      for (int i = 0; i < count; i++) {
        block.setAtIndex(ValueLayout.JAVA_LONG, i, 7L * i);
        // Backwards: the order must follow the addresses.
        addresses[count - 1 - i] = block.address() + i * 8L;
      }
      TargetMemory.Words words = memory.words(addresses);
      assertThat(words.present().cardinality()).isEqualTo(count);
      assertThat(words.values())
          .isEqualTo(LongStream.range(0, count).map(i -> 7 * (count - 1 - i)).toArray());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldStepPastWhatIsNotMapped() {
    int count = 3_000;
    try (Arena arena = Arena.ofConfined();
        TargetMemory memory = value(TargetMemory.open(LIVE, PID))) {
      MemorySegment word = arena.allocate(8, 8);
      word.set(ValueLayout.JAVA_LONG, 0, 42);
      long[] addresses = new long[count];
      long[] unreadable = {0, 4_093, -8, Long.MAX_VALUE, Long.MIN_VALUE, -1};
      for (int i = 0; i < count; i++) {
        addresses[i] = i % 3 == 1 ? word.address() : unreadable[i % unreadable.length];
      }
      TargetMemory.Words words = memory.words(addresses);
      for (int i = 0; i < count; i++) {
        assertThat(words.present().get(i)).as("word %s", i).isEqualTo(i % 3 == 1);
        assertThat(words.values()[i]).as("word %s", i).isEqualTo(i % 3 == 1 ? 42 : 0);
      }
      Arrays.fill(addresses, 0);
      assertThat(memory.words(addresses).present().isEmpty()).isTrue();
    }
  }

  /** What a lying pointer does: seven bytes of a word are there. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldNotTakeHalfAWordForOne() {
    ProcessMaps maps = value(ProcessMaps.of(LIVE, PID));
    MemoryRegion stack =
        maps.regions().stream()
            .filter(region -> region.path().equals("[stack]"))
            .findFirst()
            .orElseThrow();
    assumeTrue(!maps.isReadable(stack.end(), 1), "something lies behind the first thread's stack");
    try (TargetMemory memory = value(TargetMemory.open(LIVE, PID))) {
      TargetMemory.Words words =
          memory.words(new long[] {stack.end() - 8, stack.end() - 7, stack.end() - 16});
      assertThat(words.present().stream()).containsExactly(0, 2);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadNothingOfAProcessThatHasEnded() throws Exception {
    Process child = new ProcessBuilder("cat").start();
    Reading<TargetMemory> opened = TargetMemory.open(LIVE, child.pid());
    long address = value(ProcessMaps.of(LIVE, child.pid())).regions().getFirst().start();
    assumeTrue(
        opened instanceof Reading.Value<TargetMemory>,
        () -> "a child may not be read here: " + opened);
    try (TargetMemory memory = value(opened)) {
      assertThat(memory.words(new long[] {address, 0, address}).present().stream())
          .containsExactly(0, 2);
      child.destroyForcibly().waitFor();
      assertThat(memory.words(new long[] {address, 0, address}).present().isEmpty()).isTrue();
    } finally {
      child.destroyForcibly().waitFor();
    }
  }
}
