package dev.foliot.linux.memory;

import dev.foliot.linux.AuxiliaryVector;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;

/**
 * The resident pages in a part of a process's address space (proc_pid_pagemap(5)). The kernel shows
 * this to users that may trace the process; physical addresses are not requested. The kernel's page
 * of zeroes counts as present, although smaps does not count it. It never changes after creation.
 *
 * @param firstPage the number of the first page: its address divided by the page size
 * @param pageBytes the page size
 * @param present a bit for each page, from the first
 */
public record PresentPages(long firstPage, long pageBytes, BitSet present) {
  /** The greatest length of a part, in bytes: one byte is read for every 512. */
  public static final long MOST_BYTES = 16L << 30;

  /** Larger than any kernel's. */
  private static final long LARGEST_PAGE = 1 << 20;

  private static final int WORD = Long.BYTES;
  private static final int BUFFER = 1 << 16;

  /** Reads the pages that begin between {@code start} and {@code end}, exclusive. */
  public static Reading<PresentPages> of(Path root, long pid, long start, long end) {
    if (start < 0 || end < start || end - start > MOST_BYTES) {
      return Reading.unavailable(new ProcessReason.TooManyPages(end - start));
    }
    return KernelFiles.attempt(root, files -> read(files, pid, start, end));
  }

  private static PresentPages read(KernelFiles files, long pid, long start, long end)
      throws UnreadableException {
    long size =
        AuxiliaryVector.value(files.root(), AuxiliaryVector.AT_PAGESZ, LARGEST_PAGE)
            .orElseThrow(() ->
                new UnreadableException(
                    new ProcessReason.PageSizeUnknown(
                        AuxiliaryVector.file(files.root()).toString())));
    Path path = files.root().resolve("proc/" + pid + "/pagemap");
    long first = Math.ceilDiv(start, size);
    long last = Math.ceilDiv(end, size);
    BitSet present = new BitSet((int) (last - first));
    ByteBuffer words = ByteBuffer.allocate(BUFFER).order(ByteOrder.nativeOrder());
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      for (long page = first; page < last; ) {
        words.clear().limit((int) Math.min(BUFFER, (last - page) * WORD));
        if (file.read(words, page * WORD) < words.limit()) {
          throw new UnreadableException(new ProcessReason.PagesEnd(path.toString(), page));
        }
        words.flip();
        while (words.hasRemaining()) {
          // bit 63 is the sign
          present.set((int) (page - first), words.getLong() < 0);
          page++;
        }
      }
    } catch (NoSuchFileException e) {
      throw new UnreadableException(
          new SystemReason.FileMissing(
              path.toString(),
              "see whether the process still lives; the kernel needs CONFIG_PROC_PAGE_MONITOR"));
    } catch (IOException e) {
      throw KernelFiles.failed(path, "read", e, null);
    }
    return new PresentPages(first, size, present);
  }

  /** The resident bytes in pages that begin between {@code start} and {@code end}, exclusive. */
  public long bytes(long start, long end) {
    long from = Math.max(0, Math.ceilDiv(start, pageBytes) - firstPage);
    long to = Math.min(present.length(), Math.ceilDiv(end, pageBytes) - firstPage);
    return from >= to ? 0 : present.get((int) from, (int) to).cardinality() * pageBytes;
  }
}
