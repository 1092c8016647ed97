package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Expands file names and globs. */
public final class FileNames {
  private static final int MOST = 10_000;
  private static final int DEEPEST = 40;

  /** The URL of a file elsewhere. */
  private static final Pattern STORE = Pattern.compile("([a-z][a-z0-9+.-]+)://");

  /** Hidden files, and what Spark and others write beside data. */
  private static final Pattern HIDDEN =
      Pattern.compile(
          "(.*/)?(\\.|_(SUCCESS|temporary|spark_metadata|(common_)?metadata|(committed|started)_[0-9]+)(/|$)).*");

  /** What makes a folder a table, in which files of deleted rows remain. */
  private static final Pattern OF_TABLE = Pattern.compile("(.*/)?(_delta_log|\\.hoodie)/.*");

  private FileNames() {}

  /**
   * The files without repetition, in order of the names, those of a glob sorted.
   *
   * @throws FleetException if a name matches no file
   */
  public static List<Path> expand(List<String> names) throws IOException {
    if (names.isEmpty()) {
      throw new FleetException("no file is given: name one, as nodes.csv");
    }
    List<Path> files = new ArrayList<>();
    for (String name : names) {
      for (Path file : expand(name)) {
        if (!files.contains(file)) {
          files.add(file);
        }
      }
    }
    return files;
  }

  private static List<Path> expand(String name) throws IOException {
    try {
      Path path = Path.of(name);
      if (Files.isRegularFile(path)) {
        return List.of(path);
      }
      if (Files.isDirectory(path)) {
        return inside(path);
      }
      if (Files.exists(path)) {
        throw new FleetException(
            Texts.quote(name)
                + " is a pipe or device, and is read more than once: save it to a file");
      }
    } catch (InvalidPathException e) {
      // on some systems a glob is not a valid path
    }
    Matcher store = STORE.matcher(name);
    if (store.lookingAt()) {
      throw new FleetException(
          "%s is in a store that --engine spark reads: add --engine spark%s, or copy the files here"
              .formatted(
                  Texts.quote(name),
                  store.group(1).startsWith("s3")
                      ? " and --packages, as docs/guide/fleet-spark.md shows"
                      : ""));
    }
    int glob = firstSign(name);
    if (glob < 0) {
      throw new FleetException(Texts.quote(name) + ": no such file");
    }
    List<Path> files = matching(name, glob);
    if (files.isEmpty()) {
      throw new FleetException("no file matches " + Texts.quote(name));
    }
    return files;
  }

  /** All files in a folder and its folders, without hidden ones. */
  private static List<Path> inside(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder, DEEPEST)) {
      List<Path> files =
          all.filter(path -> Files.isRegularFile(path))
              .peek(path -> refuseTable(folder, path))
              .filter(path -> !HIDDEN.matcher(folder.relativize(path).toString()).matches())
              .sorted()
              .limit(MOST + 1L)
              .toList();
      if (files.isEmpty()) {
        throw new FleetException(
            Texts.quote(folder.toString()) + " is a folder without files: name one with data");
      }
      if (files.size() > MOST) {
        throw new FleetException(
            "more than %d files are in %s: join some"
                .formatted(MOST, Texts.quote(folder.toString())));
      }
      return files;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void refuseTable(Path folder, Path file) {
    if (OF_TABLE.matcher(folder.relativize(file).toString()).matches()) {
      throw new FleetException(
          "%s is a table of Delta or Hudi, whose folder keeps the files of deleted rows: export it as Parquet"
              .formatted(Texts.quote(folder.toString())));
    }
  }

  private static int firstSign(String name) {
    for (int i = 0; i < name.length(); i++) {
      if ("*?[{".indexOf(name.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static List<Path> matching(String glob, int firstSign) throws IOException {
    int slash = glob.lastIndexOf('/', firstSign);
    String folder = slash < 0 ? "" : slash == 0 ? "/" : glob.substring(0, slash);
    Path start;
    PathMatcher matcher;
    try {
      start = Path.of(folder);
      matcher = start.getFileSystem().getPathMatcher("glob:" + glob);
    } catch (InvalidPathException | PatternSyntaxException e) {
      throw new FleetException(
          Texts.quote(glob) + " is no file, and no pattern: " + e.getMessage(), e);
    }
    if (!Files.isDirectory(start)) {
      return List.of();
    }
    long segments = glob.substring(slash + 1).chars().filter(c -> c == '/').count() + 1;
    int depth = glob.contains("**") ? DEEPEST : (int) Math.min(segments, DEEPEST);
    TreeSet<Path> found = new TreeSet<>();
    FileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (matcher.matches(file) && Files.isRegularFile(file)) {
              found.add(file);
            }
            if (found.size() > MOST) {
              throw new FleetException(
                  "more than " + MOST + " files match " + Texts.quote(glob) + ": join some");
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            // other unreadable folders do not matter
            return FileVisitResult.CONTINUE;
          }
        };
    Files.walkFileTree(start, Set.of(), depth, visitor);
    return new ArrayList<>(found);
  }
}
