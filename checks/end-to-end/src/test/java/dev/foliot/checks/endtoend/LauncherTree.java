package dev.foliot.checks.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A source tree with the real launcher, and shell scripts as JDK and Maven.
 *
 * <p>The JDK prints its call, and Maven writes an empty build and counts its runs.
 */
final class LauncherTree {
  /**
   * Prints its process id, its home and its arguments, one per line. Then it sleeps, reads or fails
   * as requested.
   */
  private static final String JAVA =
      """
      #!/bin/sh
      for argument; do
        case $argument in
          -XX:AOTCacheOutput=*) [ -n "${NO_TRAINING:-}" ] || echo aot >"${argument#*=}"; exit ;;
        esac
      done
      echo $$
      echo "from ${0%/bin/java}"
      for argument; do printf '%s\\n' "$argument"; done
      [ -z "${JAVA_SLEEP_S:-}" ] || sleep "$JAVA_SLEEP_S"
      [ -z "${JAVA_READS:-}" ] || cat
      exit "${JAVA_EXIT:-0}"
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      echo "$*" >>"$MAVEN_CALLS"
      cat >/dev/null
      touch "$TREE/started"
      [ -z "${MAVEN_SLEEP_S:-}" ] || sleep "$MAVEN_SLEEP_S"
      if [ -n "${MAVEN_FAILS:-}" ]; then
        echo '[INFO] Building'
        echo '[ERROR] Main.java:[1,1] not a statement'
        exit 1
      fi
      mkdir -p "$TREE/cli/target/dist/lib" "$TREE/cli/target/dist/samples"
      touch "$TREE/cli/target/dist/lib/a.jar" "$TREE/cli/target/dist/lib/b.jar"
      cp -p "$TREE/started" "$TREE/cli/target/dist/built"
      """;

  private static final List<String> TOOLS =
      List.of(
          "sh",
          "awk",
          "cat",
          "cp",
          "date",
          "dirname",
          "find",
          "flock",
          "grep",
          "head",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sleep",
          "tail",
          "touch",
          "tr");

  final Path root;
  private final Path folder;
  private final Path tools;
  private final Path mavenCalls;
  private final Map<String, String> environment = new TreeMap<>();

  /** The output and the end of a launch. */
  record Launch(int exit, long pid, List<String> out, List<String> err) {}

  LauncherTree(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("a tree"));
    tools = Files.createDirectories(folder.resolve("tools"));
    mavenCalls = folder.resolve("maven-calls");
    this.folder = folder;
    Path launcher = Path.of("..", "..", "foliot").toAbsolutePath().normalize();
    Files.copy(launcher, root.resolve("foliot"));
    write(root.resolve("pom.xml"), "<project/>");
    write(root.resolve("cli/pom.xml"), "<project/>");
    write(root.resolve("cli/src/main/java/Main.java"), "class Main {}");
    write(root.resolve("stats/pom.xml"), "<project/>");
    write(root.resolve("stats/src/main/java/Mean.java"), "class Mean {}");

    for (String tool : TOOLS) {
      link(tool, find(tool));
    }
    script(tools.resolve("mvn"), MAVEN);
    environment.put("PATH", tools.toString());
    environment.put("HOME", folder.toString());
    environment.put("JAVA_HOME", jdk("a jdk", "25.0.1").toString());
    environment.put("MAVEN_CALLS", mavenCalls.toString());
    environment.put("TREE", root.toString());
  }

  /** A JDK that reports a version. */
  Path jdk(String name, String version) throws IOException {
    Path jdk = folder.resolve(name);
    write(jdk.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
    script(jdk.resolve("bin/java"), JAVA);
    script(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    return jdk;
  }

  /** An unpacked release, beside the tree. */
  Path release() throws IOException {
    Path release = folder.resolve("a release");
    write(release.resolve("lib/a.jar"), "");
    Files.copy(root.resolve("foliot"), release.resolve("foliot"));
    return release;
  }

  /** Puts a program on the path. */
  void link(String name, Path program) throws IOException {
    Files.createSymbolicLink(tools.resolve(name), program);
  }

  void removeTool(String name) throws IOException {
    Files.delete(tools.resolve(name));
  }

  void set(String variable, String value) {
    environment.put(variable, value);
  }

  void unset(String variable) {
    environment.remove(variable);
  }

  /** Writes a source like an editor, later than the last build. */
  void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  List<String> mavenCalls() throws IOException {
    return Files.exists(mavenCalls) ? Files.readAllLines(mavenCalls) : List.of();
  }

  /** The folders that launches run from. */
  List<Path> homes() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve(".launch"))) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  /** Starts the launcher itself, without standard input. */
  Process start(String... arguments) throws IOException {
    return start(root.resolve("foliot"), root, arguments);
  }

  Process start(Path launcher, Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  Launch launch(String... arguments) throws IOException, InterruptedException {
    return finish(start(arguments), "");
  }

  /** Writes the input of the process and waits for its end. */
  Launch finish(Process process, String input) throws IOException, InterruptedException {
    try (var stdin = process.outputWriter(StandardCharsets.UTF_8)) {
      stdin.write(input);
    }
    List<String> out = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    List<String> err = process.errorReader(StandardCharsets.UTF_8).lines().toList();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the launch did not end: " + out + err);
    }
    return new Launch(process.exitValue(), process.pid(), out, err);
  }

  private static Path find(String tool) {
    return Stream.of("/usr/bin", "/bin")
        .map(bin -> Path.of(bin, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no " + tool));
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
