package dev.foliot.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts Foliot as built by the reactor, with a Spark of Maven's jars. */
final class Started {
  static final Path ROOT = Path.of(System.getProperty("foliot.root")).toAbsolutePath().normalize();
  static final Path TARGET = ROOT.resolve("spark/target");
  static final Path JAR = TARGET.resolve("foliot-fleet-spark.jar");
  static final Path HOME = TARGET.resolve("home");
  static final String CLUSTER = "local-cluster[2,1,1024]";

  /** The points of the large fleet. */
  static final long POINTS = Long.getLong("spark.points", 1_000_000);

  static final boolean SHORT = POINTS <= 10_000_000;

  private static final long MOST_MINUTES = 120;

  private Started() {}

  /** What a process printed, and its exit code. */
  record Ended(int exit, String out, String err) {
    /** The lines of Foliot itself on standard error. */
    List<String> said() {
      return err.lines().filter(line -> line.startsWith("foliot: ")).toList();
    }
  }

  /** {@code foliot fleet}. */
  static List<String> fleet(String... arguments) {
    List<String> command = foliot("fleet");
    command.addAll(List.of(arguments));
    command.add("--no-store");
    return command;
  }

  /** {@code foliot}. */
  static List<String> foliot(String... arguments) {
    List<String> command = program("dev.foliot.cli.Main");
    command.addAll(List.of(arguments));
    return command;
  }

  /** A program of {@code checks/fleets}. */
  static List<String> check(String name, String... arguments) {
    List<String> command = new ArrayList<>(program("dev.foliot.checks.fleets." + name));
    command.addAll(List.of(arguments));
    return command;
  }

  private static List<String> program(String main) {
    Path lib = ROOT.resolve("cli/target/dist/lib");
    return new ArrayList<>(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            lib + "/*:" + lib + "/fleet/*:" + ROOT.resolve("checks/fleets/target/classes"),
            main));
  }

  /** Starts a process in a folder, which keeps what it prints. */
  static Process start(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("SPARK_HOME", HOME.toString());
    builder.environment().put("JAVA_HOME", driverJava());
    if (SHORT) {
      // JVMs of seconds spend most of their time in the optimising compiler
      builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    }
    builder.environment().putAll(environment);
    environment.forEach((name, value) -> {
      if (value.isEmpty()) {
        builder.environment().remove(name);
      }
    });
    return builder
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  static Ended run(Path folder, List<String> command) throws Exception {
    return run(folder, Map.of(), command);
  }

  static Ended run(Path folder, Map<String, String> environment, List<String> command)
      throws Exception {
    return ended(folder, start(folder, environment, command));
  }

  static Ended ended(Path folder, Process process) throws Exception {
    if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("not ended; it printed " + Files.readString(folder.resolve("err")));
    }
    return new Ended(
        process.exitValue(),
        Files.readString(folder.resolve("out")),
        Files.readString(folder.resolve("err")));
  }

  /** A JDK 17 for the driver where there is one, as most clusters have; else this JVM's. */
  static String driverJava() throws IOException {
    String named = System.getenv("JAVA17_HOME");
    if (named != null) {
      return named;
    }
    Path jdks = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(jdks)) {
      try (Stream<Path> all = Files.list(jdks)) {
        for (Path one : all.sorted().toList()) {
          Path release = one.resolve("release");
          if (Files.isRegularFile(release)
              && Files.readString(release).contains("JAVA_VERSION=\"17.")) {
            return one.toString();
          }
        }
      }
    }
    return System.getProperty("java.home");
  }
}
