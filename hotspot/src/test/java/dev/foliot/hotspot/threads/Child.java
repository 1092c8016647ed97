package dev.foliot.hotspot.threads;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs one of the programs here, on this JDK. Killed when closed. */
public final class Child implements AutoCloseable {
  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  /** The work of {@link QueuedWork}, which starts with flags of the JVM. */
  public static Child queuedWork(String kind, String... flags) {
    return start(QueuedWork.class, List.of(flags), kind);
  }

  public static Child busy(int threads) {
    return start(Busy.class, List.of(), Integer.toString(threads));
  }

  private static Child start(Class<?> program, List<String> flags, String argument) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.add(argument);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      StringBuilder all = new StringBuilder();
      BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals("ready")) {
          return new Child(process);
        }
        all.append(line).append('\n');
      }
      process.destroyForcibly();
      throw new AssertionError(command + " ended:\n" + all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public Process process() {
    return process;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
