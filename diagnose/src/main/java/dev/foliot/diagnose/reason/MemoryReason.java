package dev.foliot.diagnose.reason;

import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import org.jspecify.annotations.Nullable;

/** The basis of a memory finding's severity, or why the memory is unknown. */
public sealed interface MemoryReason extends Reason {

  /** The figures that set a finding's severity. */
  sealed interface MemoryCost extends MemoryReason {}

  /** A part that could not be examined. */
  sealed interface MemoryLimit extends MemoryReason {}

  /**
   * Direct buffers with old owners.
   *
   * @param oldBytes their memory
   * @param shareOfRam share of the resident memory, from 0 to 1
   * @param shareOfLimit used share of the limit, from 0; null if unknown
   * @param areGrowing whether they grow
   */
  record OldDirectMemory(
      long oldBytes, double shareOfRam, @Nullable Double shareOfLimit, boolean areGrowing)
      implements MemoryCost {
    @Override
    public String text() {
      return Numbers.binaryBytes(oldBytes)
          + " of direct memory have old owners, "
          + Numbers.percent(shareOfRam)
          + " of what is in RAM, and "
          + (shareOfLimit == null
              ? "the limit is not known"
              : Numbers.percent(shareOfLimit) + " of the limit are taken")
          + (areGrowing ? ", and they grow" : "")
          + ": reported from 64 MiB and 10 % of RAM on; high from 90 % of the limit on, medium from"
          + " 75 % on or where they grow, otherwise low";
    }
  }

  /**
   * Memory that grew steadily.
   *
   * @param grownBytes the growth
   * @param bytesPerS growth a second
   * @param doublingS time to double the resident memory at that rate, in seconds
   */
  record MemoryGrows(long grownBytes, double bytesPerS, double doublingS) implements MemoryCost {
    @Override
    public String text() {
      return "it grew steadily by "
          + Numbers.binaryBytes(grownBytes)
          + ", "
          + Numbers.binaryBytes(bytesPerS)
          + "/s"
          + "; at that rate RSS doubles in "
          + Numbers.span(doublingS)
          + ": reported from 16 MiB and 2 % of RAM on; high below 10 min, medium below a day";
    }
  }

  /**
   * Stacks of threads that take much memory, or grow in number.
   *
   * @param touchedBytes their resident bytes
   * @param shareOfRam share of the resident memory, from 0 to 1
   * @param threadsPerS growth in threads a second; null without growth
   */
  record StacksLarge(long touchedBytes, double shareOfRam, @Nullable Double threadsPerS)
      implements MemoryCost {
    private static final double MANY_THREADS = 10_000;

    @Override
    public String text() {
      return "stacks take "
          + Numbers.binaryBytes(touchedBytes)
          + ", "
          + Numbers.percent(shareOfRam)
          + " of what is in RAM"
          + (threadsPerS == null
              ? ""
              : ", and there are steadily more threads, "
                  + Numbers.fixed(threadsPerS, 1)
                  + " a second: 10,000 more in "
                  + Numbers.span(MANY_THREADS / threadsPerS))
          + ": reported from 128 MiB and 20 % of RAM on, or 20 threads more; high from 40 % on, or"
          + " where 10,000 more take less than 10 min, otherwise medium";
    }
  }

  /**
   * The memory of malloc's arenas.
   *
   * @param arenas number of arenas
   * @param bytes their resident memory
   * @param share share of the resident memory, from 0 to 1
   */
  record ArenasLarge(int arenas, long bytes, double share) implements MemoryCost {
    @Override
    public String text() {
      return Numbers.count(arenas, "arena")
          + " of malloc have "
          + Numbers.binaryBytes(bytes)
          + " in RAM, "
          + Numbers.percent(share)
          + " of the process: reported from 8 arenas of 1 MiB, 64 MiB and 10 % on; high from 40 %"
          + " on, medium from 20 % on, otherwise low";
    }
  }

  /**
   * Some of the JVM's memory ranges could not be read.
   *
   * @param why the reason
   */
  record RangesIncomplete(Reason why) implements MemoryLimit {
    @Override
    public String text() {
      return why.text() + " (diagnose again)";
    }
  }

  /** The JVM is stopped and does not answer. */
  record JvmStopped() implements MemoryLimit {
    @Override
    public String text() {
      return Examined.JVM_ANSWERS.words() + ": it is stopped, and answers nobody (let it go on)";
    }
  }

  /** The time did not suffice for a single sample. */
  record NoTime() implements MemoryLimit {
    @Override
    public String text() {
      return "there was no time to look";
    }
  }

  /** The JDK's own count of direct memory cannot be read. */
  record NoDirectCount() implements MemoryReason {
    @Override
    public String text() {
      return "java.nio.Bits holds no count of direct memory";
    }

    @Override
    public String remedy() {
      return "see jdk.DirectBufferStatistics in a flight recording";
    }
  }

  /** This JDK frees direct buffers in another way. */
  record NoDirectOwners() implements MemoryReason {
    @Override
    public String text() {
      return "the direct buffers of this JDK have no jdk.internal.ref.Cleaner";
    }

    @Override
    public String remedy() {
      return "see jdk.DirectBufferStatistics in a flight recording";
    }
  }

  /**
   * The list of direct buffers' cleaners changed during the examination.
   *
   * @param entries number of entries read
   * @param why the limit reached; empty if none
   */
  record OwnersBreakOff(long entries, String why) implements MemoryReason {
    @Override
    public String text() {
      return "the list of cleaners breaks off after "
          + Numbers.count(entries, "entry", "entries")
          + (why.isEmpty() ? "" : ": " + why);
    }

    @Override
    public String remedy() {
      return "diagnose again: the collector moves objects while they are read";
    }
  }

  /** Only the first and the last snapshot contain it. */
  record SeldomExamined() implements MemoryReason {
    @Override
    public String text() {
      return "it takes long, and so was looked at at the ends only";
    }

    @Override
    public String remedy() {
      return "none";
    }
  }
}
