package dev.foliot.apps.json;

/** A text that is no JSON object, or not one that is taken; the message says what and where. */
public final class JsonException extends Exception {
  private static final long serialVersionUID = 1;

  JsonException(String message) {
    super(message);
  }
}
