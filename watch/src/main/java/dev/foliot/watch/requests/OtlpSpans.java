package dev.foliot.watch.requests;

import dev.foliot.store.Json;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests of OpenTelemetry's trace export, in both of its encodings: the spans of the kind SERVER
 * [1]. Other fields are passed over. Stateless.
 *
 * <p>[1] opentelemetry-proto, {@code trace.proto} and {@code trace_service.proto}; names of
 * attributes by the semantic conventions for HTTP, the stable ones and those before.
 */
final class OtlpSpans {
  private static final int SERVER = 2;
  private static final long ERROR_NS = 1_000;
  private static final List<String> METHODS = List.of("http.request.method", "http.method");
  private static final List<String> ROUTES =
      List.of("http.route", "url.path", "http.target", "http.url", "url.full");
  private static final List<String> STATUSES =
      List.of("http.response.status_code", "http.status_code");

  private OtlpSpans() {}

  /** A body that is no such export. */
  static final class BadExportException extends Exception {
    private static final long serialVersionUID = 1;

    BadExportException(String what) {
      super(what);
    }
  }

  /**
   * A span.
   *
   * @param attributes those with texts and whole numbers
   */
  private record Span(
      String name,
      long startNs,
      long endNs,
      String trace,
      boolean isServer,
      Map<String, String> attributes) {
    Optional<AccessRequest> request() {
      if (!isServer || startNs <= 0 || endNs < startNs) {
        return Optional.empty();
      }
      String method = first(METHODS);
      String path = first(ROUTES);
      String status = first(STATUSES);
      return Optional.of(
          new AccessRequest(
              startNs,
              endNs - startNs,
              1,
              ERROR_NS,
              path.isEmpty()
                  ? PathTemplate.of("", name).strip()
                  : PathTemplate.of(method, path).strip(),
              AccessRequest.status(status),
              trace.isEmpty() ? null : trace));
    }

    private String first(List<String> names) {
      return names.stream()
          .map(one -> attributes.getOrDefault(one, ""))
          .filter(value -> !value.isEmpty())
          .findFirst()
          .orElse("");
    }
  }

  /** Of an export in JSON. */
  static List<AccessRequest> json(String text) throws BadExportException {
    Map<?, ?> export =
        Json.parse(text, Map.class).orElseThrow(() -> new BadExportException("no JSON"));
    List<AccessRequest> requests = new ArrayList<>();
    try {
      for (Map<?, ?> resource : objects(export, "resourceSpans")) {
        for (Map<?, ?> scope : objects(resource, "scopeSpans")) {
          for (Map<?, ?> span : objects(scope, "spans")) {
            ofJson(span).request().ifPresent(requests::add);
          }
        }
      }
    } catch (NumberFormatException e) {
      throw new BadExportException("a number is none: " + e.getMessage());
    }
    return requests;
  }

  private static List<Map<?, ?>> objects(Map<?, ?> in, String name) {
    List<Map<?, ?>> all = new ArrayList<>();
    if (in.get(name) instanceof List<?> list) {
      for (Object one : list) {
        if (one instanceof Map<?, ?> map) {
          all.add(map);
        }
      }
    }
    return all;
  }

  private static Span ofJson(Map<?, ?> span) {
    Map<String, String> attributes = new HashMap<>();
    for (Map<?, ?> one : objects(span, "attributes")) {
      if (one.get("value") instanceof Map<?, ?> value) {
        Object given =
            value.containsKey("stringValue") ? value.get("stringValue") : value.get("intValue");
        if (given != null) {
          attributes.put(String.valueOf(one.get("key")), given.toString());
        }
      }
    }
    String kind = text(span, "kind");
    return new Span(
        text(span, "name"),
        number(span, "startTimeUnixNano"),
        number(span, "endTimeUnixNano"),
        text(span, "traceId"),
        kind.equals("SPAN_KIND_SERVER") || kind.equals(String.valueOf(SERVER)),
        attributes);
  }

  private static String text(Map<?, ?> in, String name) {
    Object value = in.get(name);
    return value == null ? "" : value.toString();
  }

  /** Numbers of 64 bits are texts in this encoding. */
  private static long number(Map<?, ?> in, String name) {
    String text = text(in, name);
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  /** Of an export in protobuf. */
  static List<AccessRequest> protobuf(byte[] body) throws BadExportException {
    List<AccessRequest> requests = new ArrayList<>();
    try {
      each(
          ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN),
          (field, number, resource) -> {
            if (field == 1) {
              each(
                  resource,
                  (inResource, any, scope) -> {
                    if (inResource == 2) {
                      each(
                          scope,
                          (inScope, none, span) -> {
                            if (inScope == 2) {
                              ofProtobuf(span).request().ifPresent(requests::add);
                            }
                          });
                    }
                  });
            }
          });
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new BadExportException("no protobuf: it ends within a field, or has an unknown type");
    }
    return requests;
  }

  /** Takes a field of a message. */
  private interface Sink {
    /**
     * A field.
     *
     * @param number its value, if it is one
     * @param content its bytes, if it has any
     */
    void field(int field, long number, ByteBuffer content);
  }

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private static void each(ByteBuffer message, Sink sink) {
    while (message.hasRemaining()) {
      long tag = varint(message);
      int field = (int) (tag >>> 3);
      switch ((int) (tag & 7)) {
        case 0 -> sink.field(field, varint(message), NONE);
        case 1 -> sink.field(field, message.getLong(), NONE);
        case 2 -> {
          long length = varint(message);
          if (length < 0 || length > message.remaining()) {
            throw new BufferUnderflowException();
          }
          ByteBuffer content =
              message.slice(message.position(), (int) length).order(ByteOrder.LITTLE_ENDIAN);
          message.position(message.position() + (int) length);
          sink.field(field, 0, content);
        }
        case 5 -> sink.field(field, message.getInt(), NONE);
        default -> throw new IllegalArgumentException("wire type");
      }
    }
  }

  private static long varint(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = message.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("varint");
  }

  private static Span ofProtobuf(ByteBuffer message) {
    Map<Integer, Long> numbers = new HashMap<>();
    Map<Integer, String> texts = new HashMap<>();
    Map<String, String> attributes = new HashMap<>();
    each(
        message,
        (field, number, content) -> {
          switch (field) {
            case 1 -> {
              byte[] id = new byte[content.remaining()];
              content.get(id);
              texts.put(field, HexFormat.of().formatHex(id));
            }
            case 5 -> texts.put(field, StandardCharsets.UTF_8.decode(content).toString());
            case 6, 7, 8 -> numbers.put(field, number);
            case 9 -> attribute(content, attributes);
            default -> {
              // not needed
            }
          }
        });
    return new Span(
        texts.getOrDefault(5, ""),
        numbers.getOrDefault(7, 0L),
        numbers.getOrDefault(8, 0L),
        texts.getOrDefault(1, ""),
        numbers.getOrDefault(6, 0L) == SERVER,
        attributes);
  }

  private static void attribute(ByteBuffer pair, Map<String, String> attributes) {
    String[] both = {"", ""};
    each(
        pair,
        (field, number, content) -> {
          if (field == 1) {
            both[0] = StandardCharsets.UTF_8.decode(content).toString();
          } else if (field == 2) {
            each(
                content,
                (kind, value, text) -> {
                  if (kind == 1) {
                    both[1] = StandardCharsets.UTF_8.decode(text).toString();
                  } else if (kind == 3) {
                    both[1] = Long.toString(value);
                  }
                });
          }
        });
    attributes.put(both[0], both[1]);
  }
}
