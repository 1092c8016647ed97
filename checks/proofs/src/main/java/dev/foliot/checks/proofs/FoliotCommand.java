package dev.foliot.checks.proofs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The built {@code ./foliot}, run like a user does. */
final class FoliotCommand {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final long LOOK_MS = 5;
  private static final long BYTES_PER_KB = 1024;

  private final Path launcher;

  private FoliotCommand(Path launcher) {
    this.launcher = launcher;
  }

  /**
   * The result and the cost of one diagnosis.
   *
   * @param wallNs from its start to its end
   * @param peakBytes its last observed resident memory; 0 if not sampled
   */
  record Diagnosis(JsonNode json, long wallNs, long peakBytes) {
    double cpuS() {
      return json.at("/cost/cpu_s").asDouble();
    }

    /** The findings of shared cache lines. */
    List<JsonNode> sharing() {
      List<JsonNode> findings = new ArrayList<>();
      for (JsonNode finding : json.at("/findings")) {
        if (finding.at("/kind").asString().endsWith("-sharing")) {
          findings.add(finding);
        }
      }
      return findings;
    }
  }

  /** The one at the root of this repository, built before this returns. */
  static FoliotCommand built() throws IOException, InterruptedException {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isExecutable(folder.resolve("foliot"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IOException("no ./foliot above the working directory");
      }
    }
    Path launcher = folder.resolve("foliot");
    Process version = new ProcessBuilder(launcher.toString(), "--version").inheritIO().start();
    if (version.waitFor() != 0) {
      throw new IOException("./foliot does not start");
    }
    return new FoliotCommand(launcher);
  }

  /** Diagnoses a process without storing the result. */
  Diagnosis diagnose(long pid, String... options) throws IOException, InterruptedException {
    return diagnose(pid, false, options);
  }

  /** Diagnoses a process and samples Foliot's memory every few milliseconds. */
  Diagnosis diagnoseWatched(long pid, String... options) throws IOException, InterruptedException {
    return diagnose(pid, true, options);
  }

  private Diagnosis diagnose(long pid, boolean isWatched, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(launcher.toString(), "diagnose", Long.toString(pid), "--json", "--no-store"));
    command.addAll(List.of(options));
    Path out = Files.createTempFile("foliot-proof", ".json");
    Path err = Files.createTempFile("foliot-proof", ".txt");
    try {
      long startNs = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      long peak = 0;
      if (isWatched) {
        while (!process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
          peak = Math.max(peak, peakBytes(process.pid()));
        }
      }
      int exit = process.waitFor();
      long wallNs = System.nanoTime() - startNs;
      if (exit != 0) {
        throw new IOException(command + " ended with " + exit + ": " + Files.readString(err));
      }
      return new Diagnosis(JSON.readTree(Files.readString(out)), wallNs, peak);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** Begins to watch a process; what the watch says is thrown away. */
  Process watch(long pid, List<String> options) throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "watch"));
    command.add(Long.toString(pid));
    command.addAll(options);
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The launcher becomes the JVM: it is one process. */
  static long peakBytes(long pid) {
    try {
      Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc/" + pid + "/status")));
      return peak.find() ? Long.parseLong(peak.group(1)) * BYTES_PER_KB : 0;
    } catch (IOException e) {
      // it has just ended
      return 0;
    }
  }
}
