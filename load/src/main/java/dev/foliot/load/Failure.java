package dev.foliot.load;

import java.util.List;
import java.util.Set;

/**
 * The reason of a failed request. Each unexpected status is a separate failure, with the codes from
 * {@link #STATUS} on.
 */
public enum Failure {
  /** The target does not listen. */
  CONNECT_REFUSED(0, "connect refused"),
  /** The connection took too long. */
  CONNECT_TIME_OUT(1, "connect time-out"),
  /** The connection failed for another reason, for example no route. */
  CONNECT_FAILED(2, "connect failed"),
  /** The driver ran out of file descriptors. */
  NO_DESCRIPTORS(3, "no file descriptors"),
  /** The driver ran out of local ports. */
  NO_PORTS(4, "no local ports"),
  /** The target reset the connection. */
  RESET(5, "reset"),
  /** The target closed the connection before the end of the answer. */
  CLOSED(6, "closed early"),
  /** The answer was not complete in time. */
  TIME_OUT(7, "time-out"),
  /** The answer is not HTTP, or too long. */
  PROTOCOL(8, "protocol"),
  /** The answer failed a check. */
  CHECK(9, "check failed"),
  /** The server's certificate is not trusted, or not for this host. */
  CERTIFICATE(10, "certificate refused"),
  /** The TLS handshake failed for another reason. */
  TLS(11, "TLS failed"),
  /** The server ended the connection of HTTP/2 before it took the request. */
  GO_AWAY(12, "go away"),
  /** The server reset the request's stream of HTTP/2. */
  STREAM_RESET(13, "stream reset"),
  /** The answer lacks a value that later requests of the sequence need. */
  CAPTURE(14, "capture failed"),
  /** The proxy opened no tunnel. */
  PROXY(15, "proxy refused"),
  /** The request's JSON is no message of gRPC, as with a value that was captured or drawn. */
  MESSAGE(16, "bad message"),
  /** A stream of events ended before the last one that was asked for, or in the middle of one. */
  STREAM_ENDED(17, "stream ended early"),
  /** The answer is no stream of events. */
  NO_EVENTS(18, "no event stream");

  /** The code for no failure. */
  public static final int NONE = -1;

  /** The code of an unexpected status is this plus the status. */
  public static final int STATUS = 1_000;

  /** Codes are below this. */
  public static final int CODES = 2_000;

  /** The code of a status of gRPC is this plus its number. */
  public static final int GRPC = 900;

  /** The statuses of gRPC by number; the first is no failure. */
  private static final List<String> GRPC_LABELS =
      List.of(
          "OK",
          "CANCELLED",
          "UNKNOWN",
          "INVALID_ARGUMENT",
          "DEADLINE_EXCEEDED",
          "NOT_FOUND",
          "ALREADY_EXISTS",
          "PERMISSION_DENIED",
          "RESOURCE_EXHAUSTED",
          "FAILED_PRECONDITION",
          "ABORTED",
          "OUT_OF_RANGE",
          "UNIMPLEMENTED",
          "INTERNAL",
          "UNAVAILABLE",
          "DATA_LOSS",
          "UNAUTHENTICATED");

  /** The code of {@code DEADLINE_EXCEEDED}, which the generator itself may find. */
  public static final int DEADLINE = GRPC + GRPC_LABELS.indexOf("DEADLINE_EXCEEDED");

  private static final String STATUS_LABEL = "status ";
  private static final Failure[] ALL = values();

  private final int code;
  private final String label;

  Failure(int code, String label) {
    this.code = code;
    this.label = label;
  }

  public int code() {
    return code;
  }

  /** The name in results. */
  public String label() {
    return label;
  }

  /** The name of a code in results. */
  public static String label(int code) {
    if (code >= STATUS) {
      return STATUS_LABEL + (code - STATUS);
    }
    if (code > GRPC && code < GRPC + GRPC_LABELS.size()) {
      return GRPC_LABELS.get(code - GRPC);
    }
    for (Failure failure : ALL) {
      if (failure.code == code) {
        return failure.label;
      }
    }
    throw new IllegalArgumentException(code + " is no code of a failure");
  }

  /** Whether it is a failure to connect. */
  public static boolean ofConnecting(int code) {
    return (code >= 0 && code <= NO_PORTS.code)
        || code == CERTIFICATE.code
        || code == TLS.code
        || code == PROXY.code;
  }

  /** Whether the target said something, if only a reset. */
  public static boolean isSaid(int code) {
    return (code >= GRPC && code != DEADLINE)
        || code == PROTOCOL.code
        || code == CHECK.code
        || code == CAPTURE.code
        || code == STREAM_ENDED.code
        || code == NO_EVENTS.code
        || code == RESET.code
        || code == CLOSED.code
        || code == GO_AWAY.code
        || code == STREAM_RESET.code;
  }

  /** Whether the target answered, as it does with an unexpected status. */
  public static boolean ofAnswer(String label) {
    return Set.of(PROTOCOL, CHECK, CAPTURE, STREAM_ENDED, NO_EVENTS).stream()
            .anyMatch(one -> one.label.equals(label))
        || label.startsWith(STATUS_LABEL)
        || (GRPC_LABELS.contains(label) && !label.equals(label(DEADLINE)));
  }

  /** Whether the driver lacked a resource, and the target is not the cause. */
  public static boolean ofDriver(String label) {
    return label.equals(NO_DESCRIPTORS.label) || label.equals(NO_PORTS.label);
  }
}
