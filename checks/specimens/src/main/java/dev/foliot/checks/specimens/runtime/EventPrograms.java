package dev.foliot.checks.specimens.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** Programs whose problem only the events of the JVM show, and as busy controls. */
final class EventPrograms {
  private static final int THREADS = 2;
  private static final long ANSWER_MS = 10;
  private static final AtomicLong SUM = new AtomicLong();

  private EventPrograms() {}

  /** A part of a program that is repeated for ever. */
  private interface Step {
    void play(int round) throws Exception;
  }

  private static void repeat(String name, int threads, Step step) {
    for (int i = 1; i <= threads; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int round = 0; ; round++) {
                  try {
                    step.play(round);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                }
              },
              name + "-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static void compute(int rounds) {
    long sum = SUM.get();
    for (int i = 0; i < rounds; i++) {
      sum = sum * 31 + (i ^ (sum >>> 7));
    }
    SUM.lazySet(sum);
  }

  /** Two threads parse words, of which all or none are numbers. */
  static void parse(boolean isNumber) {
    repeat(
        "parser",
        THREADS,
        round -> {
          if (!parsed((isNumber ? "" : "x") + round)) {
            SUM.incrementAndGet();
          }
          compute(5_000);
        });
  }

  private static boolean parsed(String word) {
    try {
      SUM.addAndGet(Integer.parseInt(word));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Two threads divide, by zero or not; the JVM finds out by a trap in compiled code. */
  static void divide(boolean byZero) {
    repeat(
        "divider",
        THREADS,
        round -> {
          try {
            SUM.addAndGet(quotient(round, byZero && round % 2 == 0 ? 0 : 7));
          } catch (ArithmeticException e) {
            SUM.incrementAndGet();
          }
          compute(5_000);
        });
  }

  private static int quotient(int dividend, int divisor) {
    return dividend / divisor;
  }

  /**
   * Two threads ask a server again and again. The answer takes a while, or the threads pause as
   * long between two questions.
   */
  static void ask(boolean isSlow) throws IOException {
    ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    repeat(
        "listener",
        1,
        accepted -> {
          Socket one = server.accept();
          repeat("server-" + accepted, 1, round -> answer(one, isSlow));
        });
    for (int i = 0; i < THREADS; i++) {
      Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
      repeat("client-" + i, 1, round -> question(socket, isSlow));
    }
  }

  private static void answer(Socket socket, boolean isSlow) throws Exception {
    int read = socket.getInputStream().read();
    if (isSlow) {
      Thread.sleep(ANSWER_MS);
    }
    socket.getOutputStream().write(read);
  }

  private static void question(Socket socket, boolean isSlow) throws Exception {
    OutputStream out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    out.write(1);
    SUM.addAndGet(in.read());
    if (!isSlow) {
      Thread.sleep(ANSWER_MS);
    }
    compute(5_000);
  }
}
