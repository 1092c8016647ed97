package plants;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is planted outside of the server, and the process that orders ask: {@code Outside START_MS
 * CELL_MS FOLDER [QUOTA_FILE LIMIT NONE]}. Prints its port.
 */
public final class Outside {
  private static final long USUAL_MS = 1;
  private static final long SLOW_MS = 250;

  private static volatile long answerMs = USUAL_MS;

  private Outside() {}

  /** Answers until it is ended. */
  public static void main(String[] args) throws Exception {
    Plant.Schedule schedule = new Plant.Schedule(Long.parseLong(args[0]), Long.parseLong(args[1]));
    List<Spans.Act> acts = new ArrayList<>();
    acts.add(new Spans.Act(Plant.SLOW_DEPENDENCY, Outside::beSlow));
    if (args.length > 3) {
      Path quota = Path.of(args[3]);
      acts.add(
          new Spans.Act(
              Plant.THROTTLING,
              span -> {
                Files.writeString(quota, args[4]);
                try {
                  Spans.until(span.toMs());
                } finally {
                  Files.writeString(quota, args[5]);
                }
              }));
    }
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      new Spans(schedule, Path.of(args[2]).resolve("spans-outside")).play(acts);
      System.out.println("port " + socket.getLocalPort());
      while (true) {
        Socket connection = socket.accept();
        Thread thread = new Thread(() -> answer(connection), "answer");
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  private static void answer(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      while (connection.getInputStream().read() >= 0) {
        Thread.sleep(answerMs);
        connection.getOutputStream().write(1);
      }
    } catch (IOException | InterruptedException e) {
      // the server has ended
    }
  }

  private static void beSlow(Plant.Span span) throws InterruptedException {
    answerMs = SLOW_MS;
    try {
      Spans.until(span.toMs());
    } finally {
      answerMs = USUAL_MS;
    }
  }
}
