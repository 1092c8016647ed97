package dev.foliot.load.java;

import dev.foliot.bench.TimeSpan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The entries of a mapping in a plan, by their names in YAML. Immutable.
 *
 * @param values texts, numbers, truths, lists and mappings, in the order of their addition
 */
record Entries(Map<String, Object> values) {
  static final Entries NONE = new Entries(Map.of());

  Entries {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** With another entry, or with another value of one. */
  Entries with(String name, Object value) {
    Map<String, Object> all = new LinkedHashMap<>(values);
    all.put(name, Objects.requireNonNull(value, name));
    return new Entries(all);
  }

  Entries with(String name, Duration time) {
    return with(name, text(time));
  }

  Entries with(String name, Path file) {
    return with(name, file.toString());
  }

  /** With more items at the end of a list. */
  Entries adding(String name, List<? extends Object> items) {
    List<Object> all = new ArrayList<>();
    if (values.get(name) instanceof List<?> before) {
      all.addAll(before);
    }
    all.addAll(items);
    return with(name, Collections.unmodifiableList(all));
  }

  /** With an entry in a mapping. */
  Entries within(String name, String key, Object value) {
    Map<Object, Object> all = new LinkedHashMap<>();
    if (values.get(name) instanceof Map<?, ?> before) {
      all.putAll(before);
    }
    all.put(key, Objects.requireNonNull(value, key));
    return with(name, Collections.unmodifiableMap(all));
  }

  /** As a plan has it. */
  static String text(Duration time) {
    try {
      return TimeSpan.format(time.toNanos());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(time + " is longer than any load: give at most 24 h", e);
    }
  }
}
