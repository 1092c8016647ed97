package dev.foliot.hotspot.image;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The flags of a JVM, diagnostic and experimental ones included, as they were when it was attached
 * to. Immutable. Names are without the {@code -XX:}.
 */
public final class JvmFlags {
  private final Map<String, Value> values;

  /** What a flag holds. */
  sealed interface Value {
    /** Yes or no. */
    record Truth(boolean on) implements Value {}

    /** Of any integer type; those above 2^63 are negative. */
    record Whole(long number) implements Value {}

    /** A fraction or a text. */
    record Other() implements Value {}
  }

  JvmFlags(Map<String, Value> values) {
    this.values = new HashMap<>(values);
  }

  /** Whether this JVM has such a flag, of any type. */
  public boolean known(String name) {
    return values.containsKey(name);
  }

  /** The value of a flag that is on or off. */
  public Optional<Boolean> bool(String name) {
    return values.get(name) instanceof Value.Truth(boolean on) ? Optional.of(on) : Optional.empty();
  }

  /** The value of a flag that is an integer, of whatever size. */
  public OptionalLong number(String name) {
    return values.get(name) instanceof Value.Whole(long number)
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  public int count() {
    return values.size();
  }
}
