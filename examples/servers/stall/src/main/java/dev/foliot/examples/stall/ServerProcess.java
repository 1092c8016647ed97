package dev.foliot.examples.stall;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server in a JVM of its own, whose threads and memory are read from the kernel. */
final class ServerProcess implements AutoCloseable {
  private static final long EVERY_NS = 20_000_000;
  private static final long PATIENCE_S = 30;

  private final Process process;
  private final int port;
  private final List<Look> looks = new CopyOnWriteArrayList<>();
  private final Thread looking;
  private volatile boolean isOver;

  /**
   * The process at one time.
   *
   * @param ns the {@code System.nanoTime()}
   * @param threads all its platform threads, those of the JVM included
   * @param rssKb its memory in RAM
   */
  record Look(long ns, int threads, int rssKb) {}

  private ServerProcess(Process process, int port) {
    this.process = process;
    this.port = port;
    looking = new Thread(this::look, "looking");
  }

  /** Starts a program with this JVM's class path and waits until it listens. */
  static ServerProcess start(
      List<String> jvm, String program, Threading threading, int warehouse, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-classpath", System.getProperty("java.class.path"), program));
    command.addAll(List.of(threading.name(), String.valueOf(warehouse)));
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      ServerProcess started = new ServerProcess(process, port(process, log.toFile()));
      started.looking.start();
      return started;
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static int port(Process process, File log) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(ServerProgram.LISTENING)) {
        return Integer.parseInt(line.substring(ServerProgram.LISTENING.length()));
      }
    }
    throw new IOException("the server did not start: see " + log);
  }

  private void look() {
    Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
    while (!isOver) {
      try {
        List<String> lines = Files.readAllLines(status);
        looks.add(new Look(System.nanoTime(), figure(lines, "Threads:"), figure(lines, "VmRSS:")));
      } catch (IOException e) {
        return; // it has ended
      }
      LockSupport.parkNanos(EVERY_NS);
    }
  }

  private static int figure(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }

  int port() {
    return port;
  }

  /** Looks every 20 ms since it began to listen. */
  List<Look> looks() {
    return looks;
  }

  /** Lets the server stop; one that does not is killed. */
  @Override
  public void close() throws IOException {
    isOver = true;
    process.getOutputStream().close();
    try {
      looking.join();
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IOException("the server did not stop within " + PATIENCE_S + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
