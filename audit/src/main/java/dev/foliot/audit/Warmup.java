package dev.foliot.audit;

import dev.foliot.bench.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Lets the JVM compile the server before a tool uses it. Runs another server under requests for
 * less than a second.
 */
final class Warmup {
  private static final long LENGTH_NS = 500_000_000;
  private static final long SERVICE_NS = 50_000;
  private static final int AT_ONCE = 20;
  private static final byte[] REQUEST =
      "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: foliot\r\nAccept: */*\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  private Warmup() {}

  /** Runs it. If it fails, the first requests are late, which the verdict reports. */
  static void run() throws InterruptedException {
    AuditPlan plan = new AuditPlan(List.of("none"), SERVICE_NS, 0, 0);
    NanoClock clock = NanoClock.system();
    long startNs = clock.nanoTime();
    try (AuditServer server = AuditServer.start(plan);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setTcpNoDelay(true);
      byte[] answers = new byte[1 << 14];
      long answerBytes = 0;
      while (clock.nanoTime() - startNs < LENGTH_NS) {
        for (int i = 0; i < AT_ONCE; i++) {
          socket.getOutputStream().write(REQUEST);
        }
        for (int left = AT_ONCE; left > 0; ) {
          int read = socket.getInputStream().read(answers);
          if (read < 0) {
            return;
          }
          answerBytes += read;
          left = AT_ONCE - (int) (answerBytes / Answer.OK.length());
        }
        answerBytes = 0;
      }
      server.stop();
    } catch (IOException e) {
      // the audit itself reports a faulty loopback interface
    }
  }
}
