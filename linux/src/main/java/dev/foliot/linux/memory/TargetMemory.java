package dev.foliot.linux.memory;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/**
 * Reads the memory of another process (proc_pid_mem(5), process_vm_readv(2), ptrace(2) on "Ptrace
 * access mode checking"). The process continues to run, and its memory may change during a read.
 * Safe for any thread. But an interrupt during a read closes the file, and further reads fail.
 * Where the file is another user's, process_vm_readv(2) reads all: it asks for CAP_SYS_PTRACE only.
 */
public final class TargetMemory implements AutoCloseable {
  /** The most that is read at once, in bytes. */
  public static final int MAX_BYTES = 16 << 20;

  private static final Path LIVE = Path.of("/");

  /** How many words are asked for behind one that cannot be read. */
  private static final int FEW_WORDS = 8;

  private static final String REMEDY =
      "run as the process's user or as root, with CAP_SYS_PTRACE where kernel.yama.ptrace_scope is"
          + " above 0 or the process has capabilities that this one lacks";

  private final long pid;
  private final MemorySource source;

  /** Empty where only the source is read: below another root, process ids mean other processes. */
  private volatile Optional<MemoryCalls> calls;

  /**
   * Words of a process's memory.
   *
   * @param values in the order of the addresses; 0 for unreadable ones
   * @param present the indexes of the words read
   */
  @SuppressWarnings("ArrayRecordComponent") // Thousands of words, made for one caller.
  public record Words(long[] values, BitSet present) {}

  private TargetMemory(long pid, MemorySource source, Optional<MemoryCalls> calls) {
    this.pid = pid;
    this.source = source;
    this.calls = calls;
  }

  /** Opens the memory of process {@code pid} of the kernel below {@code root}, usually "/". */
  public static Reading<TargetMemory> open(Path root, long pid) {
    return KernelFiles.attempt(root, files -> open(files, pid));
  }

  private static TargetMemory open(KernelFiles files, long pid) throws UnreadableException {
    Path file = files.root().resolve("proc/" + pid + "/mem");
    boolean live = files.root().equals(LIVE) && pid == (int) pid;
    try {
      return new TargetMemory(
          pid,
          opened(file, pid, live),
          live ? MemoryCalls.linked().toOptional() : Optional.empty());
    } catch (NoSuchFileException e) {
      throw new UnreadableException(
          new SystemReason.FileMissing(file.toString(), "see whether the process still lives"));
    } catch (IOException e) {
      throw KernelFiles.failed(file, "opened", e, REMEDY);
    }
  }

  /** The file, or the system call where the file is another user's. */
  private static MemorySource opened(Path file, long pid, boolean live) throws IOException {
    try {
      return new MemoryFile(file);
    } catch (AccessDeniedException e) {
      Optional<MemorySource> byCalls = live ? MemoryByCalls.of((int) pid) : Optional.empty();
      return byCalls.orElseThrow(() -> e);
    }
  }

  /**
   * Reads {@code bytes} bytes from {@code address}; unavailable unless all are mapped and readable.
   *
   * @param bytes from 1 to {@link #MAX_BYTES}
   */
  public Reading<byte[]> read(long address, int bytes) {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("bytes is " + bytes + ", not in 1-" + MAX_BYTES);
    }
    if (address < 0) {
      return Reading.unavailable(new ProcessReason.AddressOfKernel(place(address)));
    }
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    try {
      while (buffer.hasRemaining()) {
        if (source.read(buffer, address + buffer.position()) <= 0) {
          return Reading.unavailable(
              new ProcessReason.MemoryEnds(place(address), buffer.position(), pid));
        }
      }
      return Reading.of(buffer.array());
    } catch (IOException e) {
      return Reading.unavailable(
          new ProcessReason.MemoryUnreadable(place(address), String.valueOf(e.getMessage()), pid));
    }
  }

  /**
   * Fills {@code into} from this address without an intermediate copy. It returns false unless all
   * of it is mapped and readable; {@code into} may then hold a part.
   *
   * @param into from 1 to {@link #MAX_BYTES} bytes
   */
  public boolean readInto(long address, byte[] into) {
    if (into.length < 1 || into.length > MAX_BYTES) {
      throw new IllegalArgumentException("into has " + into.length + " bytes, not 1-" + MAX_BYTES);
    }
    if (address < 0) {
      return false;
    }
    ByteBuffer buffer = ByteBuffer.wrap(into);
    try {
      while (buffer.hasRemaining()) {
        if (source.read(buffer, address + buffer.position()) <= 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      // Not mapped, or not readable.
      return false;
    }
  }

  /**
   * Reads a word of 8 bytes at each address. One system call reads a thousand if the kernel allows
   * process_vm_readv(2); otherwise each comes alone. Unreadable words are absent from the answer;
   * after the end of the process, all are.
   *
   * <p>The words are not from the same moment, since the process continues to run. The words are in
   * this machine's byte order; addresses need no alignment.
   */
  public Words words(long[] addresses) {
    Words words = new Words(new long[addresses.length], new BitSet(addresses.length));
    Optional<MemoryCalls> batches = calls;
    if (batches.isEmpty() || !readInBatches(batches.get(), addresses, words)) {
      for (int i = 0; i < addresses.length; i++) {
        readAlone(addresses[i], i, words);
      }
    } else if (!words.present().isEmpty()
        && source.hasEnded(addresses[words.present().nextSetBit(0)])) {
      // The id may have been another process's since.
      return new Words(new long[addresses.length], new BitSet());
    }
    return words;
  }

  /** False, and no other attempt later, where the call is not allowed. */
  private boolean readInBatches(MemoryCalls memory, long[] addresses, Words words) {
    int most = Math.clamp(addresses.length, 1, MemoryCalls.MOST_WORDS);
    try (Arena arena = Arena.ofConfined()) {
      MemoryCalls.Batch batch = memory.new Batch(arena, most);
      for (int first = 0; first < addresses.length; first += most) {
        int size = Math.min(most, addresses.length - first);
        batch.fill(addresses, first, size);
        int next = 0;
        int step = size;
        while (next < size) {
          int count = Math.min(step, size - next);
          int got = batch.read((int) pid, next, count);
          if (got < 0 && got != -MemoryCalls.EFAULT) {
            if (got != -MemoryCalls.ESRCH) {
              calls = Optional.empty();
            }
            return got == -MemoryCalls.ESRCH;
          }
          if (got > 0) {
            batch.copyTo(words.values(), first, next, got);
            words.present().set(first + next, first + next + got);
          }
          if (got == count) {
            next += got;
            step = Math.min(size, 2 * step);
          } else {
            // What stopped the kernel is unreadable, and so may be those behind it: each call has
            // its price for all that it is asked for.
            next += Math.max(got, 0) + 1;
            step = FEW_WORDS;
          }
        }
      }
      return true;
    }
  }

  private void readAlone(long address, int index, Words words) {
    if (address < 0) {
      return;
    }
    ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    try {
      if (source.read(word, address) == Long.BYTES) {
        words.values()[index] = word.getLong(0);
        words.present().set(index);
      }
    } catch (IOException e) {
      // Not mapped, or not readable: absent.
      return;
    }
  }

  private String place(long address) {
    return "address 0x" + Long.toHexString(address) + " of process " + pid;
  }

  /** Closes the file, if one is open. */
  @Override
  public void close() {
    source.close();
  }
}
