package dev.foliot.apps.service;

import dev.foliot.apps.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/** What a service answers. Immutable; its body is not to be changed. */
public final class Answer {
  private final int status;
  private final String contentType;
  private final String allow;
  private final byte[] body;

  private Answer(int status, String contentType, String allow, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.allow = allow;
    this.body = body;
  }

  /** JSON. */
  public static Answer json(int status, JsonWriter body) {
    return new Answer(status, "application/json", "", bytes(body.toString()));
  }

  /** Text for people, in UTF-8. */
  public static Answer text(String body) {
    return new Answer(200, "text/plain; charset=utf-8", "", bytes(body));
  }

  /**
   * An error answer.
   *
   * @param status 400 or more
   * @param error a code for programs
   * @param message the fault and the remedy, for people
   */
  public static Answer error(int status, String error, String message) {
    return json(
        status,
        new JsonWriter().object().field("error", error).field("message", message).endObject());
  }

  /** A path that is there, but not for that method. */
  static Answer wrongMethod(String allowed) {
    Answer error =
        error(405, "method_not_allowed", "this path is not for that method: use " + allowed);
    return new Answer(error.status, error.contentType, allowed, error.body);
  }

  int status() {
    return status;
  }

  String contentType() {
    return contentType;
  }

  /** The methods of the path, where the status is 405; else empty. */
  String allow() {
    return allow;
  }

  byte[] body() {
    return body;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
