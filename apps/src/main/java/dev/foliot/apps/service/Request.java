package dev.foliot.apps.service;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A request that was read whole. Immutable. */
public final class Request {
  private final String method;
  private final String target;
  private final byte[] body;
  private final long receivedNs;
  private final List<String> variables;

  Request(String method, String target, byte[] body, long receivedNs) {
    this(method, target, body, receivedNs, List.of());
  }

  private Request(
      String method, String target, byte[] body, long receivedNs, List<String> variables) {
    this.method = method;
    this.target = target;
    this.body = body;
    this.receivedNs = receivedNs;
    this.variables = variables;
  }

  Request with(List<String> found) {
    return new Request(method, target, body, receivedNs, found);
  }

  /** The method as received, usually in capitals. */
  public String method() {
    return method;
  }

  /** When its last byte was read, by the server's clock. */
  public long receivedNs() {
    return receivedNs;
  }

  /** The path as received, without the query. */
  String path() {
    int question = target.indexOf('?');
    return question < 0 ? target : target.substring(0, question);
  }

  /** The part of the path at the n-th variable of its pattern. */
  public String variable(int index) {
    return variables.get(index);
  }

  /**
   * What the query gives, decoded.
   *
   * @param known the names that may be there
   * @throws RefusedException if it cannot be read, or gives anything else, or anything twice
   */
  public Query query(Set<String> known) throws RefusedException {
    Map<String, List<String>> given;
    try {
      given = new QueryStringDecoder(target, StandardCharsets.UTF_8, true, 16).parameters();
    } catch (IllegalArgumentException e) {
      throw new RefusedException(400, "bad_query", "the query cannot be read: encode it in UTF-8");
    }
    for (Map.Entry<String, List<String>> parameter : given.entrySet()) {
      if (!known.contains(parameter.getKey()) || parameter.getValue().size() > 1) {
        throw new RefusedException(
            400,
            "bad_query",
            "'"
                + Shown.text(parameter.getKey())
                + "' is not known here or stands twice: use "
                + (known.isEmpty() ? "none" : String.join(", ", known.stream().sorted().toList())));
      }
    }
    return name -> Optional.ofNullable(given.get(name)).map(values -> values.get(0));
  }

  /** What a query gives. */
  @FunctionalInterface
  public interface Query {
    /** The value of that name. */
    Optional<String> value(String name);
  }

  /**
   * The body as text.
   *
   * @throws RefusedException if it is no UTF-8
   */
  public String text() throws RefusedException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw new RefusedException(400, "bad_encoding", "the body is no UTF-8: encode it so");
    }
  }
}
