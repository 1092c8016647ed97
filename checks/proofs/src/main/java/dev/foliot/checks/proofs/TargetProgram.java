package dev.foliot.checks.proofs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A running program of src/targets in a separate JVM. It is compiled here, against jars that no
 * build of Foliot knows. It ends when this is closed or this JVM ends.
 */
final class TargetProgram implements AutoCloseable {
  private static final long END_S = 10;

  private final Process process;
  private final BufferedReader lines;

  private TargetProgram(Process process, BufferedReader lines) {
    this.process = process;
    this.lines = lines;
  }

  /** The jars in a folder; empty without the folder. */
  static List<Path> jars(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /**
   * Compiles one for JDK 17, with its shared classes.
   *
   * @param name of its class
   * @param jars for the compilation
   * @return the folder of its classes
   */
  static Path compile(String name, List<Path> jars) throws IOException {
    Path sources = Path.of("..", "src", "targets", "java");
    Path folder = Files.createDirectories(Path.of("targets", name)).toAbsolutePath();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int result =
        compiler.run(
            null,
            null,
            null,
            "--release",
            "17",
            "-g",
            "-Xlint:all,-classfile,-processing",
            "-proc:none",
            "-d",
            folder.toString(),
            "-cp",
            joined(jars),
            "-sourcepath",
            sources.toString(),
            sources.resolve("dev/foliot/checks/targets/" + name + ".java").toString());
    if (result != 0) {
      throw new IOException(name + " does not compile");
    }
    return folder;
  }

  /** Starts one on a JDK, and waits until it is warmed up. */
  static TargetProgram start(Path jdk, String name, List<Path> classPath, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve(Path.of("bin", "java")).toString());
    command.addAll(List.of("-Xmx512m", "-Dio.netty.leakDetection.level=disabled"));
    command.addAll(List.of("-cp", joined(classPath), "dev.foliot.checks.targets." + name));
    command.addAll(words);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("ready")) {
        return new TargetProgram(process, lines);
      }
    }
    process.destroyForcibly();
    throw new IOException(name + " never was ready");
  }

  private static String joined(List<Path> classPath) {
    return String.join(
        File.pathSeparator,
        classPath.stream().map(path -> path.toAbsolutePath().toString()).toList());
  }

  long pid() {
    return process.pid();
  }

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
