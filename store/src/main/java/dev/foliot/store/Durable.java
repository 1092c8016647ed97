package dev.foliot.store;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes files durably: written, forced to the disk, and only then named.
 *
 * <p>An interrupted thread still finishes its writes. The streams here are not the interruptible
 * ones of NIO, and Ctrl-C does not lose the current fork.
 */
public final class Durable {
  /** The content of a file. */
  public interface Content {
    /** Writes it. */
    void writeTo(OutputStream out) throws IOException;
  }

  private Durable() {}

  /** Writes a file without readers yet. */
  static void write(Path file, Content content) throws IOException {
    try (FileOutputStream raw = new FileOutputStream(file.toFile());
        OutputStream out = new BufferedOutputStream(raw, 1 << 16)) {
      content.writeTo(out);
      out.flush();
      raw.getFD().sync();
    }
  }

  /** Replaces a file in one step: readers get the whole old or the whole new one. */
  public static void replace(Path file, Content content) throws IOException {
    Path beside = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      write(beside, content);
      move(beside, file);
    } catch (IOException | RuntimeException e) {
      try {
        Files.deleteIfExists(beside);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /** Gives a file or folder its name in one step. */
  static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    syncFolder(Objects.requireNonNull(to.getParent()));
  }

  /** Forces a file that another class wrote. */
  static void sync(Path file) throws IOException {
    try (FileOutputStream raw = new FileOutputStream(file.toFile(), true)) {
      raw.getFD().sync();
    }
  }

  /** Forces the names in a folder, if the operating system allows it to be opened. */
  static void syncFolder(Path folder) {
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows cannot open folders, and some file systems cannot force them. The files themselves
      // are safe; a power failure can only lose the rename.
      return;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Removes a folder with its content; links are removed, not followed. */
  static void removeTree(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
