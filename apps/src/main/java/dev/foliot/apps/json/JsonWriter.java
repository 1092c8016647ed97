package dev.foliot.apps.json;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON value, commas and escapes included. The caller must close all it opens, and use
 * names only in objects.
 *
 * <p>Not thread-safe.
 */
public final class JsonWriter {
  private final StringBuilder text = new StringBuilder(256);
  private boolean wantsComma;

  /** Opens an object. */
  public JsonWriter object() {
    separate();
    text.append('{');
    wantsComma = false;
    return this;
  }

  /** Opens an object that is a field. */
  public JsonWriter object(String name) {
    return name(name).object();
  }

  /** Closes an object. */
  public JsonWriter endObject() {
    text.append('}');
    wantsComma = true;
    return this;
  }

  /** Opens an array that is a field. */
  public JsonWriter array(String name) {
    name(name);
    separate();
    text.append('[');
    wantsComma = false;
    return this;
  }

  /** Closes an array. */
  public JsonWriter endArray() {
    text.append(']');
    wantsComma = true;
    return this;
  }

  /** A field; null is written as null. */
  public JsonWriter field(String name, @Nullable String value) {
    name(name);
    if (value == null) {
      return raw("null");
    }
    quote(value);
    wantsComma = true;
    return this;
  }

  /** A field. */
  public JsonWriter field(String name, long value) {
    return name(name).value(value);
  }

  /** A field; null for NaN and infinity, which JSON lacks. */
  public JsonWriter field(String name, double value) {
    return name(name).value(value);
  }

  /** A field. */
  public JsonWriter field(String name, boolean value) {
    return name(name).raw(String.valueOf(value));
  }

  /** A field that is null. */
  public JsonWriter nothing(String name) {
    return name(name).raw("null");
  }

  /** A value in an array. */
  public JsonWriter value(long value) {
    return raw(String.valueOf(value));
  }

  /** A value in an array; null for NaN and infinity. */
  public JsonWriter value(double value) {
    return raw(Double.isFinite(value) ? String.valueOf(value) : "null");
  }

  private JsonWriter name(String name) {
    separate();
    quote(name);
    text.append(':');
    wantsComma = false;
    return this;
  }

  private JsonWriter raw(String value) {
    separate();
    text.append(value);
    wantsComma = true;
    return this;
  }

  private void separate() {
    if (wantsComma) {
      text.append(',');
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        default -> {
          if (c < ' ' || c == '<' || Character.isSurrogate(c)) {
            // half a pair cannot be written in UTF-8; both halves may be escaped
            text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }

  /** The text written so far. */
  @Override
  public String toString() {
    return text.toString();
  }
}
