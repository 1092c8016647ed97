package dev.foliot.fleet.engine;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.text.FoliotException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Apache Spark behind a pipe.
 *
 * <p>{@code spark-submit} runs {@code dev.foliot.spark.SqlServer} in a child. A request is a list
 * of texts on its standard input: a verb and its arguments. The answer comes from its standard
 * output: typed rows, or one line of an error. Spark's log is on standard error, whose end is part
 * of the message if the child dies. The child ends when its standard input does.
 */
public final class Spark implements Engine {
  /** What the server writes first; anything before is from scripts that start Spark. */
  private static final byte[] MAGIC = "\nfoliot-spark 1\n".getBytes(StandardCharsets.UTF_8);

  private static final String SERVER = "dev.foliot.spark.SqlServer";
  private static final int BUFFER = 1 << 16;
  private static final int PIPE = 1 << 20;
  private static final int MOST_LINES = 200;
  private static final int LONGEST_TEXT = 1 << 30;
  private static final long CLOSE_WAIT_S = 20;
  private static final long TERMINATION_WAIT_S = 5;

  private static final int COLUMNS = 0;
  private static final int ROW = 1;
  private static final int END = 2;
  private static final int ERROR = 3;

  /** The kind of an error that a query itself has; the message of any other says what to do. */
  private static final String FAILED = "failed";

  private static final int NULL = 0;
  private static final int LONG = 1;
  private static final int DOUBLE = 2;
  private static final int TEXT = 3;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final @Nullable Process process;
  private final Log log;
  private volatile boolean cancelled;

