package dev.foliot.linux.perf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory in the kernel's format for an event, written by a test instead. */
final class FakeRing {
  static final int PAGE = 4096;

  private final MemorySegment mapping;
  private final long dataBytes;
  private long head;

  FakeRing(Arena arena, int pages) {
    dataBytes = (long) PAGE * pages;
    mapping = arena.allocate(PAGE + dataBytes, PAGE);
    set(PerfRing.DATA_OFFSET, PAGE);
    set(PerfRing.DATA_SIZE, dataBytes);
  }

  MemorySegment mapping() {
    return mapping;
  }

  FakeRing set(long at, long value) {
    mapping.set(ValueLayout.JAVA_LONG, at, value);
    return this;
  }

  long tail() {
    return mapping.get(ValueLayout.JAVA_LONG, PerfRing.DATA_TAIL);
  }

  /** A whole record, however it lies in the ring. */
  FakeRing record(int type, int misc, long... words) {
    return header(type, misc, (words.length + 1) * Long.BYTES).words(words);
  }

  /** A header that may lie about its size. */
  FakeRing header(int type, int misc, int size) {
    return words((long) size << 48 | (long) misc << 32 | type);
  }

  FakeRing words(long... words) {
    ByteBuffer bytes =
        ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
    for (long word : words) {
      bytes.putLong(word);
    }
    return bytes(bytes.array());
  }

  FakeRing bytes(byte[] bytes) {
    for (byte b : bytes) {
      mapping.set(ValueLayout.JAVA_BYTE, PAGE + head % dataBytes, b);
      head++;
    }
    return set(PerfRing.DATA_HEAD, head);
  }

  long head() {
    return head;
  }
}
