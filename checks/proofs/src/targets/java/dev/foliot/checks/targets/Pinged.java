package dev.foliot.checks.targets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;

/** Answers each byte with a byte, after some work, beside threads that wake up now and then. */
public final class Pinged {
  private static final long BETWEEN_MS = 2_000;

  private Pinged() {}

  /** Takes its port, how often it hashes for a ping, the number of threads, and an access log. */
  public static void main(String[] args) throws Exception {
    int work = Integer.parseInt(args[1]);
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      daemon(Pinged::wakeUpNowAndThen);
    }
    Writer log = args.length > 3 ? Files.newBufferedWriter(Path.of(args[3])) : Writer.nullWriter();
    ServerSocket socket =
        new ServerSocket(Integer.parseInt(args[0]), 8, InetAddress.getLoopbackAddress());
    daemon(() -> {
      try {
        while (true) {
          Socket connection = socket.accept();
          daemon(() -> answer(connection, work, log));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
    Load.await();
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  private static void wakeUpNowAndThen() {
    try {
      while (true) {
        Thread.sleep(BETWEEN_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(Socket connection, int work, Writer log) {
    try (connection) {
      connection.setTcpNoDelay(true);
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] bytes = new byte[8_192];
      byte[] sum = new byte[digest.getDigestLength()];
      while (connection.getInputStream().read() >= 0) {
        Instant start = Instant.now();
        long startNs = System.nanoTime();
        for (int i = 0; i < work; i++) {
          digest.update(bytes);
          digest.digest(sum, 0, sum.length);
          bytes[i] = sum[0];
        }
        connection.getOutputStream().write(sum[0]);
        log.write(
            "{\"start\":\"%s\",\"duration_ns\":%d,\"path\":\"/\"}%n"
                .formatted(start, System.nanoTime() - startNs));
        log.flush();
      }
    } catch (IOException | NoSuchAlgorithmException | DigestException e) {
      throw new IllegalStateException(e);
    }
  }
}
