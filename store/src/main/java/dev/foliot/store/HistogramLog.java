package dev.foliot.store;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogScanner;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * Intervals as HdrHistogram's interval log, version 1.3, with a tag per kind. Values are
 * nanoseconds. StartTime is the start of the measured load. Time stamps count from BaseTime, the
 * start of the first interval, and are never negative. The last line is a comment with the number
 * of intervals, which reveals a truncated log.
 */
public final class HistogramLog {
  static final long MAX_BYTES = 1L << 30;
  static final int MAX_INTERVALS = 100_000;
  static final int MAX_TAGS = 1_000;
  private static final int MOST_DIGITS = 3;
  private static final String END = "#[Intervals:";

  private HistogramLog() {}

  /** Writes intervals in the order of their starts. */
  public static void write(OutputStream out, List<TaggedInterval> intervals) throws IOException {
    write(out, List.of(), intervals);
  }

  /**
   * Writes intervals below comments.
   *
   * @param comments lines without their number sign, for after the first line
   */
  public static void write(OutputStream out, List<String> comments, List<TaggedInterval> intervals)
      throws IOException {
    RememberingOutputStream checked = new RememberingOutputStream(out);
    HistogramLogWriter writer = new HistogramLogWriter(checked);
    long startMs = intervals.stream().mapToLong(TaggedInterval::startEpochMs).min().orElse(0);
    long baseMs = intervals.stream().mapToLong(HistogramLog::absoluteMs).min().orElse(0);
    writer.outputComment("[Foliot: durations in nanoseconds, Interval_Max in milliseconds]");
    comments.forEach(writer::outputComment);
    writer.outputLogFormatVersion();
    writer.outputComment("[StartTime: " + seconds(startMs) + " (seconds since epoch)]");
    writer.outputComment("[BaseTime: " + seconds(baseMs) + " (seconds since epoch)]");
    writer.outputLegend();
    for (TaggedInterval interval : intervals) {
      // not packed: the writer looks at each bucket, and a packed one takes long to look at
      Histogram copy = new Histogram(interval.histogram());
      copy.add(interval.histogram());
      copy.setTag(interval.tag());
      double startS = (absoluteMs(interval) - baseMs) / 1e3;
      writer.outputIntervalHistogram(startS, startS + interval.lengthS(), copy, 1e6);
    }
    writer.outputComment(END.substring(1) + intervals.size() + "]");
    writer.close();
    checked.rethrow();
  }

  /** When an interval starts, in milliseconds since 1970. */
  public static long absoluteMs(TaggedInterval interval) {
    return interval.startEpochMs() + Math.round(interval.startOffsetS() * 1e3);
  }

  private static String seconds(long epochMs) {
    return BigDecimal.valueOf(epochMs, 3).toPlainString();
  }

  /** Reads a log, one interval at a time. */
  public static void read(Path file, Consumer<TaggedInterval> each) {
    if (!Files.isRegularFile(file)) {
      throw StoreException.unreadable(file, "it does not exist or is not a regular file", null);
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw StoreException.unreadable(file, "it is longer than " + MAX_BYTES + " bytes", null);
      }
      Intervals intervals = new Intervals(each);
      try (LineLimit in = new LineLimit(new FileInputStream(file.toFile()));
          HistogramLogScanner scanner = new HistogramLogScanner(in)) {
        scan(scanner, intervals);
        in.rethrow();
      }
      intervals.check(file);
    } catch (IOException e) {
      throw StoreException.unreadable(file, e);
    }
  }

  private static void scan(HistogramLogScanner scanner, Intervals intervals) {
    try {
      scanner.process(intervals);
    } catch (NoSuchElementException e) {
      // The last line has no end: then the count of intervals is missing too.
      return;
    }
  }

  /** The scanner's results, until an error. */
  private static final class Intervals implements HistogramLogScanner.EventHandler {
    private final Consumer<TaggedInterval> each;
    private long startMs;
    private long baseMs;
    private long count;
    private long promised = -1;
    private final Set<String> tags = new HashSet<>();
    private @Nullable Throwable failure;
    private @Nullable RuntimeException thrownByReader;

    Intervals(Consumer<TaggedInterval> each) {
      this.each = each;
    }

    @Override
    public boolean onComment(String comment) {
      if (comment.startsWith(END) && comment.endsWith("]")) {
        promised = Long.parseLong(comment, END.length(), comment.length() - 1, 10);
      }
      return false;
    }

    @Override
    public boolean onBaseTime(double secondsSinceEpoch) {
      baseMs = Math.round(secondsSinceEpoch * 1e3);
      return false;
    }

    @Override
    public boolean onStartTime(double secondsSinceEpoch) {
      startMs = Math.round(secondsSinceEpoch * 1e3);
      return false;
    }

    @Override
    public boolean onHistogram(
        @Nullable String tag,
        double startS,
        double lengthS,
        HistogramLogScanner.EncodableHistogramSupplier reader) {
      TaggedInterval interval;
      try {
        EncodableHistogram read = reader.read();
        if (!(read instanceof Histogram histogram)
            || histogram.getNumberOfSignificantValueDigits() > MOST_DIGITS) {
          throw new IllegalArgumentException("a histogram is not one of three digits");
        }
        double offsetS = (baseMs - startMs + Math.round(startS * 1e3)) / 1e3;
        interval = new TaggedInterval(tag == null ? "" : tag, startMs, offsetS, lengthS, histogram);
        tags.add(interval.tag());
        if (count == MAX_INTERVALS || tags.size() > MAX_TAGS) {
          throw new IllegalArgumentException(
              "more than %d intervals or %d tags".formatted(MAX_INTERVALS, MAX_TAGS));
        }
      } catch (Exception e) {
        failure = e;
        return true;
      }
      count++;
      try {
        each.accept(interval);
      } catch (RuntimeException e) {
        // The scanner would swallow it.
        thrownByReader = e;
        return true;
      }
      return false;
    }

    @Override
    public boolean onException(Throwable thrown) {
      failure = thrown;
      return true;
    }

    void check(Path file) {
      if (thrownByReader != null) {
        throw thrownByReader;
      }
      if (failure != null) {
        String reason = "its interval %d is corrupt (%s)".formatted(count + 1, failure);
        throw StoreException.unreadable(file, reason, failure);
      }
      if (promised != count) {
        throw StoreException.unreadable(
            file, "it was cut short: it has %d intervals of %d".formatted(count, promised), null);
      }
    }
  }
}
