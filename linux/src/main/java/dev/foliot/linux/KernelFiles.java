package dev.foliot.linux;

import dev.foliot.linux.reason.SystemReason;
import dev.foliot.linux.reason.SystemReason.Oddity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the files of a kernel below a root directory; failures carry reason and remedy. Reading is
 * bounded: a hostile file costs limited memory and time.
 */
public record KernelFiles(Path root) {
  /**
   * The mount table of a node with hundreds of containers exceeds one MiB; no file exceeds four.
   */
  static final int MAX_BYTES = 4 << 20;

  static final int MAX_ENTRIES = 1 << 18;

  private static final String MOUNTED = "look at what is mounted";

  private static final String OWNER =
      "run as the user that owns the process, or as root, and outside a restricted container";

  /** Reads and parses; every fault is thrown as an {@link UnreadableException}. */
  public interface Attempt<T> {
    T read(KernelFiles files) throws UnreadableException;
  }

  /** Makes the attempt on the kernel below {@code root}, which must have a proc directory. */
  public static <T> Reading<T> attempt(Path root, Attempt<T> attempt) {
    Path proc = root.resolve("proc");
    if (!Files.isDirectory(proc)) {
      return Reading.unavailable(
          new SystemReason.NoProcFileSystem(proc.toString(), System.getProperty("os.name")));
    }
    try {
      return Reading.of(attempt.read(new KernelFiles(root)));
    } catch (UnreadableException e) {
      return e.reading();
    }
  }

  /** The text of a file that must be there; {@code remedy} tells a user how to get it. */
  public KernelText text(String path, String remedy) throws UnreadableException {
    return text(root.resolve(path), remedy);
  }

  public KernelText text(Path file, String remedy) throws UnreadableException {
    return textIfPresent(file)
        .orElseThrow(
            () -> new UnreadableException(new SystemReason.FileMissing(file.toString(), remedy)));
  }

  public Optional<KernelText> textIfPresent(String path) throws UnreadableException {
    return textIfPresent(root.resolve(path));
  }

  public Optional<KernelText> textIfPresent(Path file) throws UnreadableException {
    return textIfPresent(file, MAX_BYTES);
  }

  /** A file that may be longer than others. */
  public Optional<KernelText> textIfPresent(Path file, int maxBytes) throws UnreadableException {
    try {
      // Opening a pipe would wait for its writer.
      if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
        throw new UnreadableException(
            new SystemReason.FileOdd(file.toString(), Oddity.NO_REGULAR_FILE, 0, MOUNTED));
      }
      return Optional.of(new KernelText(file, contents(file, maxBytes)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** The names in a directory, in no order; empty when it does not exist. */
  public Optional<List<String>> namesIfPresent(Path directory) throws UnreadableException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        if (names.size() == MAX_ENTRIES) {
          throw new UnreadableException(
              new SystemReason.FileOdd(
                  directory.toString(), Oddity.TOO_MANY_ENTRIES, MAX_ENTRIES, MOUNTED));
        }
        names.add(String.valueOf(entry.getFileName()));
      }
      return Optional.of(names);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (DirectoryIteratorException e) {
      throw unreadable(directory, Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  /** Extends {@code directory} by a path from a file, with arbitrary names. */
  public static Path resolve(Path directory, String below) throws UnreadableException {
    try {
      return directory.resolve(below.replaceFirst("^/+", ""));
    } catch (InvalidPathException e) {
      throw new UnreadableException(
          new SystemReason.FileOdd(KernelText.shortened(below), Oddity.NO_PATH, 0, MOUNTED));
    }
  }

  private static String contents(Path file, int maxBytes) throws IOException, UnreadableException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw new UnreadableException(
            new SystemReason.FileOdd(file.toString(), Oddity.TOO_LONG, maxBytes, MOUNTED));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static UnreadableException unreadable(Path file, IOException e) {
    return failed(file, "read", e, null);
  }

  /**
   * Describes a failed operation on a file.
   *
   * @param operation the operation, {@code read} or {@code written}
   * @param advice the remedy; null for the usual one
   */
  public static UnreadableException failed(
      Path file, String operation, IOException e, @Nullable String advice) {
    if (e instanceof AccessDeniedException) {
      return new UnreadableException(
          new SystemReason.FileClosed(file.toString(), advice == null ? OWNER : advice));
    }
    String why = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return new UnreadableException(
        new SystemReason.FileFailed(
            file.toString(),
            operation,
            why == null ? e.getClass().getSimpleName() : why,
            advice == null ? "see whether the process or the device is still there" : advice));
  }
}
