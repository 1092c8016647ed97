package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV, record by record, in constant memory. A longer cell is cut to {@link #LONGEST_CELL}
 * characters. Lines end with LF, CR or both; empty ones are skipped.
 */
public final class CsvScanner {
  static final int LONGEST_CELL = 4096;
  static final int MOST_CELLS = 100_000;

  private final Reader in;
  private final char delimiter;
  private final String name;
  private final char[] buffer = new char[1 << 16];
  private int at;
  private int end;
  private final char[] cell = new char[LONGEST_CELL];
  private int length;
  private @Nullable String[] cells = new String[16];
  private int count;
  private long line = 1;
  private long cut;

  CsvScanner(Reader in, char delimiter, String name) {
    this.in = in;
    this.delimiter = delimiter;
    this.name = name;
  }

  /** The record's cells; the next record reuses the array. */
  @Nullable String[] cells() {
    return cells;
  }

  /** The number of cells of the record. */
  int count() {
    return count;
  }

  /** The number of characters cut from long cells. */
  long cut() {
    return cut;
  }

  /** Reads the next record; false at the end. */
  boolean next() throws IOException {
    count = 0;
    int c = read();
    while (c == '\n' || c == '\r') {
      c = read();
    }
    if (c < 0) {
      return false;
    }
    while (true) {
      length = 0;
      int after;
      if (c == '"') {
        after = quoted();
      } else {
        after = plain(c);
        trim();
      }
      add();
      if (after != delimiter) {
        return true;
      }
      c = read();
    }
  }

  private int plain(int first) throws IOException {
    int c = first;
    while (c >= 0 && c != delimiter && c != '\n' && c != '\r') {
      keep(c);
      c = read();
    }
    return c;
  }

  private int quoted() throws IOException {
    long from = line;
    while (true) {
      int c = read();
      if (c < 0) {
        throw new FleetException(
            name + ": the quote that begins in line " + from + " does not end: mend that line");
      }
      if (c == '"') {
        c = read();
        if (c != '"') {
          return plain(c);
        }
      }
      keep(c);
    }
  }

  private void keep(int c) {
    if (length < LONGEST_CELL) {
      cell[length++] = c == 0 ? '\uFFFD' : (char) c;
    } else {
      cut++;
    }
  }

  private void trim() {
    while (length > 0 && cell[length - 1] == ' ') {
      length--;
    }
    int spaces = 0;
    while (spaces < length && cell[spaces] == ' ') {
      spaces++;
    }
    if (spaces > 0) {
      System.arraycopy(cell, spaces, cell, 0, length - spaces);
      length -= spaces;
    }
  }

  private void add() {
    if (count == cells.length) {
      if (count > MOST_CELLS) {
        throw new FleetException(
            name + ": line " + line + " has more than " + MOST_CELLS + " cells: is it CSV?");
      }
      cells = Arrays.copyOf(cells, 2 * count);
    }
    // columns often repeat a value: the same String is reused
    String before = cells[count];
    if (before == null || !isCell(before)) {
      cells[count] = new String(cell, 0, length);
    }
    count++;
  }

  private boolean isCell(String text) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != cell[i]) {
        return false;
      }
    }
    return true;
  }

  private int read() throws IOException {
    if (at == end) {
      end = in.read(buffer);
      at = 0;
      if (end <= 0) {
        end = 0;
        return -1;
      }
    }
    char c = buffer[at++];
    if (c == '\n') {
      line++;
    }
    return c;
  }
}
