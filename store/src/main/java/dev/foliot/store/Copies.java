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
final class Copies {
  private Copies() {}

  static <V> Map<String, V> ordered(Map<String, V> map) {
    Map<String, V> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(key, Objects.requireNonNull(value, key)));
    return Collections.unmodifiableMap(copy);
  }

  /**
   * A deep copy in the terms of JSON: text, {@code Boolean}, {@code Long}, {@code Double}, lists
   * and maps. Anything else becomes its text; entries without a value are left out.
   */
  static Map<String, Object> facts(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> {
      if (value != null) {
        copy.put(String.valueOf(key), fact(value));
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
  static double finite(double value, String name) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " is " + value + ": a stored number is finite");
    }
    return value;
  }

  /** A number that JSON can hold, or none. */
  static @Nullable Double finiteOrNull(@Nullable Double value, String name) {
    return value == null ? null : finite(value, name);
  }
}
