package dev.foliot.hotspot.image;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;

/**
 * A target's memory during one read. For one thread and one read.
 *
 * <p>Blocks are cached, so a scan of thousands of small structures takes few system calls and sees
 * each structure at one moment. The cache is bounded. Numbers are little-endian, as on x86-64 and
 * aarch64.
 */
public final class Pages {
  private static final int PAGE_SHIFT = 12;
  private static final int PAGE = 1 << PAGE_SHIFT;

  /** Dense data is read in blocks of 16 KiB. */
  private static final int BLOCK_SHIFT = 14;

  /** Scattered data is read in pieces of 512 bytes, enough for a class or a loader's data. */
  private static final int PIECE_SHIFT = 9;

  /** 16 MiB of blocks: each read has its own, and several run at a time. */
  private static final int MOST_BLOCKS = 1024;

  /** 4 MiB: each of many reads leaves them as garbage. */
  private static final int MOST_PIECES = 8192;

  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private final Memory memory;
  private final Allowance allowance;
  private final int shift;
  private final int size;
  private final int mostBlocks;

  /** The unit that is readable or not: a page, or a block within one. */
  private final int unitShift;

  /** Least recently used first. */
  private final LinkedHashMap<Long, Block> blocks = new LinkedHashMap<>(64, 0.75f, true);

  private long lastNumber = -1;
  private Block last;

  /** Creates an empty cache; nothing is readable after the allowance is exhausted. */
  public Pages(Memory memory, Allowance allowance) {
    this(memory, allowance, BLOCK_SHIFT, MOST_BLOCKS);
  }

  private Pages(Memory memory, Allowance allowance, int shift, int mostBlocks) {
    this.memory = memory;
    this.allowance = allowance;
    this.shift = shift;
    this.size = 1 << shift;
    this.mostBlocks = mostBlocks;
    this.unitShift = Math.min(shift, PAGE_SHIFT);
    this.last = new Block(size);
  }

  /** Pages for one of many reads that follow lists and rarely return. */
  static Pages ofLists(Memory memory, Allowance allowance) {
    return new Pages(memory, allowance, PIECE_SHIFT, MOST_PIECES);
  }

