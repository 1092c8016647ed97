package dev.foliot.load;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/**
 * The path to one value of a JSON text, as in {@code $.items[0].id} or {@code $['a b']}. Immutable.
 *
 * <p>A small part of RFC 9535: names and indexes, since one value is wanted.
 *
 * @param steps names as {@code .name}, indexes as {@code [0]}
 */
public record JsonPath(List<String> steps) {
  private static final int MOST_STEPS = 20;
  private static final int LONGEST = 1_000;
  private static final Pattern STEP =
      Pattern.compile("\\.([A-Za-z_][A-Za-z0-9_-]*)|\\['([^'\\\\]+)']|\\[([0-9]{1,6})]");

  /** Keeps a copy. */
  public JsonPath {
    steps = List.copyOf(steps);
  }

  /**
   * Parses a path.
   *
   * @throws FoliotException for an invalid one, with the remedy
   */
  public static JsonPath parse(String text) {
    List<String> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int at = 1;
    boolean isPath = text.startsWith("$") && text.length() <= LONGEST;
    while (isPath && at < text.length() && steps.size() <= MOST_STEPS) {
      isPath = step.find(at) && step.start() == at;
      if (isPath) {
        steps.add(
            step.group(1) != null
                ? "." + step.group(1)
                : step.group(2) != null ? "." + step.group(2) : "[" + step.group(3) + "]");
        at = step.end();
      }
    }
    if (!isPath || steps.size() > MOST_STEPS) {
      throw FoliotException.usage(
          "'"
              + Shown.text(text)
              + "' is no path to one value of JSON: write it as in $.items[0].id or $['a b']");
    }
    return new JsonPath(steps);
  }

  /**
   * The value; empty if it is missing, null, an object or a list, or if the text before it is no
   * JSON. What comes after the value is not read.
   */
  public Optional<String> find(String json) {
    try (JsonParser parser = JsonMapper.shared().createParser(json)) {
      JsonToken token = parser.nextToken();
      for (String step : steps) {
        token = step.startsWith("[") ? item(parser, token, step) : member(parser, token, step);
      }
      return token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL
          ? Optional.of(parser.getString())
          : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** Moves to a member of an object; null if it has none of the name. */
  private static @Nullable JsonToken member(
      JsonParser parser, @Nullable JsonToken at, String step) {
    if (at != JsonToken.START_OBJECT) {
      return null;
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isNamed = parser.currentName().contentEquals(step.subSequence(1, step.length()));
      JsonToken value = parser.nextToken();
      if (isNamed) {
        return value;
      }
      parser.skipChildren();
    }
    return null;
  }

  /** Moves to an item of a list; null if it is shorter. */
  private static @Nullable JsonToken item(JsonParser parser, @Nullable JsonToken at, String step) {
    if (at != JsonToken.START_ARRAY) {
      return null;
    }
    int wanted = Integer.parseInt(step, 1, step.length() - 1, 10);
    for (int i = 0; ; i++) {
      JsonToken value = parser.nextToken();
      if (value == null || value == JsonToken.END_ARRAY) {
        return null;
      }
      if (i == wanted) {
        return value;
      }
      parser.skipChildren();
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("$");
    for (String step : steps) {
      text.append(step.startsWith(".") ? "['" + step.substring(1) + "']" : step);
    }
    return text.toString();
  }
}
