package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.apps.service.EnvironmentException;
import dev.foliot.apps.service.NanoClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DelayedLinkTest {
  private static final long DELAY_NS = 50_000_000;
  private static final int LONGEST_MS = 60_000;

  private final Delays delays = new Delays(DELAY_NS, new Delays.Distribution.Constant(), 1);
  private final RemoteSystem system = new RemoteSystem(delays, NanoClock.system());
  private final List<DelayedLink> links = new ArrayList<>();

  @AfterEach
  void stop() {
    links.forEach(DelayedLink::stop);
  }

  private Socket connected(InetSocketAddress target) throws IOException, EnvironmentException {
    DelayedLink link = new DelayedLink(0, target, 1, system, NanoClock.system());
    links.add(link);
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
    socket.setSoTimeout(LONGEST_MS);
    return socket;
  }

  private static InetSocketAddress address(ServerSocket server) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
  }

  /** A server of one connection that sends back what it gets, until the other side is done. */
  private static Future<Void> echo(ServerSocket server) {
    return CompletableFuture.runAsync(() -> {
      try (Socket socket = server.accept();
          OutputStream out = socket.getOutputStream()) {
        socket.setSoTimeout(LONGEST_MS);
        byte[] bytes = new byte[64 << 10];
        InputStream in = socket.getInputStream();
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
          out.write(bytes, 0, count);
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  @Test
  void shouldHandOnAnswersAfterTheDelayAndNeverBefore() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<Void> served = echo(server);
      try (Socket socket = connected(address(server))) {
        for (int i = 0; i < 5; i++) {
          byte[] asked = ("question " + i).getBytes(StandardCharsets.UTF_8);
          long beforeNs = System.nanoTime();
          socket.getOutputStream().write(asked);
          assertThat(socket.getInputStream().readNBytes(asked.length)).isEqualTo(asked);
          assertThat(System.nanoTime() - beforeNs).isGreaterThanOrEqualTo(DELAY_NS);
        }
      }
      served.get();
    }
    assertThat(delays.drawn()).isGreaterThanOrEqualTo(5);
  }

  /** Many reads in flight at once, more than the link keeps. */
  @Test
  void shouldKeepTheOrderOfALongAnswer() throws Exception {
    byte[] sent = new byte[12 << 20];
    new Random(7).nextBytes(sent);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Future<Void> served =
          CompletableFuture.runAsync(() -> {
            try (Socket socket = server.accept()) {
              socket.getOutputStream().write(sent);
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      try (Socket socket = connected(address(server))) {
        // the other side has closed by then; what it sent arrives all the same
        assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
      }
      served.get();
    }
  }

  @Test
  void shouldCloseWhereTheOtherSystemIsNotThere() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = address(server);
    }

    try (Socket socket = connected(nobody)) {
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void shouldRefuseAPortThatIsTaken() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() ->
              new DelayedLink(
                  server.getLocalPort(), address(server), 1, system, NanoClock.system()))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageStartingWith("port " + server.getLocalPort() + " is not available (");
    }
  }
}
