package dev.foliot.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Unmodifiable copies in the same order, and checks of a record's values. */
public final class Copies {
  private Copies() {}

  /** Copies a map with valid Unicode names; later duplicates get apostrophes. */
  public static <V> Map<String, V> ordered(Map<String, V> map) {
    Map<String, V> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(free(key, copy), Objects.requireNonNull(value, key)));
    return Collections.unmodifiableMap(copy);
  }

  /** The key as valid Unicode, with apostrophes until it is free. */
  public static String free(String key, Map<String, ?> taken) {
    String name = unicode(key);
    while (taken.containsKey(name)) {
      name += "'";
    }
    return name;
  }

  /** The text with U+FFFD in place of each lone surrogate. */
  public static String unicode(String text) {
    if (text.chars().noneMatch(c -> Character.isSurrogate((char) c))) {
      return text;
    }
    StringBuilder whole = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
        .forEach(whole::appendCodePoint);
    return whole.toString();
  }

  /**
   * A deep copy with JSON types: text, {@code Boolean}, {@code Long}, {@code Double}, lists and
   * maps. Other values become text; null entries are left out.
   */
  public static Map<String, Object> facts(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> {
      if (value != null) {
        copy.put(free(String.valueOf(key), copy), fact(value));
      }
    });
    return Collections.unmodifiableMap(copy);
  }

  private static Object fact(Object value) {
    return switch (value) {
      case Map<?, ?> map -> facts(map);
      case Collection<?> several -> {
        List<Object> copy = new ArrayList<>();
        several.forEach(one -> copy.add(one == null ? "" : fact(one)));
        yield Collections.unmodifiableList(copy);
      }
      case Boolean truth -> truth;
      case Byte number -> number.longValue();
      case Short number -> number.longValue();
      case Integer number -> number.longValue();
      case Long number -> number;
      case Float number when Float.isFinite(number) -> number.doubleValue();
      case Double number when Double.isFinite(number) -> number;
      default -> value.toString();
    };
  }

  /** Checks that JSON can hold a number. */
  public static double finite(double value, String name) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ": a stored number is finite");
    }
    return value;
  }

  /** Checks that JSON can hold a number, if present. */
  public static @Nullable Double finiteOrNull(@Nullable Double value, String name) {
    return value == null ? null : finite(value, name);
  }
}
