package dev.foliot.linux.memory;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessStat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The memory of a process by process_vm_readv(2) alone, for those who may trace it but do not own
 * its files: a user with CAP_SYS_PTRACE and nothing else.
 */
final class MemoryByCalls implements MemorySource {
  private static final Path ROOT = Path.of("/");
  private static final int MOST_BYTES = 1 << 16;

  /** Nothing is mapped there, so the kernel says that, or that it is not allowed. */
  private static final long NOWHERE = Long.BYTES;

  private final MemoryCalls calls;
  private final int pid;
  private final long startTicks;

  private MemoryByCalls(MemoryCalls calls, int pid, long startTicks) {
    this.calls = calls;
    this.pid = pid;
    this.startTicks = startTicks;
  }

  /** The memory of a process of this machine; empty where the call is not allowed either. */
  static Optional<MemorySource> of(int pid) {
    Optional<MemoryCalls> calls = MemoryCalls.linked().toOptional();
    OptionalLong startTicks = startTicks(pid);
    if (calls.isEmpty() || startTicks.isEmpty()) {
      return Optional.empty();
    }
    MemoryByCalls memory = new MemoryByCalls(calls.get(), pid, startTicks.getAsLong());
    try (Arena arena = Arena.ofConfined()) {
      long got = calls.get().read(pid, NOWHERE, arena.allocate(1));
      return got == -MemoryCalls.EFAULT ? Optional.of(memory) : Optional.empty();
    }
  }

  private static OptionalLong startTicks(int pid) {
    return ProcessStat.of(ROOT, pid) instanceof Reading.Value<ProcessStat>(ProcessStat stat)
        ? OptionalLong.of(stat.startTicks())
        : OptionalLong.empty();
  }

  @Override
  public int read(ByteBuffer into, long address) throws IOException {
    int bytes = Math.min(into.remaining(), MOST_BYTES);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(bytes);
      long got = calls.read(pid, address, copy);
      if (got < 0) {
        throw new IOException("error " + -got);
      }
      into.put(copy.asSlice(0, got).asByteBuffer());
      return (int) got;
    }
  }

  /** The id may be another process's since. */
  @Override
  public boolean hasEnded(long readable) {
    OptionalLong now = startTicks(pid);
    return now.isEmpty() || now.getAsLong() != startTicks;
  }

  @Override
  public void close() {
    // nothing is open
  }
}
