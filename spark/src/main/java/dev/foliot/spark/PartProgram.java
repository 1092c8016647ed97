package dev.foliot.spark;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.spark.SparkFiles;

/**
 * The Foliot of an executor's machine: a process of its own, since it needs Java 25 and libraries
 * in versions of its own, and since Spark's threads and collections would delay requests.
 *
 * <p>It is an unpacked archive in the folder of {@code spark.foliot.home}, else the archive that
 * {@code spark.archives} calls {@code foliot}, else what lies where the Foliot that asks lies.
 */
final class PartProgram implements Serializable {
  private static final long serialVersionUID = 1;

  private static final String ARCHIVE = "foliot";
  private static final String PART = "part.json";
  private static final long POLL_MS = 200;
  private static final long TERMINATION_WAIT_S = 5;
  private static final int SIGNALS = 128;
  private static final int LONGEST = 400;

  private final String home;
  private final String java;
  private final String classPath;
  private final String homeThere;

  /**
   * @param home of {@code spark.foliot.home}, empty for none
   * @param java the launcher of the Foliot that asks
   * @param classPath its class path
   * @param homeThere its home, empty for none
   */
  PartProgram(String home, String java, String classPath, String homeThere) {
    this.home = home;
    this.java = java;
    this.classPath = classPath;
    this.homeThere = homeThere;
  }

  /** Why it cannot be started here; empty if it can. */
  String missing() {
    Path unpacked = unpacked();
    if (!home.isEmpty() && unpacked == null) {
      return "spark.foliot.home is " + home + ", and no Foliot is there: unpack an archive there";
    }
    boolean isHere =
        unpacked != null
            || Stream.of(classPath.split(File.pathSeparator))
                .allMatch(entry -> Files.exists(Path.of(entry)));
    if (!isHere) {
      return "there is no Foliot: send an archive of Foliot with a Java of its own by --conf"
          + " spark.archives=FILE.tar.gz#foliot, or name its folder with --conf"
          + " spark.foliot.home=FOLDER";
    }
    return Files.isExecutable(java(unpacked))
        ? ""
        : "there is no " + java + ": use the archive of Foliot that has a Java of its own";
  }

  /** The folder of an unpacked archive; null where there is none. */
  private Path unpacked() {
    Path folder = home.isEmpty() ? Path.of(SparkFiles.getRootDirectory(), ARCHIVE) : Path.of(home);
    if (isHome(folder)) {
      return folder.toAbsolutePath();
    }
    // an archive has one folder
    try (Stream<Path> inside = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
      return inside.filter(PartProgram::isHome).findFirst().map(Path::toAbsolutePath).orElse(null);
    } catch (IOException e) {
      return null;
    }
  }

  private static boolean isHome(Path folder) {
    return Files.isDirectory(folder.resolve("lib")) && Files.exists(folder.resolve("foliot"));
  }

  private Path java(Path unpacked) {
    Path own = unpacked == null ? null : unpacked.resolve("runtime/bin/java");
    return own != null && Files.exists(own) ? own : Path.of(java);
  }

  private List<String> words(String part, long startMs, Path store, List<String> options) {
    Path unpacked = unpacked();
    List<String> words = new ArrayList<>();
    words.add(java(unpacked).toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    words.addAll(List.of("-Xlog:disable", "--enable-native-access=ALL-UNNAMED"));
    String known = unpacked == null ? homeThere : unpacked.toString();
    if (!known.isEmpty()) {
      words.add("-Dfoliot.home=" + known);
    }
    words.addAll(
        List.of(
            "-cp", unpacked == null ? classPath : unpacked.resolve("lib") + File.separator + "*"));
    words.addAll(List.of("dev.foliot.cli.Main", "load", "-", "--part", part));
    words.addAll(List.of("--start-at", Instant.ofEpochMilli(startMs).toString()));
    words.addAll(List.of("--store", store.toString(), "--no-wait", "--json"));
    words.addAll(options);
    return words;
  }

  /**
   * Plays a part, and leaves no process.
   *
   * @param part as in {@code 3/8}
   * @param startMs the start, in milliseconds since 1970
   * @param plan in one line
   * @param options of {@code foliot load}
   * @param isGivenUp whether the part is wanted no more
   */
  PartResult play(
      String part, long startMs, String plan, List<String> options, BooleanSupplier isGivenUp) {
    try {
      Path folder = Files.createTempDirectory("foliot-part");
      try {
        return play(
            folder, words(part, startMs, folder.resolve("store"), options), plan, isGivenUp);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      return new PartResult(1, "it cannot be played: " + e.getMessage(), null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new PartResult(1, "interrupted", null);
    }
  }

  private static PartResult play(
      Path folder, List<String> words, String plan, BooleanSupplier isGivenUp)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(log.toFile())
            .start();
    try {
      // it stays open: the process ends with it, and so with this executor
      OutputStream input = process.getOutputStream();
      try {
        input.write((plan + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
      } catch (IOException e) {
        // it has ended, and its log says why
      }
      while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
        if (isGivenUp.getAsBoolean()) {
          return new PartResult(1, "interrupted", null);
        }
      }
    } finally {
      end(process);
    }
    String result = result(folder.resolve("store"));
    int exit = process.exitValue();
    return new PartResult(exit, result == null ? reason(exit, log) : "", result);
  }

  /** The part's file in the one run of the store; null without one. */
  private static String result(Path store) throws IOException {
    if (!Files.isDirectory(store)) {
      return null;
    }
    try (Stream<Path> runs = Files.list(store)) {
      Path file = runs.map(run -> run.resolve(PART)).filter(Files::exists).findFirst().orElse(null);
      return file == null ? null : Files.readString(file);
    }
  }

  private static String reason(int exit, Path log) throws IOException {
    if (exit > SIGNALS) {
      return "it was ended by signal " + (exit - SIGNALS);
    }
    String said = "";
    for (String line : Files.readString(log).lines().toList()) {
      boolean isFoliots = line.startsWith("foliot: ");
      if (isFoliots || (!line.isBlank() && !said.startsWith("foliot: "))) {
        said = line.strip();
      }
    }
    String plain = said.replaceFirst("^foliot: ", "");
    return "it ended with code "
        + exit
        + (plain.isEmpty() ? "" : ": " + plain.substring(0, Math.min(plain.length(), LONGEST)));
  }

  /** Ends it and what it has started, also where this thread was interrupted. */
  private static void end(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    if (process.isAlive()) {
      process.destroy();
      process.onExit().completeOnTimeout(process, TERMINATION_WAIT_S, TimeUnit.SECONDS).join();
      process.destroyForcibly();
    }
    started.forEach(ProcessHandle::destroyForcibly);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
