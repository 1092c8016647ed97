package dev.foliot.apps.json;

/** A text that is no JSON object, or an invalid one; the message has fault and position. */
public final class JsonException extends Exception {
  private static final long serialVersionUID = 1;

  JsonException(String message) {
    super(message);
  }
}
