package dev.foliot.hotspot.code;

/**
 * A write to memory by an instruction at or shortly before a sample. Immutable.
 *
 * @param start the address of the instruction
 * @param end the address behind it
 * @param address the written word; wrong if the register behind it has changed since
 * @param bytes how many are written: 1, 2, 4, 8 or 16
 * @param isAtomic whether it is an atomic update
 */
public record MemoryWrite(long start, long end, long address, int bytes, boolean isAtomic) {}
