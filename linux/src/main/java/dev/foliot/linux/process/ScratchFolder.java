package dev.foliot.linux.process;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A private folder for files of other programs; closing it removes it with its content.
 *
 * <p>It is among the system's temporary files (java.io.tmpdir). It is in /tmp instead, if possible,
 * when that path does not suit. The path may be too long for the address of a Unix domain socket,
 * or have blanks or characters unfit for flags of a JVM. For one thread.
 */
public final class ScratchFolder implements AutoCloseable {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+-]+");

  /** The capacity of a Unix domain socket's address (unix(7)), less a name in the folder. */
  private static final int LONGEST = 90;

  private static final Path USUAL = Path.of(System.getProperty("java.io.tmpdir"));
  private static final Path SHORT = Path.of("/tmp");

  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes one.
   *
   * @param prefix of its name
   */
  public static Reading<ScratchFolder> of(String prefix) {
    return of(prefix, List.of(USUAL, SHORT));
  }

  /**
   * Makes a folder with a path that fits flags of a JVM.
   *
   * @param prefix prefix of its name
   */
  public static Reading<ScratchFolder> ofPlain(String prefix) {
    return plain(of(prefix));
  }

  static Reading<ScratchFolder> plain(Reading<ScratchFolder> made) {
    if (made instanceof Reading.Value<ScratchFolder>(ScratchFolder folder) && !folder.isPlain()) {
      folder.close();
      return Reading.unavailable(new SystemReason.ScratchPathNotPlain(folder.path.toString()));
    }
    return made;
  }

  /** Makes a folder in the first parent with a short, plain path, otherwise in any. */
  static Reading<ScratchFolder> of(String prefix, List<Path> parents) {
    ScratchFolder found = null;
    String failure = "";
    for (Path parent : parents) {
      try {
        ScratchFolder folder = new ScratchFolder(Files.createTempDirectory(parent, prefix));
        if (folder.isPlain() && folder.path.toString().length() <= LONGEST) {
          if (found != null) {
            found.close();
          }
          return Reading.of(folder);
        }
        if (found == null) {
          found = folder;
        } else {
          folder.close();
        }
      } catch (IOException e) {
        failure = failure.isEmpty() ? String.valueOf(e.getMessage()) : failure;
      }
    }
    return found != null
        ? Reading.of(found)
        : Reading.unavailable(new SystemReason.NoScratchFolder(USUAL.toString(), failure));
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** Whether a flag of a JVM can hold its path: no blank, no comma. */
  private boolean isPlain() {
    return PLAIN.matcher(path.toString()).matches();
  }

  /** Leaves files that cannot be removed: a program about to end may still write. */
  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path left : all.toList().reversed()) {
        Files.deleteIfExists(left);
      }
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }
}
