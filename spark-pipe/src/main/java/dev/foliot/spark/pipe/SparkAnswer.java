package dev.foliot.spark.pipe;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one answer, as they come. It is read to its end before the next request. Columns
 * count from 1, as in JDBC. For one thread.
 */
public final class SparkAnswer {
  private static final int LONGEST_TEXT = 1 << 30;

  private static final int COLUMNS = 0;
  private static final int ROW = 1;
  private static final int END = 2;
  private static final int ERROR = 3;

  /** The kind of an error that a query itself has; the message of any other says what to do. */
  private static final String FAILED = "failed";

  private static final int NULL = 0;
  private static final int LONG = 1;
  private static final int DOUBLE = 2;
  private static final int TEXT = 3;

  private final DataInputStream in;
  private final Function<IOException, PipeException> lost;
  private final int columns;
  private final int[] types;
  private final long[] numbers;
  private final @Nullable String[] texts;
  private boolean ended;
  private boolean lastWasNull;

  /**
   * @param lost says why the pipe broke
   */
  SparkAnswer(DataInputStream in, Function<IOException, PipeException> lost) throws PipeException {
    this.in = in;
    this.lost = lost;
    try {
      columns = part() == COLUMNS ? in.readInt() : 0;
    } catch (PipeException e) {
      throw e;
    } catch (IOException e) {
      throw lost.apply(e);
    }
    types = new int[columns];
    numbers = new long[columns];
    texts = new String[columns];
  }

  private int part() throws IOException {
    int part = in.readUnsignedByte();
    if (part == ERROR) {
      ended = true;
      String kind = readText();
      throw new PipeException(
          kind.equals(FAILED) ? PipeException.Kind.FAILED : PipeException.Kind.REFUSED, readText());
    }
    return part;
  }

  private String readText() throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST_TEXT) {
      throw new IOException("a text of " + length + " bytes");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  /** Goes to the next row; false after the last. */
  public boolean next() throws PipeException {
    if (ended) {
      return false;
    }
    try {
      int part = part();
      if (part == END) {
        ended = true;
        return false;
      }
      if (part != ROW) {
        throw new IOException("part " + part);
      }
      for (int i = 0; i < columns; i++) {
        types[i] = in.readUnsignedByte();
        switch (types[i]) {
          case NULL -> texts[i] = null;
          case LONG, DOUBLE -> numbers[i] = in.readLong();
          case TEXT -> texts[i] = readText();
          default -> throw new IOException("type " + types[i]);
        }
      }
      return true;
    } catch (PipeException e) {
      throw e;
    } catch (IOException e) {
      throw lost.apply(e);
    }
  }

  /** The number of columns. */
  public int columns() {
    return columns;
  }

  /** A text; null for no value. */
  public @Nullable String getString(int column) {
    int at = column - 1;
    lastWasNull = types[at] == NULL;
    return switch (types[at]) {
      case NULL -> null;
      case LONG -> String.valueOf(numbers[at]);
      case DOUBLE -> String.valueOf(Double.longBitsToDouble(numbers[at]));
      default -> texts[at];
    };
  }

  /** An integer; 0 for no value. */
  public long getLong(int column) {
    int at = column - 1;
    lastWasNull = types[at] == NULL;
    return switch (types[at]) {
      case NULL -> 0;
      case LONG -> numbers[at];
      case DOUBLE -> (long) Double.longBitsToDouble(numbers[at]);
      default -> throw new IllegalStateException("column " + column + " is text");
    };
  }

  /** A number; 0 for no value. */
  public double getDouble(int column) {
    int at = column - 1;
    lastWasNull = types[at] == NULL;
    return switch (types[at]) {
      case NULL -> 0;
      case LONG -> numbers[at];
      case DOUBLE -> Double.longBitsToDouble(numbers[at]);
      default -> throw new IllegalStateException("column " + column + " is text");
    };
  }

  /** Whether the last cell had no value. */
  public boolean wasNull() {
    return lastWasNull;
  }
}
