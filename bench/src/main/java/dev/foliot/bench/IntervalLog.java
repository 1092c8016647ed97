package dev.foliot.bench;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the counts of past intervals, packed into one array. One thread, the producer.
 *
 * <p>The producer copies a past interval in small steps ({@link #step}) while it waits. This needs
 * no other thread and disturbs no other. The array has room for the expected size and doubles
 * beyond it; only that allocates.
 */
final class IntervalLog {
  private static final int BUCKETS_PER_STEP = 128;
  private static final int COUNT_BITS = 44;
  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
  private static final int PART_HEADER = 5;

  private long[] data;
  private int length;
  private @Nullable MessageCounts copying;
  private int part;
  private int bucket;
  private int partAt;

  IntervalLog(int expectedWords) {
    data = new long[expectedWords];
  }

  boolean isCopying() {
    return copying != null;
  }

  /** Begins to copy an interval; the one before must be finished. */
  void begin(MessageCounts counts, long startNs, long endNs) {
    append(startNs);
    append(endNs);
    copying = counts;
    part = 0;
    beginPart(counts);
  }

  /** Copies a few buckets. */
  void step() {
    MessageCounts counts = copying;
    if (counts == null) {
      return;
    }
    Counts from = counts.part(part);
    int end = Math.min(from.endIndex(), bucket + BUCKETS_PER_STEP);
    for (; bucket < end; bucket++) {
      long count = from.take(bucket);
      if (count != 0) {
        append(((long) bucket << COUNT_BITS) | (count & COUNT_MASK));
      }
    }
    if (bucket >= from.endIndex()) {
      data[partAt] = (long) (length - partAt) - PART_HEADER;
      from.resetExtremes();
      part++;
      if (part == MessageCounts.PARTS) {
        copying = null;
      } else {
        beginPart(counts);
      }
    }
  }

  void finish() {
    while (isCopying()) {
      step();
    }
  }

  private void beginPart(MessageCounts counts) {
    Counts from = counts.part(part);
    bucket = from.firstIndex();
    partAt = length;
    append(0);
    append(from.minNs());
    append(from.maxNs());
    appendSum(counts, MessageCounts.addends(part));
  }

  /** Appends the sum over some parts, before any of them is copied. */
  private void appendSum(MessageCounts counts, int parts) {
    long low = 0;
    long carries = 0;
    for (int p = 0; p < MessageCounts.PARTS; p++) {
      if ((parts & (1 << p)) != 0) {
        low += counts.part(p).sumLowNs();
        carries += counts.part(p).sumCarries() + (low >>> (Long.SIZE - 1));
        low &= Long.MAX_VALUE;
      }
    }
    append(low);
    append(carries);
  }

  private void append(long word) {
    if (length == data.length) {
      data = Arrays.copyOf(data, length * 2);
    }
    data[length++] = word;
  }

  /** Reads the intervals so far, in order. */
  List<Interval.Builder> read() {
    List<Interval.Builder> intervals = new ArrayList<>();
    int at = 0;
    while (at < length) {
      Interval.Builder interval = new Interval.Builder(data[at], data[at + 1]);
      at += 2;
      for (int p = 0; p < MessageCounts.PARTS; p++) {
        at = readPart(at, p, interval);
      }
      intervals.add(interval);
    }
    return intervals;
  }

  private int readPart(int at, int p, Interval.Builder interval) {
    int entries = (int) data[at];
    long total = 0;
    List<Kind> kinds = kindsOf(p);
    for (int i = 0; i < entries; i++) {
      long entry = data[at + PART_HEADER + i];
      total += entry & COUNT_MASK;
      for (Kind kind : kinds) {
        interval.of(kind).add((int) (entry >>> COUNT_BITS), entry & COUNT_MASK);
      }
    }
    if (entries > 0) {
      BigInteger sum =
          BigInteger.valueOf(data[at + 4]).shiftLeft(63).add(BigInteger.valueOf(data[at + 3]));
      for (Kind kind : kinds) {
        interval.of(kind).addExact(data[at + 1], data[at + 2], sum);
      }
      Kind none = kindThatIsZeroIn(p);
      if (none != null) {
        interval.of(none).add(0, total);
        interval.of(none).addExact(0, 0, BigInteger.ZERO);
      }
    }
    return at + PART_HEADER + entries;
  }

  private static List<Kind> kindsOf(int part) {
    return switch (part) {
      case MessageCounts.RESPONSE -> List.of(Kind.RESPONSE);
      case MessageCounts.SERVICE -> List.of(Kind.SERVICE);
      case MessageCounts.ON_TIME -> List.of(Kind.LAG, Kind.LATENESS);
      case MessageCounts.BEHIND -> List.of(Kind.LAG, Kind.BACKLOG);
      case MessageCounts.LAG -> List.of(Kind.LAG);
      case MessageCounts.BACKLOG -> List.of(Kind.BACKLOG);
      default -> List.of(Kind.LATENESS);
    };
  }

  private static @Nullable Kind kindThatIsZeroIn(int part) {
    return switch (part) {
      case MessageCounts.ON_TIME -> Kind.BACKLOG;
      case MessageCounts.BEHIND -> Kind.LATENESS;
      default -> null;
    };
  }
}
