package dev.foliot.apps;

import dev.foliot.apps.service.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;

/** An app in a JVM of its own, of the JDK that runs the test. */
final class AppProcess implements AutoCloseable {
  private final Process process;
  private final Path folder;

  private AppProcess(Process process, Path folder) {
    this.process = process;
    this.folder = folder;
  }

  /** Starts an app; its output and its port file lie in the folder. */
  static AppProcess start(Path folder, String... words) throws IOException {
    return start(folder, List.of(), words);
  }

  static AppProcess start(Path folder, List<String> flags, String... words) throws IOException {
    List<String> command = new ArrayList<>(command(flags));
    command.addAll(List.of(words));
    return new AppProcess(
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start(),
        folder);
  }

  /** The command that runs {@link Apps}, without words. */
  static List<String> command(List<String> flags) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xshare:auto");
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Apps.class.getName()));
    return command;
  }

  Process process() {
    return process;
  }

  Path portFile() {
    return folder.resolve("port");
  }

  /** Waits for the port file. */
  int port() throws IOException {
    return port(portFile(), process.toHandle());
  }

  static int port(Path file, ProcessHandle process) throws IOException {
    long beginNs = System.nanoTime();
    while (!Files.exists(file)) {
      Assertions.assertTrue(
          process.isAlive() && System.nanoTime() - beginNs < 60_000_000_000L, "it does not serve");
      Thread.onSpinWait();
    }
    return Integer.parseInt(Files.readString(file).strip());
  }

  Wire.Told get(String target) throws IOException {
    return Wire.get(port(), target);
  }

  int exit() throws InterruptedException {
    Assertions.assertTrue(process.waitFor(1, TimeUnit.MINUTES), "it does not end");
    return process.exitValue();
  }

  String out() throws IOException {
    return Files.readString(folder.resolve("out"));
  }

  String err() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
