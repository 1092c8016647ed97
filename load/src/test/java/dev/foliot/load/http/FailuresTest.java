package dev.foliot.load.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.Failure;
import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import org.junit.jupiter.api.Test;

/** The failures of exceptions, including some that a test cannot provoke. */
final class FailuresTest {
  @Test
  void shouldTellTheKindsOfConnectingApart() {
    assertThat(connecting(new ConnectException("Connection refused"))).isEqualTo("connect refused");
    assertThat(connecting(new ConnectTimeoutException("connection timed out: /x:1")))
        .isEqualTo("connect time-out");
    assertThat(connecting(new NoRouteToHostException("No route to host")))
        .isEqualTo("connect failed");
    assertThat(
            connecting(
                new ChannelException(
                    "Unable to create Channel from class",
                    new ChannelException(
                        new IOException("newSocketStream(..) failed: Too many open files")))))
        .isEqualTo("no file descriptors");
    assertThat(connecting(new ConnectException("Cannot assign requested address")))
        .isEqualTo("no local ports");
    assertThat(Failures.ofConnecting(null)).isEqualTo(Failure.CONNECT_FAILED.code());
  }

  @Test
  void shouldTellTheEndsOfConnectionsApart() {
    assertThat(Failure.label(Failures.ofConnection(new IOException("Connection reset by peer"))))
        .isEqualTo("reset");
    assertThat(Failure.label(Failures.ofConnection(new IOException("Broken pipe"))))
        .isEqualTo("reset");
    assertThat(Failure.label(Failures.ofConnection(new IllegalStateException("x"))))
        .isEqualTo("protocol");
    assertThat(Failure.label(Failure.STATUS + 404)).isEqualTo("status 404");
  }

  private static String connecting(Throwable cause) {
    return Failure.label(Failures.ofConnecting(cause));
  }
}
