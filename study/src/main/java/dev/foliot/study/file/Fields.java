package dev.foliot.study.file;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.study.file.YamlValue.Entries;
import dev.foliot.study.file.YamlValue.Items;
import dev.foliot.study.file.YamlValue.Scalar;
import dev.foliot.text.LabException;
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
 * The fields of a mapping. What is wrong with one is complained of, and the usual value stands in
 * for it, so that all that is wrong is found at once. For one thread.
 */
final class Fields {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");

  private final Entries entries;
  private final Complaints complaints;

  private Fields(Entries entries, Complaints complaints) {
    this.entries = entries;
    this.complaints = complaints;
  }

  /**
   * Those of a value, which should be a mapping; without any where it is not. Of those that are not
   * known is complained.
   *
   * @param what it is, as in {@code an arm}
   * @param known which there are
   */
  static Fields of(YamlValue value, String what, List<String> known, Complaints complaints) {
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

  /** In which line the mapping begins. */
  int line() {
    return entries.line();
  }

  /** In which line a field stands; that of the mapping where it is not there. */
  int line(String name) {
    return entries.nameLines().getOrDefault(name, entries.line());
  }

  boolean has(String name) {
    return entries.values().containsKey(name);
  }

  @Nullable YamlValue value(String name) {
    return entries.values().get(name);
  }

  /** Complains of a field, or of its not being there. */
  void complain(String name, String text) {
    complaints.add(line(name), name + ": " + text);
  }

  /** Complains of one of the values of a field that has a mapping, in the line of that value. */
  void complain(String name, String key, String text) {
    int line =
        value(name) instanceof Entries pairs
            ? pairs.nameLines().getOrDefault(key, pairs.line())
            : line(name);
    complaints.add(line, name + ": " + text);
  }

  /** Complains where a field is not there. */
  void require(String name, String fix) {
    if (!has(name)) {
      complaints.add(line(), "there is no '" + name + "'; " + fix);
    }
  }

  /** Complains where a field is there. */
  void refuse(String name, String why) {
    if (has(name)) {
      complain(name, why);
    }
  }

  /**
   * A field that has one value.
   *
   * @param usual where it is not there, or wrong
   * @param reading of its text; may throw what an option may, with the fix
   */
  <T> T one(String name, T usual, Function<String, T> reading) {
    return one(name, reading).orElse(usual);
  }

  /** A field that has one value; empty where it is not there, or wrong. */
  <T> Optional<T> one(String name, Function<String, T> reading) {
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
    } catch (LabException | BadOptionException e) {
      complaints.add(scalar.line(), name + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A field that has a list of values, or one, which is as good as a list of it. */
  <T> List<T> several(String name, List<T> usual, Function<String, T> reading) {
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

  /** A field that has a mapping of values, in its order. */
  Map<String, String> pairs(String name) {
    YamlValue value = value(name);
    Map<String, String> pairs = new LinkedHashMap<>();
    if (value instanceof Entries some) {
      some.values()
          .forEach((key, one) -> {
            // an empty value is one here: FOO: ""
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

  /** The items of a field that has a list of mappings. */
  List<YamlValue> items(String name, int most) {
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
   * A field that has what something is called.
   *
   * @param longest how many characters it may have
   */
  String called(String name, String usual, int longest) {
    return one(
        name,
        usual,
        text -> {
          if (text.isBlank()
              || !text.equals(text.strip())
              || text.length() > longest
              || !Shown.text(text).equals(text)) {
            throw LabException.usage(
                "'"
                    + Shown.text(text)
                    + "' is no name; give 1 to "
                    + longest
                    + " printable characters");
          }
          return text;
        });
  }

  String text(String name, String usual) {
    return one(name, usual, text -> text);
  }

  long whole(String name, long usual, long least, long most) {
    return one(name, usual, text -> whole(text, least, most));
  }

  static long whole(String text, long least, long most) {
    if (!WHOLE.matcher(text).matches()) {
      throw LabException.usage("'" + Shown.text(text) + "' is no whole number; write one, as in 4");
    }
    long number = Long.parseLong(text);
    if (number < least || number > most) {
      throw LabException.usage(number + " is out of range; from " + least + " to " + most);
    }
    return number;
  }

  /** A length of time in nanoseconds. */
  long time(String name, long usualNs, long leastNs, long mostNs) {
    return one(
        name,
        usualNs,
        text -> {
          long ns = TimeSpan.parseNs(text);
          if (ns < leastNs || ns > mostNs) {
            throw LabException.usage(
                Shown.text(text)
                    + " is out of range; from "
                    + TimeSpan.format(leastNs)
                    + " to "
                    + TimeSpan.format(mostNs));
          }
          return ns;
        });
  }

  boolean truth(String name, boolean usual) {
    return one(
        name,
        usual,
        text ->
            switch (text) {
              case "true" -> true;
              case "false" -> false;
              default ->
                  throw LabException.usage(
                      "'" + Shown.text(text) + "' is neither true nor false; write one of them");
            });
  }
}
