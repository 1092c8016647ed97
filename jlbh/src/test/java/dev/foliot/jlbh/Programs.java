package dev.foliot.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Programs for JLBH as their users write them, compiled from text and run in a JVM each. */
final class Programs {
  private static final Path SOURCES = Path.of("src", "test", "cases");
  private static final long LIMIT_S = 300;

  private final Path classes;
  private final Map<List<String>, Ended> played = new ConcurrentHashMap<>();

  private Programs(Path classes) {
    this.classes = classes;
  }

  /** Compiles all programs against Foliot's classes alone. */
  static Programs compiled(Path folder) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-nowarn", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
    // their names keep the formatter away: they are compiled as their users wrote them
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = SOURCES.relativize(file).toString().replace(".txt", "");
        Path source = folder.resolve("sources").resolve(name);
        Files.createDirectories(source.resolveSibling(""));
        arguments.add(Files.copy(file, source).toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(result).as("the programs compile").isZero();
    return new Programs(folder);
  }

  /** What a JVM printed, and how it ended. */
  record Ended(int code, String output) {
    /** The numbers of recorded messages, in order. */
    List<String> counts() {
      return output
          .lines()
          .filter(line -> line.startsWith("End to End ("))
          .map(line -> line.substring(12, line.indexOf(')')))
          .toList();
    }
  }

  /** Runs a program's own main; what it did the last time, if it was run with these arguments. */
  Ended main(String name, String... arguments) throws IOException, InterruptedException {
    List<String> command = command(name, arguments);
    Ended before = played.get(command);
    if (before == null) {
      before = run(name, command);
      played.put(command, before);
    }
    return before;
  }

  private static Ended run(String name, List<String> command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("jlbh", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
      process.destroyForcibly();
      String output = Files.readString(log, StandardCharsets.UTF_8);
      assertThat(ended).as("%s ended; it printed %s", name, output).isTrue();
      return new Ended(process.exitValue(), output);
    } finally {
      Files.delete(log);
    }
  }

  /** The command that runs a class with the programs on its class path. */
  List<String> command(String name, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // it lives for a second: what the second compiler and a parallel collector do is not worth it
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("-cp");
    command.add(
        System.getProperty("java.class.path") + System.getProperty("path.separator") + classes);
    command.add(name);
    command.addAll(List.of(arguments));
    return command;
  }
}
