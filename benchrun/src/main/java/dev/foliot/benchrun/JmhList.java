package dev.foliot.benchrun;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads {@code META-INF/BenchmarkList}, which JMH's annotation processor writes: a line for each
 * benchmark and mode.
 *
 * <p>A line begins with {@code JMH}. Then come 23 fields: a letter for the kind, and for text its
 * length in UTF-16 and the text. {@code E} stands for a field that is not set. Anything else is
 * refused, so that a field which a later JMH inserts is not taken for another one.
 */
final class JmhList {
  private static final String BEGIN = "JMH ";
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final char PADDING = '=';
  private static final int GROUP = 8;
  private static final int BITS = 6;
  private static final int BITS_OF_CHAR = 16;
  private static final int MOST_ELEMENTS = 100_000;

  private final String line;
  private final boolean isArmored;
  private int at = BEGIN.length();

  private JmhList(String line, boolean isArmored) {
    this.line = line;
    this.isArmored = isArmored;
  }

  /** A line is not as any known JMH writes it. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;

    private Unreadable(String message) {
      super(message);
    }
  }

  /**
   * The entries of a list.
   *
   * @param isArmored whether the values of parameters are encoded, as since JMH 1.26
   */
  static List<JmhEntry> parse(String text, boolean isArmored) throws Unreadable {
    List<JmhEntry> entries = new ArrayList<>();
    int number = 0;
    // only these: a value may hold any other character
    for (String line : text.split("\r?\n", -1)) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        try {
          entries.add(new JmhList(line, isArmored).entry());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
          throw new Unreadable("line " + number);
        }
      }
    }
    return entries;
  }

  private JmhEntry entry() {
    must(line.startsWith(BEGIN));
    String type = text('S');
    text('S');
    String method = text('S');
    String mode = text('S');
    int threads = isEmpty() ? 0 : Integer.parseInt(text('I'));
    boolean isGroup = numbers().size() > 1;
    isGroup |= !optionalTexts().isEmpty();
    for (char kind : "ITIITI".toCharArray()) {
      skip(kind);
    }
    skip('I');
    skip('I');
    String jvm = isEmpty() ? "" : text('S');
    List<String> args = optionalTexts();
    List<String> all = new ArrayList<>(optionalTexts());
    all.addAll(args);
    all.addAll(optionalTexts());
    Map<String, List<String>> params = isEmpty() ? Map.of() : params();
    skip('U');
    int operations = isEmpty() ? 1 : Integer.parseInt(text('I'));
    skip('T');
    must(at == line.length() && operations > 0 && threads >= -1);
    return new JmhEntry(
        type, method, mode, threads, isGroup, new JmhEntry.Fork(jvm, all), params, operations);
  }

  private static void must(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("not as JMH writes it");
    }
  }

  /** Takes the mark of a field that is not set. */
  private boolean isEmpty() {
    if (!line.startsWith("E ", at)) {
      return false;
    }
    at += 2;
    return true;
  }

  private void skip(char kind) {
    if (!isEmpty()) {
      text(kind);
    }
  }

  private void kind(char kind) {
    must(line.charAt(at) == kind && line.charAt(at + 1) == ' ');
    at += 2;
  }

  private String text(char kind) {
    kind(kind);
    return text();
  }

  /** A length and a text of that length. */
  private String text() {
    int length = number();
    String text = line.substring(at, at + length);
    must(line.charAt(at + length) == ' ');
    at += length + 1;
    return text;
  }

  private int number() {
    int end = line.indexOf(' ', at);
    int number = Integer.parseInt(line.substring(at, end));
    must(number >= 0);
    at = end + 1;
    return number;
  }

  private <T> List<T> several(Supplier<T> element) {
    int count = number();
    must(count <= MOST_ELEMENTS);
    List<T> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(element.get());
    }
    return all;
  }

  private List<Integer> numbers() {
    kind('A');
    return several(() -> Integer.valueOf(text()));
  }

  private List<String> optionalTexts() {
    if (isEmpty()) {
      return List.of();
    }
    kind('L');
    return several(this::text);
  }

  private Map<String, List<String>> params() {
    kind('M');
    Map<String, List<String>> params = new LinkedHashMap<>();
    for (int left = number(); left > 0; left--) {
      String name = text();
      params.put(name, several(() -> isArmored ? decoded(text()) : text()));
    }
    return params;
  }

  /**
   * The text behind JMH's armour. Three characters of 16 bits become eight letters of 6 bits, the
   * low bits first; padding fills the last eight.
   */
  static String decoded(String armored) {
    must(armored.length() % GROUP == 0);
    StringBuilder text = new StringBuilder();
    for (int group = 0; group < armored.length(); group += GROUP) {
      long bits = 0;
      int letters = 0;
      for (int i = 0; i < GROUP && armored.charAt(group + i) != PADDING; i++) {
        long letter = LETTERS.indexOf(armored.charAt(group + i));
        must(letter >= 0);
        bits |= letter << (BITS * letters++);
      }
      for (int i = 0; i < BITS * letters / BITS_OF_CHAR; i++) {
        text.append((char) (bits >>> (BITS_OF_CHAR * i)));
      }
    }
    return text.toString();
  }
}
