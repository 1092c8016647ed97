package dev.foliot.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Parses RFC 4180 strictly: it refuses text that {@link Csv} would not write. */
final class CsvParser {
  private final Path file;
  private final String text;
  private final List<List<String>> lines = new ArrayList<>();
  private int at;

  CsvParser(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  /** Parses the lines, all as long as the first. */
  List<List<String>> parse() {
    while (at < text.length()) {
      List<String> line = line();
      if (!lines.isEmpty() && line.size() != lines.getFirst().size()) {
        throw broken(
            "has %d cells, the first line has %d".formatted(line.size(), lines.getFirst().size()));
      }
      lines.add(line);
      if (lines.size() > CsvTable.MAX_ROWS + 1) {
        throw StoreException.unreadable(
            file, "it has more than " + CsvTable.MAX_ROWS + " rows", null);
      }
    }
    return lines;
  }

  private List<String> line() {
    List<String> cells = new ArrayList<>();
    while (true) {
      cells.add(text.startsWith("\"", at) ? quoted() : plain());
      if (cells.size() > CsvTable.MAX_COLUMNS) {
        throw StoreException.unreadable(
            file, "it has more than " + CsvTable.MAX_COLUMNS + " columns", null);
      }
      if (at == text.length()) {
        throw broken("was cut short");
      }
      if (text.charAt(at++) == '\n') {
        return cells;
      }
    }
  }

  private String plain() {
    int start = at;
    while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
      if (text.charAt(at) == '"') {
        throw broken("has a quote within a cell");
      }
      at++;
    }
    return text.substring(start, at);
  }

  private String quoted() {
    StringBuilder cell = new StringBuilder();
    at++;
    while (true) {
      int quote = text.indexOf('"', at);
      if (quote < 0) {
        throw broken("has a quote that does not end");
      }
      cell.append(text, at, quote);
      at = quote + 1;
      if (!text.startsWith("\"", at)) {
        break;
      }
      cell.append('"');
      at++;
    }
    if (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
      throw broken("has text after a quoted cell");
    }
    return cell.toString();
  }

  private StoreException broken(String how) {
    return StoreException.unreadable(file, "its line " + (lines.size() + 1) + " " + how, null);
  }
}
