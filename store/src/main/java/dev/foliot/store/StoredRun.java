package dev.foliot.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * A stored run, read on demand. Broken parts raise a {@link StoreException} of kind {@code
 * UNREADABLE}; nothing is skipped silently.
 *
 * <p>Safe for use by several threads.
 */
public final class StoredRun {
  /** Whether a run is over. */
  public enum State {
    /** The process that makes it still exists. */
    IN_PROGRESS,
    /** It was ended early, by hand or by the death of its process. */
    INTERRUPTED,
    /** It was played to its end. */
    COMPLETE
  }

  private final String id;
  private final Path path;
  private @Nullable RunRecord run;

  StoredRun(String id, Path path) {
    this(id, path, null);
  }

  private StoredRun(String id, Path path, @Nullable RunRecord run) {
    this.id = id;
    this.path = path;
    this.run = run;
  }

  /** The name of its folder. */
  public String id() {
    return id;
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  /**
   * Its record, read once.
   *
   * @throws StoreException if {@code run.json} is missing, corrupt or too new
   */
  public synchronized RunRecord run() {
    RunRecord known = run;
    if (known == null) {
      known = Json.read(path.resolve(RunFolder.RUN_FILE), RunRecord.class, RunRecord.SCHEMA);
      run = known;
    }
    return known;
  }

  /**
   * The extra forks with a flight recording, as a run of these; empty without one. They are none of
   * this run's forks.
   *
   * @throws StoreException if the folder cannot be read
   */
  public Optional<StoredRun> recorded() {
    Path folder = path.resolve(RunFolder.RECORDED);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    StoredRun extra = new StoredRun(id, folder, run().withoutForks());
    return extra.forkNumbers().isEmpty() ? Optional.empty() : Optional.of(extra);
  }

  /** Why its record is unreadable, or null. */
  public @Nullable String problem() {
    try {
      run();
      return null;
    } catch (StoreException e) {
      return e.getMessage();
    }
  }

  /** Its name; null where it has none, or none that can be read. */
  public @Nullable String name() {
    try {
      return RunLabel.of(this).name();
    } catch (StoreException e) {
      return null;
    }
  }

  /** Whether a process on this machine is making it. */
  public boolean isInProgress() {
    return RunFolder.isBeingMade(path);
  }

  /**
   * Whether it is over.
   *
   * @throws StoreException if {@code run.json} is missing, corrupt or too new
   */
  public State state() {
    return run().complete()
        ? State.COMPLETE
        : isInProgress() ? State.IN_PROGRESS : State.INTERRUPTED;
  }

  /** The size of all its files, as far as they can be read. */
  public long sizeBytes() {
    return Listing.sizeBytes(path);
  }

  /**
   * Removes it with all its files. Links are removed, not followed.
   *
   * @throws StoreException of kind {@code UNWRITABLE}; some of its files may be gone then
   */
  public void delete() {
    try {
      // without this file it is no run any more
      Files.deleteIfExists(path.resolve(RunFolder.RUN_FILE));
      Durable.removeTree(path);
    } catch (IOException e) {
      throw StoreException.unwritableFile(path, e);
    }
  }

  /** The numbers of its forks: all complete ones, and all that {@code run.json} names. */
  public List<Integer> forkNumbers() {
    TreeSet<Integer> numbers = new TreeSet<>();
    for (String name : run().forks()) {
      int number = RunFolder.forkNumber(name);
      if (number < 0) {
        throw StoreException.unreadable(
            path.resolve(RunFolder.RUN_FILE), "it names a fork " + name, null);
      }
      numbers.add(number);
    }
    try {
      Listing.names(path).stream()
          .map(RunFolder::forkNumber)
          .filter(number -> number >= 0)
          .forEach(numbers::add);
    } catch (IOException e) {
      throw StoreException.unreadable(path, e);
    }
    return List.copyOf(numbers);
  }

  /** All its forks by number. */
  public List<ForkRecord> forks() {
    List<ForkRecord> forks = new ArrayList<>();
    forkNumbers().forEach(number -> forks.add(fork(number)));
    return forks;
  }

  /** One fork. */
  public ForkRecord fork(int number) {
    return Json.read(
        forkPath(number).resolve(ForkFolder.FORK_FILE), ForkRecord.class, ForkRecord.SCHEMA);
  }

  /** The folder of a fork. */
  public Path forkPath(int number) {
    return path.resolve(RunFolder.forkName(number));
  }

  /** A fork's intervals, as stored. */
  public List<TaggedInterval> histograms(int fork) {
    List<TaggedInterval> intervals = new ArrayList<>();
    eachHistogram(
        fork,
        interval -> {
          PackedHistogram packed = new PackedHistogram(interval.histogram());
          packed.add(interval.histogram());
          intervals.add(
              new TaggedInterval(
                  interval.tag(),
                  interval.startEpochMs(),
                  interval.startOffsetS(),
                  interval.lengthS(),
                  packed));
        });
    return intervals;
  }

  /**
   * Passes a fork's intervals one at a time, for logs too long for memory. A failed fork may have
   * none.
   */
  public void eachHistogram(int fork, Consumer<TaggedInterval> each) {
    Path file = forkPath(fork).resolve(ForkFolder.HISTOGRAMS_FILE);
    if (!Files.exists(file) && fork(fork).end().failure() != null) {
      return;
    }
    HistogramLog.read(file, each);
  }

  /** A fork's histograms over all intervals, by tag. */
  public Map<String, Histogram> totals(int fork) {
    Map<String, Histogram> totals = new LinkedHashMap<>();
    eachHistogram(
        fork,
        interval ->
            totals
                .computeIfAbsent(interval.tag(), tag -> new Histogram(3))
                .add(interval.histogram()));
    return totals;
  }

  /** A fork's intervals of the measured load, in order. A failed fork may have none. */
  public List<SeriesInterval> series(int fork) {
    Path file = forkPath(fork).resolve(ForkFolder.SERIES_FILE);
    if (!Files.exists(file) && fork(fork).end().failure() != null) {
      return List.of();
    }
    return SeriesInterval.CODEC.read(CsvTable.read(file));
  }

  /** A fork's slowest messages, slowest first. A failed fork may have none. */
  public List<SlowestMessage> slowest(int fork) {
    Path file = forkPath(fork).resolve(ForkFolder.SLOWEST_FILE);
    if (!Files.exists(file) && fork(fork).end().failure() != null) {
      return List.of();
    }
    return SlowestMessage.CODEC.read(CsvTable.read(file));
  }
}
