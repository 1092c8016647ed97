package dev.foliot.load.yaml;

import java.util.List;
import java.util.Map;

/** A value of a YAML file, with its first line, from 1. */
public sealed interface YamlValue {
  /** Its first line, from 1. */
  int line();

  /** Its kind in words. */
  default String kind() {
    return switch (this) {
      case Scalar scalar when scalar.isEmpty() -> "nothing";
      case Scalar _ -> "one value";
      case Items _ -> "a list";
      case Entries _ -> "a mapping";
    };
  }

  /**
   * A single value.
   *
   * @param text its content, without quotes
   * @param quoted whether it has quotes, or is a block of text
   * @param from its beginning in the file, in code points
   * @param to its end
   */
  record Scalar(int line, String text, boolean quoted, int from, int to) implements YamlValue {
    /** Whether it is nothing, and not an empty text in quotes. */
    public boolean isEmpty() {
      return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }
  }

  /** A list. */
  record Items(int line, List<YamlValue> values) implements YamlValue {
    /** Keeps a copy. */
    public Items {
      values = List.copyOf(values);
    }
  }

  /**
   * A mapping, in the order of the file.
   *
   * @param values by their names
   * @param nameLines the line of each name
   */
  record Entries(int line, Map<String, YamlValue> values, Map<String, Integer> nameLines)
      implements YamlValue {}
}
