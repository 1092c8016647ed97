package dev.foliot.bench.jmh;

import dev.foliot.bench.BadOptionException;
import dev.foliot.text.Shown;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Sets the fields with JMH's {@code @Param}. */
final class JmhParam {
  private static final Map<Class<?>, Conversion> CONVERSIONS = conversions();

  private JmhParam() {}

  /**
   * Sets a field to its value.
   *
   * @param values by the names of fields
   * @throws BadOptionException if there is no value, or the field cannot have it
   */
  static void set(Object state, Field field, Map<String, String> values)
      throws IllegalAccessException {
    String text = values.get(field.getName());
    if (text == null) {
      throw new BadOptionException(
          "the list of benchmarks has no value of the parameter %s of %s: build the jar anew"
              .formatted(Shown.text(field.getName()), Shown.text(state.getClass().getName())));
    }
    field.setAccessible(true);
    field.set(state, converted(text, field));
  }

  private static Map<Class<?>, Conversion> conversions() {
    Map<Class<?>, Conversion> all = new HashMap<>();
    all.put(String.class, text -> text);
    both(all, int.class, Integer.class, Integer::valueOf);
    both(all, long.class, Long.class, Long::valueOf);
    both(all, short.class, Short.class, Short::valueOf);
    both(all, byte.class, Byte.class, Byte::valueOf);
    both(all, float.class, Float.class, Float::valueOf);
    both(all, double.class, Double.class, Double::valueOf);
    both(all, boolean.class, Boolean.class, Boolean::valueOf);
    both(all, char.class, Character.class, text -> text.charAt(0));
    return all;
  }

  private static void both(
      Map<Class<?>, Conversion> all, Class<?> primitive, Class<?> box, Conversion conversion) {
    all.put(primitive, conversion);
    all.put(box, conversion);
  }

  @FunctionalInterface
  private interface Conversion {
    Object of(String text);
  }

  private static Object converted(String text, Field field) {
    Object[] constants = field.getType().getEnumConstants();
    Conversion conversion = CONVERSIONS.get(field.getType());
    try {
      if (constants != null) {
        return Arrays.stream(constants)
            .filter(one -> ((Enum<?>) one).name().equals(text))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(text));
      }
      if (conversion != null) {
        return conversion.of(text);
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new BadOptionException(
          "parameter %s cannot be '%s': it is a %s"
              .formatted(
                  Shown.text(field.getName()), Shown.text(text), field.getType().getSimpleName()));
    }
    throw new BadOptionException(
        "parameter %s has a type that only JMH sets: %s"
            .formatted(Shown.text(field.getName()), Shown.text(field.getType().getName())));
  }
}
