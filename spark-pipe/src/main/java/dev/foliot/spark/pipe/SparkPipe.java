package dev.foliot.spark.pipe;

import dev.foliot.text.FoliotException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
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
 *
 * <p>For one thread, except {@link #cancel}.
 */
public final class SparkPipe implements AutoCloseable {
  /** What the server writes first; anything before is from scripts that start Spark. */
  private static final byte[] MAGIC = "\nfoliot-spark 1\n".getBytes(StandardCharsets.UTF_8);

  private static final String SERVER = "dev.foliot.spark.SqlServer";
  private static final int BUFFER = 1 << 16;
  private static final int PIPE = 1 << 20;
  private static final long CLOSE_WAIT_S = 20;
  private static final long TERMINATION_WAIT_S = 5;

  private final DataInputStream in;
  private final DataOutputStream out;
  private final @Nullable Process process;
  private final SparkLog log;
  private volatile boolean cancelled;

  private SparkPipe(InputStream in, OutputStream out, @Nullable Process process, SparkLog log) {
    this.in = new DataInputStream(new BufferedInputStream(in, BUFFER));
    this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it: in a child, or in this process if {@code spark-submit} itself has started Foliot.
   *
   * @param started takes the pipe as soon as it can be cancelled
   * @throws FoliotException if Spark is missing or does not start
   * @throws PipeException if it was cancelled before it was there
   */
  public static SparkPipe start(SparkCommand command, Consumer<SparkPipe> started)
      throws IOException {
    try {
      return inThisProcess(Class.forName(SERVER), started);
    } catch (ClassNotFoundException e) {
      return inChild(command, System.getenv(), started);
    }
  }

  private static SparkPipe inThisProcess(Class<?> server, Consumer<SparkPipe> started)
      throws IOException {
    PipedInputStream requests = new PipedInputStream(PIPE);
    PipedOutputStream answers = new PipedOutputStream();
    SparkPipe pipe =
        new SparkPipe(
            new PipedInputStream(answers, PIPE),
            new PipedOutputStream(requests),
            null,
            new SparkLog());
    started.accept(pipe);
    try {
      server
          .getMethod("start", InputStream.class, OutputStream.class)
          .invoke(null, requests, answers);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(SERVER + " is of another version than Foliot", e);
    }
    pipe.awaitMagic();
    return pipe;
  }

  /**
   * Starts it in a child.
   *
   * @param environment has SPARK_HOME and PATH
   */
  static SparkPipe inChild(
      SparkCommand command, Map<String, String> environment, Consumer<SparkPipe> started)
      throws PipeException {
    ProcessBuilder builder = new ProcessBuilder(command.words(environment));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw FoliotException.environment(
          builder.command().getFirst() + " cannot be started: " + e.getMessage());
    }
    SparkLog log = new SparkLog();
    Thread.ofPlatform()
        .name("foliot-spark-log")
        .daemon()
        .start(() -> log.drain(process.getErrorStream()));
    SparkPipe pipe =
        new SparkPipe(process.getInputStream(), process.getOutputStream(), process, log);
    started.accept(pipe);
    try {
      pipe.awaitMagic();
      return pipe;
    } catch (IOException e) {
      pipe.kill();
      if (pipe.cancelled) {
        throw cancelled(e);
      }
      throw FoliotException.environment("Apache Spark did not start" + log.reason());
    } catch (RuntimeException e) {
      pipe.kill();
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

  /**
   * Sends a request. The answer is read to its end before the next one.
   *
   * @param words a verb of the server and its arguments
   */
  public SparkAnswer ask(String... words) throws PipeException {
    if (cancelled || Thread.currentThread().isInterrupted()) {
      throw cancelled(null);
    }
    try {
      out.writeInt(words.length);
      for (String word : words) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
      }
      out.flush();
    } catch (IOException e) {
      throw lost(e);
    }
    return new SparkAnswer(in, this::lost);
  }

  private PipeException lost(IOException e) {
    return cancelled
        ? cancelled(e)
        : new PipeException(PipeException.Kind.LOST, "Apache Spark has ended" + log.reason(), e);
  }

  private static PipeException cancelled(@Nullable IOException e) {
    return new PipeException(PipeException.Kind.CANCELLED, "interrupted", e);
  }

  /** Ends it, and refuses further requests. From any thread; may be repeated. */
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
}
