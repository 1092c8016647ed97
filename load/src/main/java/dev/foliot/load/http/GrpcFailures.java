package dev.foliot.load.http;

import dev.foliot.load.Failure;
import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.IOException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Maps the statuses of gRPC to failures; those that the client itself finds, to their causes. */
final class GrpcFailures {
  private static final int DEEPEST = 5;

  private GrpcFailures() {}

  /**
   * The failure of a call.
   *
   * @param isSaid whether the server said the status
   * @param isSent whether a connection took the call
   */
  static int of(Status status, boolean isSaid, boolean isSent) {
    if (status.isOk()) {
      return Failure.NONE;
    }
    int code = Failure.GRPC + status.getCode().value();
    if (isSaid) {
      return code;
    }
    Throwable cause = cause(status.getCause());
    String text = String.valueOf(status.getDescription());
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return isSent ? code : Failure.CONNECT_TIME_OUT.code();
    }
    if (cause instanceof SSLException) {
      return Failures.ofHandshake(status.getCause());
    }
    if (cause instanceof Http2Exception || text.contains("HTTP status code")) {
      return Failure.PROTOCOL.code();
    }
    if (text.contains("RST_STREAM")) {
      return Failure.STREAM_RESET.code();
    }
    if (text.contains("GOAWAY")) {
      return Failure.GO_AWAY.code();
    }
    if (status.getCode() != Status.Code.UNAVAILABLE) {
      return code;
    }
    if (!isSent) {
      return cause == null && text.contains("ALPN")
          ? Failure.PROTOCOL.code()
          : Failures.ofConnecting(cause);
    }
    return cause == null ? Failure.CLOSED.code() : Failures.ofConnection(cause);
  }

  /** The one of a chain that says most. */
  private static @Nullable Throwable cause(@Nullable Throwable first) {
    Throwable one = first;
    for (int i = 0; i < DEEPEST && one != null; i++) {
      if (one instanceof SSLException
          || one instanceof Http2Exception
          || one instanceof IOException) {
        return one;
      }
      one = one.getCause();
    }
    return first;
  }
}