  private Spark(InputStream in, OutputStream out, @Nullable Process process, Log log) {
    this.in = new DataInputStream(new BufferedInputStream(in, BUFFER));
    this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it: in a child, or in this process if {@code spark-submit} itself has started Foliot.
   *
   * @param started takes the engine as soon as it can be cancelled
   * @throws FoliotException if Spark is missing or does not start
   */
  public static Spark start(SparkCommand command, Consumer<Engine> started) throws IOException {
    try {
      return inThisProcess(Class.forName(SERVER), started);
    } catch (ClassNotFoundException e) {
      return inChild(command, started);
    }
  }

  private static Spark inThisProcess(Class<?> server, Consumer<Engine> started) throws IOException {
    PipedInputStream requests = new PipedInputStream(PIPE);
    PipedOutputStream answers = new PipedOutputStream();
    Spark spark =
        new Spark(
            new PipedInputStream(answers, PIPE), new PipedOutputStream(requests), null, new Log());
    started.accept(spark);
    try {
      server
          .getMethod("start", InputStream.class, OutputStream.class)
          .invoke(null, requests, answers);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(SERVER + " is of another version than Foliot", e);
    }
    spark.awaitMagic();
    return spark;
  }

  private static Spark inChild(SparkCommand command, Consumer<Engine> started) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command.words(System.getenv()));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw FoliotException.environment(
          builder.command().getFirst() + " cannot be started: " + e.getMessage());
    }
    Log log = new Log();
    Thread.ofPlatform()
        .name("foliot-spark-log")
        .daemon()
        .start(() -> log.drain(process.getErrorStream()));
    Spark spark = new Spark(process.getInputStream(), process.getOutputStream(), process, log);
    started.accept(spark);
    try {
      spark.awaitMagic();
      return spark;
    } catch (IOException e) {
      spark.kill();
      if (spark.cancelled) {
        throw new FleetException("interrupted", e);
      }
      throw FoliotException.environment("Apache Spark did not start" + log.reason());
    } catch (RuntimeException e) {
      spark.kill();
      throw e;
    }
  }

  private void awaitMagic() throws IOException {
    int matched = 0;
    while (matched < MAGIC.length) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("no answer");
      }
      matched = next == MAGIC[matched] ? matched + 1 : next == MAGIC[0] ? 1 : 0;
    }
  }

  @Override
  public Dialect dialect() {
    return Dialect.SPARK;
  }

  @Override
  public void execute(String sql) throws SQLException {
    ask(Spark::drained, "execute", sql);
  }

  private static @Nullable Void drained(Answer answer) throws SQLException {
    while (answer.next()) {
      // to the end
    }
    return null;
  }

  @Override
  public <T extends @Nullable Object> T query(String sql, Use<T> use) throws SQLException {
    return ask(use, "query", sql);
  }

  @Override
  public <T extends @Nullable Object> T queryMany(String sql, Use<T> use) throws SQLException {
    return ask(use, "many", sql);
  }

  /**
   * Sends a request, and uses the answer.
   *
   * @param words a verb of the server and its arguments
   */
  public <T extends @Nullable Object> T ask(Use<T> use, String... words) throws SQLException {
    if (cancelled || Thread.currentThread().isInterrupted()) {
      throw new FleetException("interrupted");
    }
    try {
      out.writeInt(words.length);
      for (String word : words) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
      out.flush();
      Rows rows = new Rows();
      T result = use.of(rows);
      drained(rows);
      return result;
    } catch (NoSuchFileException e) {
      throw new FleetException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private RuntimeException lost(IOException e) {
    return cancelled
        ? new FleetException("interrupted", e)
        : new FleetException("Apache Spark has ended" + log.reason(), e);
  }

  @Override
  public void cancel() {
    cancelled = true;
    kill();
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      // it has ended
    }
    Process child = process;
    if (child == null) {
      return;
    }
    try {
      if (!child.waitFor(CLOSE_WAIT_S, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the child and what it has started. */
  private synchronized void kill() {
    Process child = process;
    if (child == null) {
      return;
    }
    List<ProcessHandle> started = child.descendants().toList();
    child.destroy();
    // not interruptible: whoever cancels interrupts again and again
    child.onExit().completeOnTimeout(child, TERMINATION_WAIT_S, TimeUnit.SECONDS).join();
    child.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /** The rows of one answer, as they come. */
  private final class Rows implements Answer {
    private final int columns;
    private final int[] types;
    private final long[] numbers;
    private final @Nullable String[] texts;
    private boolean ended;
    private boolean lastWasNull;

    Rows() throws IOException, SQLException {
      columns = part() == COLUMNS ? in.readInt() : 0;
      types = new int[columns];
      numbers = new long[columns];
      texts = new String[columns];
    }

    private int part() throws IOException, SQLException {
      int part = in.readUnsignedByte();
      if (part == ERROR) {
        ended = true;
        String kind = readText();
        String message = readText();
        if (!kind.equals(FAILED)) {
          throw new NoSuchFileException(message);
        }
        throw new SQLException(message);
      }
      return part;
    }

    private String readText() throws IOException {
      int length = in.readInt();
      if (length < 0 || length > LONGEST_TEXT) {
        throw new IOException("a text of " + length + " bytes");
      }
      return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public boolean next() throws SQLException {
      if (ended) {
        return false;
      }
      try {
        int part = part();
        if (part == END) {
          ended = true;
          return false;
        }
        if (part != ROW) {
          throw new IOException("part " + part);
        }
        for (int i = 0; i < columns; i++) {
          types[i] = in.readUnsignedByte();
          switch (types[i]) {
            case NULL -> texts[i] = null;
            case LONG, DOUBLE -> numbers[i] = in.readLong();
            case TEXT -> texts[i] = readText();
            default -> throw new IOException("type " + types[i]);
          }
        }
        return true;
      } catch (NoSuchFileException e) {
        throw new FleetException(String.valueOf(e.getMessage()), e);
      } catch (IOException e) {
        throw lost(e);
      }
    }

    @Override
    public int columns() {
      return columns;
    }

    @Override
    public @Nullable String getString(int column) {
      int at = column - 1;
      lastWasNull = types[at] == NULL;
      return switch (types[at]) {
        case NULL -> null;
        case LONG -> String.valueOf(numbers[at]);
        case DOUBLE -> String.valueOf(Double.longBitsToDouble(numbers[at]));
        default -> texts[at];
      };
    }

    @Override
    public long getLong(int column) {
      int at = column - 1;
      lastWasNull = types[at] == NULL;
      return switch (types[at]) {
        case NULL -> 0;
        case LONG -> numbers[at];
        case DOUBLE -> (long) Double.longBitsToDouble(numbers[at]);
        default -> throw new IllegalStateException("column " + column + " is text");
      };
    }

    @Override
    public double getDouble(int column) {
      int at = column - 1;
      lastWasNull = types[at] == NULL;
      return switch (types[at]) {
        case NULL -> 0;
        case LONG -> numbers[at];
        case DOUBLE -> Double.longBitsToDouble(numbers[at]);
        default -> throw new IllegalStateException("column " + column + " is text");
      };
    }

    @Override
    public boolean wasNull() {
      return lastWasNull;
    }
  }

  /** The last lines of Spark's log. Thread-safe. */
  private static final class Log {
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
}
