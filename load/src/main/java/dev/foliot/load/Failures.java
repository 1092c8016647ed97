package dev.foliot.load;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.PrematureChannelClosureException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which failure an exception means. The operating system's words are looked for where there is no
 * type of its own, on Linux in the C locale that the JDK and Netty use.
 */
final class Failures {
  private Failures() {}

  /** Of a connection that was not made. */
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

  /** Of an answer that could not be read. */
  static int ofDecoding(@Nullable Throwable cause) {
    boolean cut = cause instanceof PrematureChannelClosureException;
    return (cut ? Failure.CLOSED : Failure.PROTOCOL).code();
  }

  /** Of a connection that broke. */
  static int ofConnection(Throwable cause) {
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
    for (int i = 0; i < 5 && one != null; i++) {
      all.append(one.getMessage()).append(' ');
      one = one.getCause();
    }
    return all.toString().toLowerCase(Locale.ROOT);
  }
}
