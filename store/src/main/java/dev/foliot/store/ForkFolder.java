package dev.foliot.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fork's folder in the making. It gets its name on commit, and vanishes if closed before. If the
 * process is killed, it stays under a hidden name that readers ignore.
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

  /** The folder's later name, {@code fork-001}. */
  public String name() {
    return whole.getFileName().toString();
  }

  /** The file of the fork's own output. It is never parsed or redacted. */
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
   * @param rows rows as long as the header; cells are numbers, text, or null if empty
   */
  public void series(List<String> header, List<? extends List<? extends @Nullable Object>> rows) {
    write(SERIES_FILE, out -> Csv.write(out, header, rows));
  }

  /**
   * Writes {@code slowest.csv}.
   *
   * @param rows rows as long as the header; cells are numbers, text, or null if empty
   */
  public void slowest(List<String> header, List<? extends List<? extends @Nullable Object>> rows) {
    write(SLOWEST_FILE, out -> Csv.write(out, header, rows));
  }

  /** Writes a further table into the fork. */
  public void table(
      String file, List<String> header, List<? extends List<? extends @Nullable Object>> rows) {
    write(file, out -> Csv.write(out, header, rows));
  }

  /** Writes records as a further table into the fork. */
  public <R extends Record> void table(String file, CsvCodec<R> codec, List<R> records) {
    table(file, codec.columns(), records.stream().map(codec::row).toList());
  }

  /** Writes a further text file into the fork. */
  public void text(String file, String text) {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Writes a further JSON file into the fork. */
  public void json(String file, Object value) {
    mustBeOpen();
    try {
      Json.write(part.resolve(file), value);
    } catch (IOException e) {
      throw StoreException.unwritable(store, e);
    }
  }

  /**
   * Writes {@code fork.json} and names the folder, in one step.
   *
   * @throws StoreException if it is not writable; the fork does not count then
   */
  public void commit(ForkRecord fork) {
    mustBeOpen();
    if (fork.place().fork() != number) {
      throw new IllegalArgumentException(
          "fork " + fork.place().fork() + " goes not into the folder of fork " + number);
    }
    try {
      Json.write(part.resolve(FORK_FILE), fork.redacted());
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

  /** Removes a fork that was not committed. */
  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      Durable.removeTree(part);
    } catch (IOException e) {
      // Leftovers are hidden and never count; the original failure matters more.
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
