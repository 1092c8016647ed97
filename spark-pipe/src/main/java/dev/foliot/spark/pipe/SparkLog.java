package dev.foliot.spark.pipe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** The last lines of Spark's log. Thread-safe. */
final class SparkLog {
  private static final int MOST_LINES = 200;

  private final Deque<String> lines = new ArrayDeque<>();

  void drain(InputStream stream) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      // it has ended
    }
  }

  private synchronized void add(String line) {
    if (lines.size() == MOST_LINES) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  /** The line that most likely says why it ended. */
  synchronized String reason() {
    String last = "";
    for (String line : lines) {
      String lower = line.toLowerCase(Locale.ROOT);
      boolean isFrame = line.startsWith("\t") || line.startsWith("    at ");
      if (!isFrame && (lower.contains("exception") || lower.contains("error"))) {
        last = line.strip();
      }
    }
    String said = last.isEmpty() && !lines.isEmpty() ? lines.getLast().strip() : last;
    String remedy = "; spark-submit needs Java 17 or later, and a master that it can reach";
    return said.isEmpty() ? remedy : ": " + said.replaceAll("\\p{Cntrl}", " ") + remedy;
  }
}
