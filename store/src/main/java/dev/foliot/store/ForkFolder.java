package dev.foliot.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a fork that is being made. It gets its name when it is whole; closed before that,
 * it vanishes. One of a killed process stays behind under its hidden name, and no reader counts it.
 *
 * <p>Not safe for use by several threads.
 */
public final class ForkFolder implements AutoCloseable {
  /** The name of the file about a fork. */
  public static final String FORK_FILE = "fork.json";

  static final String LOG_FILE = "fork.log";
  static final String HISTOGRAMS_FILE = "histograms.hlog";
  static final String SERIES_FILE = "series.csv";
  static final String SLOWEST_FILE = "slowest.csv";

  private final Path store;
  private final Path part;
  private final Path whole;
  private final int number;
  private boolean open = true;

  ForkFolder(Path store, Path part, Path whole, int number) {
    this.store = store;
    this.part = part;
    this.whole = whole;
    this.number = number;
  }

  /** The name that the folder will have, {@code fork-001}. */
  public String name() {
    return whole.getFileName().toString();
  }

  /** Where the fork's own output goes. It is never parsed, and nothing is taken out of it. */
  public Path log() {
    return (open ? part : whole).resolve(LOG_FILE);
  }

  /**
   * Writes {@code histograms.hlog}.
   *
   * @param intervals at most 100,000, with at most 1,000 tags
   */
  public void histograms(List<TaggedInterval> intervals) {
    long tags = intervals.stream().map(TaggedInterval::tag).distinct().count();
    if (intervals.size() > HistogramLog.MAX_INTERVALS || tags > HistogramLog.MAX_TAGS) {
      String what = "%d intervals with %d tags".formatted(intervals.size(), tags);
      throw StoreException.tooBig(part.resolve(HISTOGRAMS_FILE), what, null);
    }
    write(HISTOGRAMS_FILE, out -> HistogramLog.write(out, intervals));
  }

  /**
   * Writes {@code series.csv}.
   *
   * @param rows cells of each as many as the header has: numbers, text, or null for an empty one
   */
  public void series(List<String> header, List<? extends List<? extends @Nullable Object>> rows) {
    write(SERIES_FILE, out -> Csv.write(out, header, rows));
  }

  /**
   * Writes {@code slowest.csv}.
   *
   * @param rows cells of each as many as the header has: numbers, text, or null for an empty one
   */
  public void slowest(List<String> header, List<? extends List<? extends @Nullable Object>> rows) {
    write(SLOWEST_FILE, out -> Csv.write(out, header, rows));
  }

  /** Writes a table beside those of every fork. */
  public void table(
      String file, List<String> header, List<? extends List<? extends @Nullable Object>> rows) {
    write(file, out -> Csv.write(out, header, rows));
  }

  /** Writes a text as it is beside the files of every fork. */
  public void text(String file, String text) {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Writes a record beside that of every fork. */
  public void json(String file, Object value) {
    mustBeOpen();
    try {
      Json.write(part.resolve(file), value);
    } catch (IOException e) {
      throw StoreException.unwritable(store, e);
    }
  }

  /**
   * Writes {@code fork.json} and gives the folder its name, in one step.
   *
   * @throws StoreException where it cannot be written; nothing counts then
   */
  public void commit(ForkRecord fork) {
    mustBeOpen();
    if (fork.place().fork() != number) {
      throw new IllegalArgumentException(
          "fork " + fork.place().fork() + " goes not into the folder of fork " + number);
    }
    try {
      Json.write(part.resolve(FORK_FILE), Redaction.fork(fork));
      if (Files.isRegularFile(log())) {
        Durable.sync(log());
      }
      Durable.syncFolder(part);
      Durable.move(part, whole);
      open = false;
    } catch (IOException e) {
      throw StoreException.unwritable(store, e);
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      Durable.removeTree(part);
    } catch (IOException e) {
      // What is left is hidden and counts nowhere; the failure that led here matters more.
      return;
    }
  }

  private void write(String file, Durable.Content content) {
    mustBeOpen();
    try {
      Durable.write(part.resolve(file), content);
    } catch (IOException e) {
      throw StoreException.unwritable(store, e);
    }
  }

  private void mustBeOpen() {
    if (!open) {
      throw new IllegalStateException(name() + " is committed or closed");
    }
  }
}
