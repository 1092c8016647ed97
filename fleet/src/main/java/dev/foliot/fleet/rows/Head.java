package dev.foliot.fleet.rows;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** The first megabyte of a text file, by which its layout is recognised. */
final class Head {
  static final int BYTES = 1 << 20;

  /** A series in braces, as in a dump of Prometheus, has no quotes around its names. */
  private static final Pattern JSON = Pattern.compile("\\[|\\{\\s*([\"}]|$)");

  private static final int MOST_TOKENS = 20_000;
  private static final int MOST_LINES = 50;

  private final String text;
  private final String fileName;
  private final Set<String> jsonPaths;

  /**
   * The head of a file.
   *
   * @param text without blanks and a byte order mark before it
   */
  Head(String text, String fileName) {
    this.text = text;
    this.fileName = fileName;
    this.jsonPaths = isJson() ? paths(text) : Set.of();
  }

  String fileName() {
    return fileName;
  }

  String text() {
    return text;
  }

  boolean isJson() {
    return JSON.matcher(text).lookingAt();
  }

  /** Whether JSON has such a name, where {@code *} stands for one of any spelling. */
  boolean hasLike(String path) {
    if (!path.contains("*")) {
      return jsonPaths.contains(path);
    }
    Pattern like =
        Pattern.compile(
            Stream.of(path.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining("[^.]+")));
    return jsonPaths.stream().anyMatch(like.asMatchPredicate());
  }

  /** Whether JSON has all these names, such as {@code data.result[].metric}. */
  boolean has(String... paths) {
    return jsonPaths.containsAll(List.of(paths));
  }

  /** The first lines that are not blank. */
  List<String> lines() {
    return text.lines().filter(line -> !line.isBlank()).limit(MOST_LINES).toList();
  }

  /** The first line that is not blank; empty for none. */
  String firstLine() {
    return text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
  }

  private static Set<String> paths(String text) {
    Set<String> paths = new LinkedHashSet<>();
    try (JsonParser parser = JsonText.parser(text)) {
      // a name may have dots itself, so each object keeps its own path
      Deque<String> objects = new ArrayDeque<>();
      String path = "";
      JsonToken token = parser.nextToken();
      for (int i = 0; i < MOST_TOKENS && token != null; i++) {
        switch (token) {
          case PROPERTY_NAME -> {
            String outer = objects.element();
            path = outer.isEmpty() ? parser.currentName() : outer + "." + parser.currentName();
            paths.add(path);
          }
          case START_OBJECT -> objects.push(path);
          case START_ARRAY -> path += "[]";
          case END_OBJECT -> path = objects.pop();
          case END_ARRAY -> path = path.substring(0, path.length() - "[]".length());
          default -> {
            // a value
          }
        }
        token = parser.nextToken();
      }
    } catch (JacksonException e) {
      // the head ends within a value, or it is no JSON: its reader says so
    }
    return paths;
  }
}
