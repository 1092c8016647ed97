package dev.foliot.checks.walk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * A command line of Foliot.
 *
 * @param source where it stands
 * @param words its words without the launcher
 */
record Line(String source, List<String> words) {
  /** Stands for a space within a word, so that a pattern sees where words end. */
  private static final char WITHIN = '\u2423';

  Line {
    words = List.copyOf(words);
  }

  /** Its words with spaces between them. */
  String text() {
    return String.join(" ", words.stream().map(word -> word.replace(' ', WITHIN)).toList());
  }

  private Line with(String text) {
    return new Line(
        source, Arrays.stream(text.split(" ")).map(word -> word.replace(WITHIN, ' ')).toList());
  }

  /** The words up to those of another program. */
  List<String> own() {
    int end = words.indexOf("--");
    return end < 0 ? words : words.subList(0, end);
  }

  /** Its shortest form, by the rows {@code replace} and {@code set} of a table, in their order. */
  Line shortened(Table table) {
    String text = text();
    for (Table.Row row : table.rows("replace")) {
      Matcher matcher = row.pattern().matcher(text);
      if (matcher.find()) {
        table.use(row);
        text = matcher.replaceAll(row.value());
      }
    }
    Line line = with(text);
    if (words.contains("--help")) {
      return line;
    }
    for (Table.Row row : table.matching("set", text)) {
      for (String option : row.value().split(", ", -1)) {
        line = line.with(option.split(" "));
      }
    }
    return line;
  }

  /** With an option that has this value; before the words of another program. */
  private Line with(String[] option) {
    List<String> with = new ArrayList<>(own());
    int at = with.indexOf(option[0]);
    if (at < 0) {
      with.addAll(Arrays.asList(option));
    } else if (option.length > 1) {
      with.set(at + 1, option[1]);
    }
    with.addAll(words.subList(own().size(), words.size()));
    return new Line(source, with);
  }

  /** With names such as {@code ${http}} replaced. */
  Line named(Map<String, String> names) {
    List<String> named = new ArrayList<>();
    for (String word : words) {
      String with = word;
      for (Map.Entry<String, String> name : names.entrySet()) {
        with = with.replace("${" + name.getKey() + "}", name.getValue());
      }
      named.add(with);
    }
    return new Line(source, named);
  }

  @Override
  public String toString() {
    return "foliot " + text();
  }
}
