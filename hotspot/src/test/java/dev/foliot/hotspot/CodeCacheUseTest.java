package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.memory.CodeCacheUse.Heap;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code heaps of a simulated JVM, which may be inconsistent. */
@Timeout(20)
class CodeCacheUseTest {
  private static final long ARRAY = 0x40_0000_0000L;
  private static final long HEAPS = ARRAY + 0x100;
  private static final long HEAP = ARRAY + 0x1000;
  private static final long CODE = 0x50_0000_0000L;
  private static final long MAP = 0x60_0000_0000L;
  private static final long POINTER = FakeHotspot.BASE + 0xf0200;
  private static final int SEGMENT = 128;

  private final FakeHotspot fake = new FakeHotspot();
  private int count;

  CodeCacheUseTest() {
    fake.variable("CodeCache", "_heaps", "GrowableArray<CodeHeap*>*", POINTER);
    fake.field("GrowableArrayBase", "_len", "int", 0);
    fake.field("GrowableArray<int>", "_data", "int*", 8);
    fake.field("CodeHeap", "_memory", "VirtualSpace", 0);
    fake.field("CodeHeap", "_segmap", "VirtualSpace", 64);
    fake.field("CodeHeap", "_log2_segment_size", "int", 128);
    fake.field("VirtualSpace", "_low_boundary", "char*", 0);
    fake.field("VirtualSpace", "_high_boundary", "char*", 8);
    fake.field("VirtualSpace", "_low", "char*", 16);
    fake.field("VirtualSpace", "_high", "char*", 24);
    fake.field("HeapBlock::Header", "_length", "uint32_t", 0);
    fake.field("HeapBlock::Header", "_used", "bool", 4);
    fake.memory.i8(POINTER, ARRAY).i4(ARRAY, 0).i8(ARRAY + 8, HEAPS);
  }

  /** Adds a heap; returns the address of its code. */
  private long heap(int reserved, int committed) {
    long heap = HEAP + 0x1000L * count;
    long code = CODE + 0x100_0000L * count;
    long map = MAP + 0x1_0000L * count;
    fake.memory.i8(HEAPS + 8L * count, heap).i4(ARRAY, ++count);
    fake.memory.i8(heap, code).i8(heap + 8, code + (long) reserved * SEGMENT);
    fake.memory.i8(heap + 16, code).i8(heap + 24, code + (long) committed * SEGMENT);
    fake.memory.i8(heap + 64 + 16, map).i4(heap + 128, 7);
    byte[] free = new byte[committed];
    Arrays.fill(free, (byte) 255);
    fake.memory.bytes(map, free);
    return code;
  }

  private void block(long code, int segment, int segments, boolean isUsed) {
    long index = (code - CODE) / 0x100_0000L;
    fake.memory.bytes(MAP + 0x1_0000L * index + segment, (byte) 0);
    fake.memory.i4(code + (long) segment * SEGMENT, segments);
    fake.memory.bytes(code + (long) segment * SEGMENT + 4, (byte) (isUsed ? 1 : 0));
  }

  private CodeCacheUse read() {
    return value(value(fake.attach()).codeCache());
  }

  @Test
  void shouldCountTheUsedBlocksOfAFullHeap() {
    long code = heap(100, 90);
    block(code, 0, 40, true);
    block(code, 40, 10, false);
    block(code, 50, 20, true);
    CodeCacheUse use = read();
    assertThat(use.heaps()).containsExactly(new Heap(100 * SEGMENT, 90 * SEGMENT, 60 * SEGMENT));
    assertThat(use.freeBytes()).isEqualTo(40 * SEGMENT);
    assertThat(use.reservedBytes()).isEqualTo(100 * SEGMENT);
  }

  @Test
  void shouldNotReadTheBlocksOfAHeapWithRoom() {
    heap(100, 50);
    assertThat(read().heaps()).containsExactly(new Heap(100 * SEGMENT, 50 * SEGMENT, 50 * SEGMENT));
  }

  /** Stubs have the last heap. */
  @Test
  void shouldKeepTheHeapOfStubsApart() {
    heap(100, 10);
    heap(200, 20);
    heap(400, 30);
    CodeCacheUse use = read();
    assertThat(use.heaps()).hasSize(3);
    assertThat(use.reservedBytes()).isEqualTo(300 * SEGMENT);
    assertThat(use.freeBytes()).isEqualTo(270 * SEGMENT);
  }

  @Test
  void shouldRefuseHeapsThatMakeNoSense() {
    assertThat(reason(value(fake.attach()).codeCache())).contains("0 code heaps");
    long code = heap(100, 90);
    block(code, 0, 91, true);
    assertThat(reason(value(fake.attach()).codeCache())).contains("a block of the code cache");
    block(code, 0, 0, true);
    assertThat(reason(value(fake.attach()).codeCache())).contains("has 0 bytes");
    fake.memory.i8(HEAP + 24, CODE + 101 * SEGMENT);
    assertThat(reason(value(fake.attach()).codeCache())).contains("a code heap of ");
  }

  /** HotSpot does not export this count: its neighbours prove its place. */
  @Test
  void shouldReadHowOftenAMethodFoundNoRoom() {
    heap(100, 50);
    assertThat(read().timesFull()).isEmpty();
    long shift = HEAP + 128;
    fake.memory.i8(shift + 8, 50).i8(shift + 56, ARRAY + 0x800);
    fake.memory.text(ARRAY + 0x800, "CodeHeap 'profiled nmethods'");
    fake.memory.i4(shift + 68, 40).i4(shift + 72, 30).i4(shift + 76, 10).i4(shift + 80, 7);
    assertThat(read().timesFull()).hasValue(7);
    fake.memory.i4(shift + 72, 31);
    assertThat(read().timesFull()).isEmpty();
    fake.memory.i4(shift + 72, 30).i8(shift + 8, 51);
    assertThat(read().timesFull()).isEmpty();
    fake.memory.i8(shift + 8, 50).text(ARRAY + 0x800, "Heap");
    assertThat(read().timesFull()).isEmpty();
  }

  @Test
  void shouldSayWhichFieldIsMissing() {
    heap(100, 90);
    fake.without("HeapBlock::Header::_length");
    assertThat(reason(value(fake.attach()).codeCache())).contains("HeapBlock::Header::_length");
  }
}
