package dev.foliot.linux.process;

import dev.foliot.linux.Reading;
import dev.foliot.text.SystemReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder for what other programs write, which only this user may enter; closing it removes it
 * with all that is in it.
 *
 * <p>It lies among the system's temporary files (java.io.tmpdir). Where that path is too long for
 * the address of a Unix domain socket, or has blanks or signs that flags of a JVM cannot hold, it
 * lies in /tmp if that can be. For one thread.
 */
public final class ScratchFolder implements AutoCloseable {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+-]+");

  /** What the address of a Unix domain socket holds (unix(7)), less a name in the folder. */
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
   * Makes one whose path the flags of a JVM can hold.
   *
   * @param prefix of its name
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

  /** Makes one in the first of these folders where its path is short and plain, else in any. */
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

  /** What cannot be removed is left: a program that is about to end may still write. */
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
