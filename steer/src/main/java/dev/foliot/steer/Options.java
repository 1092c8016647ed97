package dev.foliot.steer;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The agent's options: {@code class=com.acme.Order,offset=24,told=FILE}, where class and offset may
 * come several times. Immutable.
 *
 * @param wanted by class name (as from {@link Class#getName()}), the wanted address modulo a line
 *     of 64 bytes
 * @param told the file for the agent's report; empty for no report
 */
record Options(Map<String, Integer> wanted, Optional<Path> told) {
  static final int LINE_BYTES = 64;
  private static final int WORD_BYTES = 8;
  private static final String EXAMPLE = "write class=com.acme.Order,offset=24,told=FILE";

  Options {
    wanted = Collections.unmodifiableMap(new LinkedHashMap<>(wanted));
  }

  /**
   * Parses the options.
   *
   * @throws IllegalArgumentException if they are invalid; the message is one line with the fix
   */
  static Options parse(@Nullable String text) {
    if (text == null || text.isBlank()) {
      throw new IllegalArgumentException("no class is named: " + EXAMPLE);
    }
    Map<String, Integer> wanted = new LinkedHashMap<>();
    Optional<Path> told = Optional.empty();
    String name = null;
    for (String option : text.split(",", -1)) {
      int equals = option.indexOf('=');
      String value = option.substring(equals + 1).strip();
      switch (equals < 0 ? "" : option.substring(0, equals).strip()) {
        case "class" -> {
          refuseWithoutOffset(name);
          name = name(value);
        }
        case "offset" -> {
          if (name == null) {
            throw new IllegalArgumentException("offset comes after its class: " + EXAMPLE);
          }
          wanted.put(name, offset(value));
          name = null;
        }
        case "told" -> told = Optional.of(file(value));
        default ->
            throw new IllegalArgumentException(
                "'" + option + "' is none of class, offset and told: " + EXAMPLE);
      }
    }
    refuseWithoutOffset(name);
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("no class is named: " + EXAMPLE);
    }
    return new Options(wanted, told);
  }

  private static void refuseWithoutOffset(@Nullable String name) {
    if (name != null) {
      throw new IllegalArgumentException("class " + name + " has no offset: " + EXAMPLE);
    }
  }

  private static String name(String value) {
    if (value.isEmpty() || value.indexOf('/') >= 0 || value.indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          "'" + value + "' is no class: name it as Class.getName() does, as in com.acme.Order");
    }
    return value;
  }

  private static int offset(String value) {
    int offset = value.matches("[0-9]{1,2}") ? Integer.parseInt(value) : LINE_BYTES;
    if (offset >= LINE_BYTES || offset % WORD_BYTES != 0) {
      throw new IllegalArgumentException(
          "offset '" + value + "' is no place of a class in a line: give 0, 8, 16 and so on to 56");
    }
    return offset;
  }

  private static Path file(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("told: no file can have the name '" + value + "'", e);
    }
  }
}
