package dev.foliot.checks.specimens.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A runtime specimen in a JVM of its own. It ends when this is closed. Used by one thread. */
public final class RuntimeProcess implements AutoCloseable {
  private static final long END_S = 10;

  private final Process process;
  private final BufferedReader lines;

  private RuntimeProcess(Process process) {
    this.process = process;
    lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /**
   * Starts a specimen and waits until its problem is active.
   *
   * @param javaHome of the JDK or run-time image
   * @param flags further flags, behind the specimen's own
   * @throws IOException if it could not be started, or ended at once
   */
  public static RuntimeProcess start(Path javaHome, RuntimeSpecimen specimen, List<String> flags)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve(Path.of("bin", "java")).toString());
    command.addAll(specimen.flags());
    command.addAll(flags);
    command.addAll(List.of("-cp", classes().toString(), RuntimeProgram.class.getName()));
    command.addAll(specimen.program());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(specimen.environment());
    RuntimeProcess started = new RuntimeProcess(builder.start());
    for (String line = started.lines.readLine(); line != null; line = started.lines.readLine()) {
      if (line.equals("ready")) {
        return started;
      }
    }
    started.process.destroyForcibly();
    throw new IOException("the specimen never was ready: " + String.join(" ", command));
  }

  private static Path classes() throws IOException {
    try {
      return Path.of(
          RuntimeProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
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
      lines.close();
    }
  }
}
