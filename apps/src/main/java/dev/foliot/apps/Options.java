package dev.foliot.apps;

import dev.foliot.apps.service.Shown;
import dev.foliot.apps.service.TimeSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The options of one command, {@code --name value}, each at most once. Options that no code read
 * are unknown: see {@link #refuseOthers}.
 *
 * <p>Not thread-safe.
 */
final class Options {
  private final String command;
  private final Map<String, String> given = new LinkedHashMap<>();
  private final List<String> known = new ArrayList<>();

  Options(String command, List<String> words) throws UsageException {
    this.command = command;
    for (int i = 0; i < words.size(); i += 2) {
      String name = words.get(i);
      if (!name.startsWith("--")) {
        throw new UsageException("'" + Shown.text(name) + "' is no option: write --name value");
      }
      if (i + 1 == words.size()) {
        throw new UsageException(Shown.text(name) + " has no value: write --name value");
      }
      if (given.put(name, words.get(i + 1)) != null) {
        throw new UsageException(Shown.text(name) + " is given twice: give it once");
      }
    }
  }

  /** The value of an option, or nothing. */
  Optional<String> text(String name) {
    known.add(name);
    return Optional.ofNullable(given.get(name));
  }

  /** An option's value, converted by a function; may be empty. */
  <T> Optional<T> value(String name, Function<String, T> parse) throws UsageException {
    Optional<String> text = text(name);
    try {
      return text.map(parse);
    } catch (IllegalArgumentException e) {
      throw new UsageException(name + ": " + e.getMessage());
    }
  }

  /** A whole number within a range. */
  Optional<Integer> number(String name, int least, int most) throws UsageException {
    return value(
        name,
        text -> {
          long number = text.matches("[0-9]{1,10}") ? Long.parseLong(text) : -1;
          if (number < least || number > most) {
            throw new IllegalArgumentException(
                "'" + Shown.text(text) + "' is no whole number from " + least + " to " + most);
          }
          return (int) number;
        });
  }

  /** A duration in nanoseconds within a range. */
  Optional<Long> durationNs(String name, String least, String most) throws UsageException {
    return value(name, text -> TimeSpan.parseNs(text, least, most));
  }

  /** Refuses options that no code has read. */
  void refuseOthers() throws UsageException {
    for (String name : given.keySet()) {
      if (!known.contains(name)) {
        throw new UsageException(
            Shown.text(name)
                + " is no option of "
                + command
                + ": it has "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
  }
}
