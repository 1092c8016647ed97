package dev.foliot.load.yaml;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.load.yaml.YamlValue.Entries;
import dev.foliot.load.yaml.YamlValue.Items;
import dev.foliot.load.yaml.YamlValue.Scalar;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a mapping. A wrong value is reported and replaced by the default, to find all
 * errors at once. For one thread.
 */
public final class Fields {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  private final Entries entries;
  private final Complaints complaints;

  private Fields(Entries entries, Complaints complaints) {
    this.entries = entries;
    this.complaints = complaints;
  }

  /**
   * The fields of a value, which should be a mapping; otherwise empty. Reports unknown fields.
   *
   * @param what its name, such as {@code an arm}
   * @param known the known fields
   */
  public static Fields of(YamlValue value, String what, List<String> known, Complaints complaints) {
    if (!(value instanceof Entries entries)) {
      complaints.add(
          value.line(),
          what
              + " is a mapping, and here is "
              + value.kind()
              + "; write NAME: VALUE lines with "
              + String.join(", ", known));
      return new Fields(new Entries(value.line(), Map.of(), Map.of()), complaints);
    }
    for (Map.Entry<String, Integer> name : entries.nameLines().entrySet()) {
      if (!known.contains(name.getKey())) {
        complaints.add(
            name.getValue(),
            "there is no field '"
                + Shown.text(name.getKey(), 60)
                + "' in "
                + what
                + Nearest.to(name.getKey(), known)
                    .map(near -> "; did you mean '" + near + "'?")
                    .orElse("; there are " + String.join(", ", known)));
      }
    }
    return new Fields(entries, complaints);
  }

  /** The line where the mapping begins. */
  public int line() {
    return entries.line();
  }

  /** The line of a field; that of the mapping if it is missing. */
  public int line(String name) {
    return entries.nameLines().getOrDefault(name, entries.line());
  }

  public boolean has(String name) {
    return entries.values().containsKey(name);
  }

  public @Nullable YamlValue value(String name) {
    return entries.values().get(name);
  }

  /** Reports an error of a field, or its absence. */
  public void complain(String name, String text) {
    complaints.add(line(name), name + ": " + text);
  }

  /** Reports an error of a value in a field's mapping, in the line of that value. */
  public void complain(String name, String key, String text) {
    int line =
        value(name) instanceof Entries pairs
            ? pairs.nameLines().getOrDefault(key, pairs.line())
            : line(name);
    complaints.add(line, name + ": " + text);
  }

  /** Reports a missing field. */
  public void require(String name, String fix) {
    if (!has(name)) {
      complaints.add(line(), "there is no '" + name + "'; " + fix);
    }
  }

  /** Reports a forbidden field. */
  public void refuse(String name, String why) {
    if (has(name)) {
      complain(name, why);
    }
  }

  /**
   * A field with one value.
   *
   * @param usual the default, also for a wrong value
   * @param reading parses its text; may throw the same errors as an option, with the fix
   */
  public <T> T one(String name, T usual, Function<String, T> reading) {
    return one(name, reading).orElse(usual);
  }

  /** A field with one value; empty if missing or wrong. */
  public <T> Optional<T> one(String name, Function<String, T> reading) {
    YamlValue value = value(name);
    return value == null ? Optional.empty() : read(name, value, reading);
  }

  private <T> Optional<T> read(String name, YamlValue value, Function<String, T> reading) {
    if (!(value instanceof Scalar scalar) || scalar.isEmpty()) {
      complaints.add(
          value instanceof Scalar ? line(name) : value.line(),
          name
              + ": here is "
              + value.kind()
              + ", where one value is wanted; write "
              + name
              + ": VALUE, in quotes if it has signs of YAML in it");
      return Optional.empty();
    }
    try {
      return Optional.of(reading.apply(scalar.text()));
    } catch (FoliotException | BadOptionException e) {
      complaints.add(scalar.line(), name + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A field with a list of values; a single value counts as a list. */
  public <T> List<T> several(String name, List<T> usual, Function<String, T> reading) {
    YamlValue value = value(name);
    if (value == null) {
      return usual;
    }
    List<T> all = new ArrayList<>();
    for (YamlValue item : value instanceof Items items ? items.values() : List.of(value)) {
      read(name, item, reading).ifPresent(all::add);
    }
    if (value instanceof Items items && items.values().isEmpty()) {
      complain(name, "the list is empty; give at least one, or leave " + name + " out");
    }
    return all;
  }

  /** A field with a mapping of values, in its order. */
  public Map<String, String> pairs(String name) {
    YamlValue value = value(name);
    Map<String, String> pairs = new LinkedHashMap<>();
    if (value instanceof Entries some) {
      some.values()
          .forEach((key, one) -> {
            // an empty value is allowed here: FOO: ""
            if (one instanceof Scalar scalar) {
              pairs.put(key, scalar.isEmpty() ? "" : scalar.text());
            } else {
              complaints.add(
                  one.line(),
                  name + ": here is " + one.kind() + "; write " + name + " as NAME: VALUE");
            }
          });
    } else if (value != null) {
      complain(name, "here is " + value.kind() + "; write NAME: VALUE lines under it");
    }
    return pairs;
  }

  /** The items of a field with a list of mappings. */
  public List<YamlValue> items(String name, int most) {
    YamlValue value = value(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof Items items)) {
      complain(name, "here is " + value.kind() + "; write a list, each item beginning with '- '");
      return List.of();
    }
    if (items.values().isEmpty() || items.values().size() > most) {
      complain(name, "there are " + items.values().size() + "; give 1 to " + most);
    }
    return items.values().size() > most ? items.values().subList(0, most) : items.values();
  }

  /**
   * A field with a name.
   *
   * @param longest the maximum number of characters
   */
  public String called(String name, String usual, int longest) {
    return one(
        name,
        usual,
        text -> {
          if (text.isBlank()
              || !text.equals(text.strip())
              || text.length() > longest
              || !Shown.text(text).equals(text)) {
            throw FoliotException.usage(
                "'"
                    + Shown.text(text)
                    + "' is no name; give 1 to "
                    + longest
                    + " printable characters");
          }
          return text;
        });
  }

  public String text(String name, String usual) {
    return one(name, usual, text -> text);
  }

  public long whole(String name, long usual, long least, long most) {
    return one(name, usual, text -> whole(text, least, most));
  }

  public static long whole(String text, long least, long most) {
    if (!WHOLE.matcher(text).matches()) {
      throw FoliotException.usage(
          "'" + Shown.text(text) + "' is no whole number; write one, as in 4");
    }
    long number = Long.parseLong(text);
    if (number < least || number > most) {
      throw FoliotException.usage(number + " is out of range; from " + least + " to " + most);
    }
    return number;
  }

  /** A duration in nanoseconds. */
  public long time(String name, long usualNs, long leastNs, long mostNs) {
    return one(
        name,
        usualNs,
        text -> {
          long ns = TimeSpan.parseNs(text);
          if (ns < leastNs || ns > mostNs) {
            throw FoliotException.usage(
                Shown.text(text)
                    + " is out of range; from "
                    + TimeSpan.format(leastNs)
                    + " to "
                    + TimeSpan.format(mostNs));
          }
          return ns;
        });
  }

  public boolean truth(String name, boolean usual) {
    return one(
        name,
        usual,
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default ->
                  throw FoliotException.usage(
                      "'" + Shown.text(text) + "' is neither true nor false; write one of them");
            });
  }
}
