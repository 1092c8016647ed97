package dev.foliot.apps.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object (RFC 8259), strictly.
 *
 * <p>Bounded against hostile texts: 16 levels deep, numbers of 40 characters with exponents of at
 * most two digits, a name once in an object. The length of the text is its sender's bound.
 *
 * <p>Not thread-safe.
 */
public final class JsonReader {
  private static final int DEEPEST = 16;
  private static final int LONGEST_NUMBER = 40;
  private static final Pattern NUMBER =
      Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]{1,2})?");

  private final String text;
  private int at;

  private JsonReader(String text) {
    this.text = text;
  }

  /**
   * The fields of an object: {@link String}, {@link BigDecimal}, {@link Boolean}, {@link Map},
   * {@link List} or null.
   *
   * @throws JsonException if the text is anything else
   */
  public static Map<String, @Nullable Object> object(String text) throws JsonException {
    JsonReader reader = new JsonReader(text);
    reader.skipSpace();
    if (reader.peek() != '{') {
      throw reader.wrong("an object");
    }
    Map<String, @Nullable Object> object = reader.readObject(1);
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.wrong("the end");
    }
    return object;
  }

  private @Nullable Object readValue(int depth) throws JsonException {
    skipSpace();
    return switch (peek()) {
      case '{' -> readObject(depth);
      case '[' -> readArray(depth);
      case '"' -> readString();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> readNumber();
    };
  }

  private Map<String, @Nullable Object> readObject(int depth) throws JsonException {
    enter('{', depth);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    if (isClosed('}')) {
      return fields;
    }
    do {
      skipSpace();
      String name = readString();
      skipSpace();
      expect(':');
      if (fields.containsKey(name)) {
        throw new JsonException("a name stands twice in an object, at character " + at);
      }
      fields.put(name, readValue(depth + 1));
    } while (goesOn('}'));
    return fields;
  }

  private List<@Nullable Object> readArray(int depth) throws JsonException {
    enter('[', depth);
    List<@Nullable Object> values = new ArrayList<>();
    if (isClosed(']')) {
      return values;
    }
    do {
      values.add(readValue(depth + 1));
    } while (goesOn(']'));
    return values;
  }

  private void enter(char bracket, int depth) throws JsonException {
    if (depth > DEEPEST) {
      throw new JsonException("more than " + DEEPEST + " levels deep, at character " + at);
    }
    expect(bracket);
  }

  private boolean isClosed(char bracket) {
    skipSpace();
    if (peek() != bracket) {
      return false;
    }
    at++;
    return true;
  }

  private boolean goesOn(char bracket) throws JsonException {
    if (isClosed(bracket)) {
      return false;
    }
    expect(',');
    return true;
  }

  private String readString() throws JsonException {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (true) {
      char c = next("the end of a string");
      if (c == '"') {
        return value.toString();
      }
      if (c < ' ') {
        at--;
        throw wrong("an escape for a control character");
      }
      value.append(c == '\\' ? readEscape() : c);
    }
  }

  private char readEscape() throws JsonException {
    char c = next("an escape");
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> readHex();
      default -> {
        at--;
        throw wrong("an escape");
      }
    };
  }

  private char readHex() throws JsonException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      char c = next("four hexadecimal digits");
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        at--;
        throw wrong("a hexadecimal digit");
      }
      value = value * 16 + digit;
    }
    return (char) value;
  }

  private BigDecimal readNumber() throws JsonException {
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt() || number.end() - at > LONGEST_NUMBER) {
      throw wrong("a value");
    }
    BigDecimal value = new BigDecimal(number.group());
    at = number.end();
    return value;
  }

  private @Nullable Object word(String word, @Nullable Object value) throws JsonException {
    if (!text.startsWith(word, at)) {
      throw wrong("a value");
    }
    at += word.length();
    return value;
  }

  private void expect(char c) throws JsonException {
    if (peek() != c) {
      throw wrong("'" + c + "'");
    }
    at++;
  }

  /** The next character; 0 at the end, which JSON never contains. */
  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private char next(String wanted) throws JsonException {
    if (at >= text.length()) {
      throw wrong(wanted);
    }
    return text.charAt(at++);
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private JsonException wrong(String wanted) {
    return new JsonException("no JSON: " + wanted + " is missing at character " + at);
  }
}
