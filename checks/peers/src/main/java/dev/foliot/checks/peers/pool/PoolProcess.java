package dev.foliot.checks.peers.pool;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A pool as a process: this JVM's launcher, arguments and class path, and another main class. */
final class PoolProcess {
  /** The JVM flags of all of them. */
  static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g");

  /** For the start and the end on a machine that is busy with the pool. */
  static final double SLACK_S = 20;

  private final double stepsPerNs;
  private final double slackS;
  private final Path folder;
  private final List<Integer> cpus;

  /**
   * Creates a runner of processes.
   *
   * @param stepsPerNs of {@link Burn}
   * @param slackS the seconds beyond its case after which one is killed
   * @param folder for their output
   */
  PoolProcess(double stepsPerNs, double slackS, Path folder) throws IOException {
    this.stepsPerNs = stepsPerNs;
    this.slackS = slackS;
    this.folder = folder;
    this.cpus = AllowedCpus.read();
  }

  /** Runs one to its end; kills it, with its children, after the time limit. */
  Outcome run(Case load, Body body, int size, Length length)
      throws IOException, InterruptedException {
    if (load.cpus() > cpus.size()) {
      return new Outcome.Failed(load.cpus() + " CPUs are needed; there are " + cpus.size());
    }
    Path out = Files.createTempFile(folder, "pool-peer", ".out");
    Path err = Files.createTempFile(folder, "pool-peer", ".err");
    Process process =
        new ProcessBuilder(command(load, body, size, length))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      long limitS = (long) Math.ceil(load.mostS() + slackS);
      if (!process.waitFor(limitS, TimeUnit.SECONDS)) {
        return new Outcome.Failed("hung: killed after " + limitS + " s");
      }
      return process.exitValue() == 0
          ? new Outcome.Done(HarnessResult.of(Files.readAllLines(out), load.steps().size()))
          : new Outcome.Failed(reason(process.exitValue(), Files.readAllLines(err)));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      Files.delete(out);
      Files.delete(err);
    }
  }

  private List<String> command(Case load, Body body, int size, Length length) {
    // the kernel ends it with this process
    List<String> words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    if (load.cpus() > 0) {
      List<String> allowed =
          cpus.subList(0, load.cpus()).stream().map(cpu -> Integer.toString(cpu)).toList();
      words.addAll(List.of("taskset", "--cpu-list", String.join(",", allowed)));
    }
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(FLAGS);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), PoolPeer.class.getName()));
    words.addAll(PoolPeer.words(load, body, size, length, stepsPerNs));
    return words;
  }

  /** The exception that ended it, or its last line. */
  static String reason(int exit, List<String> said) {
    String words =
        said.stream()
            .filter(line -> line.contains("Exception") || line.contains("Error"))
            .findFirst()
            .orElseGet(() -> said.isEmpty() ? "nothing said" : said.getLast());
    String line = words.replaceFirst("Exception in thread \"[^\"]*\" ", "").strip();
    return "died (exit " + exit + "): " + (line.length() > 160 ? line.substring(0, 160) : line);
  }
}
