package dev.foliot.store;

import dev.foliot.store.StoreException.Kind;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder of runs. It is created with the first run; several processes may write to it at once.
 *
 * <p>Safe for use by several threads.
 */
public final class Store {
  private static final Pattern BACK = Pattern.compile("@([1-9][0-9]{0,8})");
  private static final int MOST_CANDIDATES = 5;

  private final Path dir;
  private final InstantSource clock;
  private final RandomGenerator random;

  /**
   * A store with a clock and a random generator for the names of runs.
   *
   * @param dir its folder, which need not exist
   * @param clock source of the time in a run's name
   * @param random source of the name's last characters; used by one thread at a time
   */
  public Store(Path dir, InstantSource clock, RandomGenerator random) {
    this.dir = dir;
    this.clock = clock;
    this.random = random;
  }

  /** The store in a folder, which need not exist. */
  public static Store open(Path dir) {
    return new Store(dir, InstantSource.system(), RandomGenerator.getDefault());
  }

  /** The folder as given. */
  public Path dir() {
    return dir;
  }

  /**
   * Creates the folder of a new run.
   *
   * @param command command of the run: lower-case letters, digits and hyphens
   * @throws StoreException if the store is not writable
   */
  public synchronized RunFolder begin(String command) {
    if (!TaggedInterval.isTag(command)) {
      throw new IllegalArgumentException("not the name of a command: " + command);
    }
    try {
      Files.createDirectories(dir);
      Set<String> taken = new HashSet<>(names());
      while (true) {
        String id = RunId.next(clock.instant(), random, taken);
        try {
          Path folder = Files.createDirectory(dir.resolve(id));
          RunFolder.mark(folder);
          Durable.syncFolder(dir);
          return new RunFolder(dir, folder, id, command);
        } catch (FileAlreadyExistsException e) {
          // Another process was faster; the next name sorts after its name.
          taken.add(id);
        }
      }
    } catch (IOException e) {
      throw StoreException.unwritable(dir, e);
    }
  }

  /**
   * Lists the runs, newest first; empty if the store does not exist. It includes broken runs:
   * {@link StoredRun#problem()} names their fault.
   *
   * @throws StoreException if the folder itself is unreadable
   */
  public List<StoredRun> runs() {
    return ids().stream().map(id -> new StoredRun(id, dir.resolve(id))).toList();
  }

  /**
   * Finds the run for a reference.
   *
   * @param ref an id, a unique prefix of one, {@code @1} for the latest ({@code @2} for the one
   *     before), a name that one run has, or the path of a run's folder
   * @throws StoreException of kind {@code NOT_FOUND} or {@code AMBIGUOUS}
   */
  public StoredRun find(String ref) {
    List<String> ids = ids();
    Matcher back = BACK.matcher(ref);
    if (back.matches()) {
      int n = Integer.parseInt(back.group(1));
      if (n > ids.size()) {
        throw notFound(ref, ids.size());
      }
      return stored(ids.get(n - 1));
    }
    List<String> candidates =
        ref.isEmpty() ? List.of() : ids.stream().filter(id -> id.startsWith(ref)).toList();
    if (candidates.size() == 1) {
      return stored(candidates.getFirst());
    }
    List<String> named = ref.isEmpty() ? List.of() : named(ref, ids);
    if (named.size() == 1) {
      return stored(named.getFirst());
    }
    if (candidates.size() > 1 || named.size() > 1) {
      throw ambiguous(ref, named.isEmpty() ? candidates : named);
    }
    return byPath(ref).orElseThrow(() -> notFound(ref, ids.size()));
  }

  private List<String> named(String name, List<String> ids) {
    return ids.stream().filter(id -> name.equals(stored(id).name())).toList();
  }

  private StoredRun stored(String id) {
    return new StoredRun(id, dir.resolve(id));
  }

  private static Optional<StoredRun> byPath(String ref) {
    try {
      Path path = ref.isEmpty() ? Path.of(".", ".missing") : Path.of(ref);
      return at(path.endsWith(RunFolder.RUN_FILE) ? path.resolveSibling("") : path);
    } catch (InvalidPathException e) {
      // It is no path either, then.
      return Optional.empty();
    }
  }

  /** The run whose folder this is, in whichever store; empty if it is none. */
  public static Optional<StoredRun> at(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return Files.isRegularFile(folder.resolve(RunFolder.RUN_FILE))
        ? Optional.of(new StoredRun(name == null ? "" : name.toString(), folder))
        : Optional.empty();
  }

  private StoreException notFound(String ref, int runs) {
    String remedy =
        runs == 0
            ? "it holds no run yet, \"foliot bench\" makes one"
            : "\"foliot runs\" lists the %d that it holds".formatted(runs);
    String message =
        "the store %s has no run %s, and it is no path of one: %s"
            .formatted(StoreException.quote(dir.toString()), StoreException.quote(ref), remedy);
    return new StoreException(Kind.NOT_FOUND, message, null);
  }

  private StoreException ambiguous(String ref, List<String> candidates) {
    String named = String.join(", ", candidates.stream().limit(MOST_CANDIDATES).toList());
    String message =
        "%s means %d runs of the store %s: write more of one of %s%s"
            .formatted(
                StoreException.quote(ref),
                candidates.size(),
                StoreException.quote(dir.toString()),
                named,
                candidates.size() > MOST_CANDIDATES ? " …" : "");
    return new StoreException(Kind.AMBIGUOUS, message, null);
  }

  private List<String> ids() {
    if (!Files.exists(dir)) {
      return List.of();
    }
    try {
      return names().stream()
          .filter(name -> Files.isDirectory(dir.resolve(name)))
          .sorted(Comparator.reverseOrder())
          .toList();
    } catch (IOException e) {
      throw StoreException.unreadable(dir, e);
    }
  }

  private List<String> names() throws IOException {
    return Listing.names(dir).stream().filter(RunId::is).toList();
  }
}
