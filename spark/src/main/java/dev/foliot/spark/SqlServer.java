package dev.foliot.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.spark.sql.SparkSession;

/**
 * A server over its pipes, the other end of {@code dev.foliot.spark.pipe.SparkPipe}: SQL of fleets,
 * and loads in parts.
 *
 * <p>A request is a number of texts: a verb and its arguments. An answer is the types of its
 * columns and its rows, or an error of one line. It ends when its input does, also during a query.
 */
public final class SqlServer {
  private static final byte[] MAGIC = "\nfoliot-spark 1\n".getBytes(StandardCharsets.UTF_8);
  private static final int MOST_WORDS = 1 << 22;
  private static final int LONGEST_WORD = 1 << 30;
  private static final int BUFFER = 1 << 16;
  private static final long EXIT_WAIT_MS = 10_000;
  private static final String[] END = {};

  private SqlServer() {}

  /**
   * Serves Foliot, or runs {@code foliot fleet} in this process.
   *
   * @param args {@code --serve}, or the arguments of {@code foliot fleet}
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    if (args.length != 1 || !args[0].equals("--serve")) {
      FleetInProcess.main(args);
      return;
    }
    OutputStream answers = new FileOutputStream(FileDescriptor.out);
    // whatever else prints goes to the log
    System.setOut(System.err);
    serve(System.in, answers, SqlServer::exit);
  }

  /** Serves in a thread of this process. Found by its name. */
  public static void start(InputStream requests, OutputStream answers) {
    Thread thread =
        new Thread(
            () -> {
              try (answers) {
                serve(requests, answers, () -> {});
              } catch (IOException e) {
                // nobody listens any more
              }
            },
            "foliot-spark");
    thread.setDaemon(true);
    thread.start();
  }

  private static void exit() {
    Thread last =
        new Thread(
            () -> {
              try {
                Thread.sleep(EXIT_WAIT_MS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(1);
            },
            "foliot-exit");
    last.setDaemon(true);
    last.start();
    System.exit(0);
  }

  private static void serve(InputStream requests, OutputStream answers, Runnable ended) {
    BlockingQueue<String[]> queue = new LinkedBlockingQueue<>();
    Thread reader =
        new Thread(
            () -> {
              read(requests, queue);
              ended.run();
            },
            "foliot-requests");
    reader.setDaemon(true);
    reader.start();
    try (SparkSession spark = Sessions.open()) {
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(answers, BUFFER));
      out.write(MAGIC);
      out.flush();
      Answers to = new Answers(out);
      Requests all = new Requests(spark, to);
      for (String[] words = queue.take(); words != END; words = queue.take()) {
        all.answer(words);
        out.flush();
      }
    } catch (IOException e) {
      // nobody listens any more
      ended.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void read(InputStream requests, BlockingQueue<String[]> queue) {
    try {
      DataInputStream in = new DataInputStream(new BufferedInputStream(requests, BUFFER));
      while (true) {
        String[] words = new String[length(in, MOST_WORDS)];
        for (int i = 0; i < words.length; i++) {
          words[i] = new String(in.readNBytes(length(in, LONGEST_WORD)), StandardCharsets.UTF_8);
        }
        queue.add(words);
      }
    } catch (IOException e) {
      queue.add(END);
    }
  }

  private static int length(DataInputStream in, int most) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new EOFException("a length of " + length);
    }
    return length;
  }
}
