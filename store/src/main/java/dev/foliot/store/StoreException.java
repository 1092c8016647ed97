package dev.foliot.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The store cannot fulfil a request. The message is one line with the fault and the remedy. It may
 * quote foreign names, with control characters replaced.
 */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_QUOTE = 300;

  /** The kind of failure, for the choice of an exit code. */
  public enum Kind {
    /** No run matches the request. */
    NOT_FOUND,
    /** Several runs match the request. */
    AMBIGUOUS,
    /** A file is missing, corrupt, too big or too new. */
    UNREADABLE,
    /** The file system refuses: full, read-only, no permission, a file in the way. */
    UNWRITABLE
  }

  private final Kind kind;

  StoreException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** The kind of failure. */
  public Kind kind() {
    return kind;
  }

  /** The store is not writable. */
  public static StoreException unwritable(Path store, IOException cause) {
    String reason = reason(cause);
    String message =
        "the store %s cannot be written (%s): %s"
            .formatted(quote(store.toString()), quote(reason), remedy(cause, reason));
    return new StoreException(Kind.UNWRITABLE, message, cause);
  }

  /** A file is missing from the store. */
  public static StoreException unwritableFile(Path file, IOException cause) {
    String message =
        "%s cannot be written (%s): name another file, or make room for it"
            .formatted(quote(file.toString()), quote(reason(cause)));
    return new StoreException(Kind.UNWRITABLE, message, cause);
  }

  static StoreException tooBig(Path file, String what, @Nullable Throwable cause) {
    String message = "%s would be too big to be read again: %s".formatted(file, what);
    return new StoreException(Kind.UNWRITABLE, quote(message), cause);
  }

  /** A file that is not usable, for the given reason. */
  public static StoreException unreadable(Path file, String reason, @Nullable Throwable cause) {
    String message = "%s cannot be read: %s".formatted(quote(file.toString()), quote(reason));
    return new StoreException(Kind.UNREADABLE, message, cause);
  }

  /** The system refuses to read a file. */
  public static StoreException unreadable(Path file, IOException cause) {
    return unreadable(file, reason(cause), cause);
  }

  /** Shortens foreign text to one safe line. */
  public static String quote(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}]+", " ").strip();
    return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "…";
  }

  private static String remedy(IOException cause, String reason) {
    if (cause instanceof FileAlreadyExistsException || cause instanceof NotDirectoryException) {
      return "give another with --store";
    }
    String lower = reason.toLowerCase(Locale.ROOT);
    if (lower.contains("no space") || lower.contains("quota")) {
      return "free some space or give another with --store";
    }
    return "make it writable or give another with --store";
  }

  /** The operating system's message, without the path that the JDK adds. */
  static String reason(IOException cause) {
    if (cause instanceof FileSystemException specific) {
      String said = specific.getReason();
      return switch (specific) {
        case AccessDeniedException denied -> "Permission denied";
        case FileAlreadyExistsException exists -> exists.getFile() + " is a file";
        case NotDirectoryException file -> file.getFile() + " is a file";
        case NoSuchFileException missing -> "no such file or directory: " + missing.getFile();
        default -> said != null ? said : text(cause);
      };
    }
    String text = text(cause);
    if (cause instanceof FileNotFoundException && text.endsWith(")")) {
      int open = text.lastIndexOf(" (");
      return open < 0 ? text : text.substring(open + 2, text.length() - 1);
    }
    return text;
  }

  private static String text(Throwable cause) {
    String message = cause.getMessage();
    return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
  }
}