  /** The allowance that all reads share. */
  public Allowance allowance() {
    return allowance;
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  private static final class Block {
    private final byte[] bytes;

    /** A bit for each readable page; a single bit for a block within a page. */
    private int present;

    Block(int size) {
      bytes = new byte[size];
    }
  }

  private boolean has(Block block, int offset, int length) {
    int first = offset >> unitShift;
    int count = ((offset + length - 1) >> unitShift) - first + 1;
    int wanted = ((1 << count) - 1) << first;
    return (block.present & wanted) == wanted;
  }

  /** The byte at an address, from 0 to 255. */
  public int u1(long address) throws BadMemoryException {
    int offset = offset(address, 1);
    return last.bytes[offset] & 0xff;
  }

  /** The two bytes at an address, from 0 to 65,535. */
  public int u2(long address) throws BadMemoryException {
    int offset = offset(address, Short.BYTES);
    short value =
        offset >= 0
            ? (short) SHORTS.get(last.bytes, offset)
            : (short) SHORTS.get(bytes(address, Short.BYTES), 0);
    return value & 0xffff;
  }

  /** The four bytes at an address, with a sign. */
  public int i4(long address) throws BadMemoryException {
    int offset = offset(address, Integer.BYTES);
    return offset >= 0
        ? (int) INTS.get(last.bytes, offset)
        : (int) INTS.get(bytes(address, Integer.BYTES), 0);
  }

  /** The four bytes at an address, without a sign. */
  public long u4(long address) throws BadMemoryException {
    return Integer.toUnsignedLong(i4(address));
  }

  /** The eight bytes at an address. */
  public long i8(long address) throws BadMemoryException {
    int offset = offset(address, Long.BYTES);
    return offset >= 0
        ? (long) LONGS.get(last.bytes, offset)
        : (long) LONGS.get(bytes(address, Long.BYTES), 0);
  }

  /** A pointer to a structure of words, or 0. */
  public long pointer(long address) throws BadMemoryException {
    long value = i8(address);
    if ((value & (Long.BYTES - 1)) != 0 || value < 0 || (value != 0 && value < PAGE)) {
      throw new BadMemoryException(
          BadMemoryException.hex(address) + " holds no pointer: " + BadMemoryException.hex(value));
    }
    return value;
  }

  /** A pointer to a structure of words. */
  public long target(long address) throws BadMemoryException {
    long value = pointer(address);
    if (value == 0) {
      throw new BadMemoryException(BadMemoryException.hex(address) + " holds null");
    }
    return value;
  }

  /** A C string of at most {@code most} bytes. */
  public String cString(long address, int most) throws BadMemoryException {
    int length = 0;
    while (length <= most) {
      int start = inBlock(address + length);
      int end = Math.min((start | ((1 << unitShift) - 1)) + 1, start + most + 1 - length);
      select(address + length, start, end - start);
      for (int at = start; at < end; at++) {
        if (last.bytes[at] == 0) {
          byte[] bytes = bytes(address, length + at - start);
          return new String(bytes, StandardCharsets.UTF_8);
        }
      }
      length += end - start;
    }
    throw new BadMemoryException(
        "the text at " + BadMemoryException.hex(address) + " has more than " + most + " bytes");
  }

  /** A copy of {@code length} bytes; the caller has bounded that number. */
  public byte[] bytes(long address, int length) throws BadMemoryException {
    byte[] all = new byte[length];
    int done = 0;
    while (done < length) {
      long at = address + done;
      int offset = inBlock(at);
      int part = Math.min(length - done, size - offset);
      select(at, offset, part);
      System.arraycopy(last.bytes, offset, all, done, part);
      done += part;
    }
    return all;
  }

  /** Drops {@code length} bytes from an address on from the cache. */
  public void forget(long address, int length) {
    for (long number = address >>> shift; number <= (address + length - 1) >>> shift; number++) {
      blocks.remove(number);
    }
    lastNumber = -1;
  }

  /** The offset in {@link #last}, or -1 if it crosses the end of a block. */
  private int offset(long address, int length) throws BadMemoryException {
    int offset = inBlock(address);
    if (offset > size - length) {
      return -1;
    }
    select(address, offset, length);
    return offset;
  }

  private int inBlock(long address) {
    return (int) (address & (size - 1));
  }

  private void select(long address, int offset, int length) throws BadMemoryException {
    long number = address >>> shift;
    if (number != lastNumber) {
      if (address < PAGE) {
        throw new BadMemoryException(BadMemoryException.hex(address) + " is no address");
      }
      last = block(number);
      lastNumber = number;
    }
    if (!has(last, offset, length)) {
      throw new BadMemoryException(BadMemoryException.hex(address) + " cannot be read");
    }
  }

  private Block block(long number) throws BadMemoryException {
    Block known = blocks.get(number);
    allowance.take(known == null ? size : 0);
    if (known != null) {
      return known;
    }
    // A dropped block is reused, even if it is the last one: the caller continues with this one.
    Block block = blocks.size() < mostBlocks ? new Block(size) : blocks.pollFirstEntry().getValue();
    load(block, number << shift);
    blocks.put(number, block);
    return block;
  }

  private void load(Block block, long start) {
    block.present = 0;
    if (memory.read(start, block.bytes)) {
      block.present = (1 << (size >> unitShift)) - 1;
      return;
    }
    if (size <= PAGE) {
      return;
    }
    byte[] page = new byte[PAGE];
    for (int i = 0; i < size / PAGE; i++) {
      if (memory.read(start + (long) i * PAGE, page)) {
        System.arraycopy(page, 0, block.bytes, i * PAGE, PAGE);
        block.present |= 1 << i;
      }
    }
  }
}
