package dev.foliot.load.http;

import dev.foliot.load.Failure;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.PrematureChannelClosureException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Maps exceptions to failures. Without a specific type it searches the operating system's message,
 * on Linux in the C locale of the JDK and Netty.
 */
final class Failures {
  private static final int DEEPEST = 5;

  private Failures() {}

  /** The failure of a connection attempt. */
  static int ofConnecting(@Nullable Throwable cause) {
    String text = text(cause);
    if (text.contains("too many open files") || text.contains("emfile")) {
      return Failure.NO_DESCRIPTORS.code();
    }
    if (text.contains("cannot assign requested address")) {
      return Failure.NO_PORTS.code();
    }
    if (cause instanceof ConnectTimeoutException || text.contains("timed out")) {
      return Failure.CONNECT_TIME_OUT.code();
    }
    if (cause instanceof NoRouteToHostException) {
      return Failure.CONNECT_FAILED.code();
    }
    boolean refused = cause instanceof ConnectException && text.contains("refused");
    return (refused ? Failure.CONNECT_REFUSED : Failure.CONNECT_FAILED).code();
  }

  /** The failure of a TLS handshake. */
  static int ofHandshake(@Nullable Throwable cause) {
    Throwable one = cause;
    for (int i = 0; i < DEEPEST && one != null; i++) {
      if (one instanceof CertificateException) {
        return Failure.CERTIFICATE.code();
      }
      one = one.getCause();
    }
    if (cause instanceof ClosedChannelException) {
      return Failure.CLOSED.code();
    }
    return cause instanceof SSLException ? Failure.TLS.code() : ofConnection(cause);
  }

  /** The failure of decoding an answer. */
  static int ofDecoding(@Nullable Throwable cause) {
    boolean cut = cause instanceof PrematureChannelClosureException;
    return (cut ? Failure.CLOSED : Failure.PROTOCOL).code();
  }

  /** The failure of an established connection. */
  static int ofConnection(@Nullable Throwable cause) {
    if (!(cause instanceof IOException)) {
      return Failure.PROTOCOL.code();
    }
    String text = text(cause);
    boolean reset = text.contains("reset") || text.contains("broken pipe");
    return (reset ? Failure.RESET : Failure.CLOSED).code();
  }

  private static String text(@Nullable Throwable cause) {
    StringBuilder all = new StringBuilder();
    Throwable one = cause;
    for (int i = 0; i < DEEPEST && one != null; i++) {
      all.append(one.getMessage()).append(' ');
      one = one.getCause();
    }
    return all.toString().toLowerCase(Locale.ROOT);
  }
}
