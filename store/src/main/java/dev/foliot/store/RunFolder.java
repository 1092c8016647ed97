package dev.foliot.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run's folder in the making. One process writes to it.
 *
 * <p>Safe for use by several threads.
 */
public final class RunFolder {
  static final String RUN_FILE = "run.json";

  /** The folder of the extra forks with a flight recording. */
  static final String RECORDED = "recorded";

  /** Names the process that makes the run, as long as it does. */
  private static final String MAKER_FILE = ".maker";

  private static final int LONGEST_MAKER = 100;
  private static final Pattern FORK = Pattern.compile("fork-([0-9]{3,6})");

  private final Path store;
  private final Path path;
  private final String id;
  private final String command;

  RunFolder(Path store, Path path, String id, String command) {
    this.store = store;
    this.path = path;
    this.id = id;
    this.command = command;
  }

  /**
   * Stores a run with one file besides its {@code run.json}: both or none.
   *
   * @param run makes the record from its id
   * @throws StoreException if the store is not writable
   */
  public static StoredRun keep(
      Store store, String command, String file, Object content, Function<String, RunRecord> run) {
    return keep(store, command, folder -> Json.write(folder.resolve(file), content), run);
  }

  /** Writes files into the folder of a run. */
  public interface Content {
    /** Writes them. */
    void writeTo(Path folder) throws IOException;
  }

  /**
   * Stores a run with files besides its {@code run.json}: all or none.
   *
   * @param run makes the record from its id
   * @throws StoreException if the store is not writable
   */
  public static StoredRun keep(
      Store store, String command, Content content, Function<String, RunRecord> run) {
    RunFolder folder = store.begin(command);
    boolean whole = false;
    try {
      content.writeTo(folder.path);
      folder.write(run.apply(folder.id));
      whole = true;
    } catch (IOException e) {
      throw StoreException.unwritable(store.dir(), e);
    } finally {
      if (!whole) {
        folder.remove();
      }
    }
    return new StoredRun(folder.id, folder.path);
  }

  /** Notes that this process makes the run. */
  static void mark(Path folder) throws IOException {
    ProcessHandle self = ProcessHandle.current();
    Files.writeString(folder.resolve(MAKER_FILE), self.pid() + " " + started(self));
  }

  /** Whether the process that began a run, and did not end it, still exists. */
  static boolean isBeingMade(Path folder) {
    try (InputStream in = Files.newInputStream(folder.resolve(MAKER_FILE))) {
      String text = new String(in.readNBytes(LONGEST_MAKER), StandardCharsets.UTF_8);
      String[] words = text.strip().split(" ", -1);
      return words.length == 2
          && ProcessHandle.of(Long.parseLong(words[0]))
              .filter(process -> Long.toString(started(process)).equals(words[1]))
              .isPresent();
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  /** 0 where the system does not say. */
  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  private void remove() {
    try {
      Durable.removeTree(path);
    } catch (IOException e) {
      // The failure was already reported; leftovers appear as a broken run.
      return;
    }
  }

  /** The run's id, the name of its folder. */
  public String id() {
    return id;
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  /**
   * Replaces {@code run.json} in one step, without secrets.
   *
   * @throws StoreException if it is not writable; the previous file then stays whole
   */
  public synchronized void write(RunRecord run) {
    if (!run.id().equals(id) || !run.command().equals(command)) {
      throw new IllegalArgumentException(
          "%s %s goes not into the folder of %s %s"
              .formatted(run.command(), run.id(), command, id));
    }
    try {
      Json.write(path.resolve(RUN_FILE), run.redacted());
      if (run.endedAt() != null) {
        Files.deleteIfExists(path.resolve(MAKER_FILE));
      }
    } catch (IOException e) {
      throw StoreException.unwritable(store, e);
    }
  }

  /**
   * Makes a temporary folder for a fork, which does not count before {@link ForkFolder#commit}.
   *
   * @param number the fork's number in the run, 0 to 999,999
   * @throws StoreException if the store is not writable
   */
  public ForkFolder beginFork(int number) {
    return begin(path, number);
  }

  /**
   * Makes a temporary folder for an extra fork with a flight recording, which is a fork of {@link
   * StoredRun#recorded} and none of the run's own.
   *
   * @param number the fork's number among these, from 1
   * @throws StoreException if the store is not writable
   */
  public ForkFolder beginRecorded(int number) {
    Path folder = path.resolve(RECORDED);
    try {
      if (!Files.exists(folder)) {
        Files.createDirectory(folder);
      }
    } catch (IOException e) {
      throw StoreException.unwritable(store, e);
    }
    return begin(folder, number);
  }

  private ForkFolder begin(Path folder, int number) {
    String name = forkName(number);
    Path part = folder.resolve("." + name + ".part");
    try {
      if (Files.exists(folder.resolve(name))) {
        throw new FileAlreadyExistsException(folder.resolve(name).toString());
      }
      if (Files.exists(part)) {
        Durable.removeTree(part);
      }
      Files.createDirectory(part);
    } catch (IOException e) {
      throw StoreException.unwritable(store, e);
    }
    return new ForkFolder(store, part, folder.resolve(name), number);
  }

  static String forkName(int number) {
    if (number < 0 || number > 999_999) {
      throw new IllegalArgumentException("a fork's number is 0 to 999999: " + number);
    }
    return "fork-%03d".formatted(number);
  }

  /** The number of a fork's folder, or -1 for another name. */
  static int forkNumber(String name) {
    Matcher matcher = FORK.matcher(name);
    if (!matcher.matches()) {
      return -1;
    }
    int number = Integer.parseInt(matcher.group(1));
    return forkName(number).equals(name) ? number : -1;
  }
}
