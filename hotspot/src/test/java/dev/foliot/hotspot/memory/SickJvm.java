package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.TestJdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/** A JVM that runs the affected program, and its output. Killed when closed. */
public final class SickJvm implements AutoCloseable {
  /** Compiled once for all tests, for JDK 17. */
  private static final Path CLASSES = compile();

  private final Process process;
  private final BufferedReader lines;
  private long directBytes;
  private long directBuffers;

  private SickJvm(Process process) {
    this.process = process;
    lines = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts it with JVM flags, separated by blanks, and waits until it is ready. */
  public static SickJvm start(int feature, String flags, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(TestJdk.ofFeature(feature).program("java"));
    command.addAll(List.of("-Xmx64m", "-XX:MaxDirectMemorySize=512m", "-cp", CLASSES.toString()));
    for (String flag : flags.split(" ", -1)) {
      if (!flag.isEmpty()) {
        command.add(flag);
      }
    }
    command.add("acme.Sick");
    command.addAll(List.of(arguments));
    try {
      SickJvm target = new SickJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
      target.awaitReady(command);
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Signals a waiting program, and waits until it is ready again. */
  public void ask() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    awaitReady(List.of("the sick program"));
  }

  private void awaitReady(List<String> command) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("ready")) {
        return;
      }
      if (line.startsWith("direct\t")) {
        String[] told = line.split("\t", -1);
        directBytes = Long.parseLong(told[1]);
        directBuffers = Long.parseLong(told[2]);
      }
      all.append(line).append('\n');
    }
    process.destroyForcibly();
    throw new AssertionError(command + " ended:\n" + all);
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** The bytes in direct buffers, as the JVM reported. */
  public long directBytes() {
    return directBytes;
  }

  /** The number of direct buffers, as the JVM reported. */
  public long directBuffers() {
    return directBuffers;
  }

  /** Sends a signal; returns once a STOP has stopped it, which is later than its sending. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
    while (name.equals("STOP") && !isStopped()) {
      Thread.onSpinWait();
    }
  }

  /** By the state behind the name, which ends with the last parenthesis. */
  private boolean isStopped() throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(pid()), "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
  }

  /** Into a folder of this JVM's own: others compile at the same time. */
  private static Path compile() {
    try (InputStream in = Objects.requireNonNull(SickJvm.class.getResourceAsStream("Sick.java"))) {
      Path folder = Path.of("target", "test-sick", Long.toString(ProcessHandle.current().pid()));
      Path file = folder.resolve("acme/Sick.java");
      Files.createDirectories(folder.resolve("acme"));
      Files.write(file, in.readAllBytes());
      int result =
          ToolProvider.getSystemJavaCompiler()
              .run(null, null, null, "--release", "17", "-nowarn", file.toString());
      if (result != 0) {
        throw new AssertionError("the sick program does not compile");
      }
      return folder.toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void kill() {
    process.destroyForcibly();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
