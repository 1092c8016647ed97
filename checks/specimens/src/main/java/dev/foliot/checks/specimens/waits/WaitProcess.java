package dev.foliot.checks.specimens.waits;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of {@link WaitSpecimens} in a separate JVM, in its state. It ends when this is closed
 * or this JVM ends. Used by one thread.
 */
public final class WaitProcess implements AutoCloseable {
  private static final long END_S = 10;

  private final Process process;

  private WaitProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts one and waits until its threads are in their state. Its errors go to this JVM's error
   * output.
   *
   * @param javaHome of the JDK or run-time image
   * @param jvmArguments before the class path
   * @throws IOException if it could not be started
   */
  public static WaitProcess start(Path javaHome, List<String> jvmArguments, String name)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve(Path.of("bin", "java")).toString());
    command.addAll(jvmArguments);
    command.addAll(List.of("-Xmx128m", "-cp", classes(), WaitSpecimens.class.getName(), name));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    if (!"ready".equals(lines.readLine())) {
      process.destroyForcibly();
      throw new IOException("the specimen never was ready: " + String.join(" ", command));
    }
    return new WaitProcess(process);
  }

  private static String classes() throws IOException {
    try {
      return Path.of(
              WaitSpecimens.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IOException("the specimens' classes have no path", e);
    }
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Ends it; kills it after a time limit or an interrupt of this thread. */
  @Override
  public void close() throws IOException {
    try {
      process.getOutputStream().close();
      process.waitFor(END_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
