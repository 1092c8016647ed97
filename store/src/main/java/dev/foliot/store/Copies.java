package dev.foliot.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Unmodifiable copies that keep their order, and checks of what a record is given. */
public final class Copies {
  private Copies() {}

  /** A copy whose names are Unicode; where that makes two alike, the later ones get apostrophes. */
  public static <V> Map<String, V> ordered(Map<String, V> map) {
    Map<String, V> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(free(key, copy), Objects.requireNonNull(value, key)));
    return Collections.unmodifiableMap(copy);
  }

  /** The key as Unicode, with apostrophes as far as it is taken. */
  public static String free(String key, Map<String, ?> taken) {
    String name = unicode(key);
    while (taken.containsKey(name)) {
      name += "'";
    }
    return name;
  }

  /** The text with U+FFFD for each half of a surrogate pair that stands alone. */
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
   * A deep copy in the terms of JSON: text, {@code Boolean}, {@code Long}, {@code Double}, lists
   * and maps. Anything else becomes its text; entries without a value are left out.
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

  /** A number that JSON can hold. */
  public static double finite(double value, String name) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ": a stored number is finite");
    }
    return value;
  }

  /** A number that JSON can hold, or none. */
  public static @Nullable Double finiteOrNull(@Nullable Double value, String name) {
    return value == null ? null : finite(value, name);
  }
}
