package dev.foliot.cli;

import static java.util.stream.Collectors.joining;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command of Foliot in the test's own JVM. A process costs half a second of CPU more, so only
 * tests of process behaviour start one.
 *
 * @param exit its exit code
 * @param out its result on standard output
 * @param err its error output
 */
public record FoliotCall(int exit, String out, String err) {
  static {
    // Surefire also names a folder of main classes, which a module of tests lacks
    String classPath = System.getProperty("java.class.path");
    System.setProperty(
        "java.class.path",
        Stream.of(classPath.split(File.pathSeparator))
            .filter(entry -> Files.exists(Path.of(entry)))
            .collect(joining(File.pathSeparator)));
    // a second before each measurement, whose answer only processes are asked for
    System.setProperty("foliot.observed-ms", "100");
  }

  /** Runs it with the default store of a folder. */
  public static FoliotCall run(Path folder, String command, String... words) {
    List<String> all = new ArrayList<>(List.of(command));
    if (!List.of(words).contains("--store")) {
      all.addAll(List.of("--store", folder.resolve(".foliot").toString()));
    }
    all.addAll(List.of(words));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Commands.execute(all.toArray(String[]::new), new Console(stream(out), stream(err), false));
    return new FoliotCall(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static PrintStream stream(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }
}
