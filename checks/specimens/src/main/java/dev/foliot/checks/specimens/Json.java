package dev.foliot.checks.specimens;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** The JSON output of a specimen, without a library in its JVM. */
final class Json {
  private Json() {}

  static String text(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  static String list(List<String> texts) {
    return texts.stream().map(Json::text).collect(joining(",", "[", "]"));
  }
}
