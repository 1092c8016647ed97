package dev.foliot.checks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A peer as a process: this JVM's launcher, arguments and class path, and another main class. */
final class PeerProcess {
  private static final long END_S = 60;
  private static final Signals SIGNALS = new Signals();

  private PeerProcess() {}

  /** Runs one to its end without stops. */
  static HarnessResult run(Class<?> peer, Asked asked) throws IOException, InterruptedException {
    return follow(peer, asked, process -> List.of());
  }

  /**
   * Runs one to its end, with repeated stops of its process.
   *
   * @return its results, with the stops
   */
  static HarnessResult runStopped(Class<?> peer, Asked asked, long everyNs, long stopNs)
      throws IOException, InterruptedException {
    return follow(peer, asked, process -> stopAgainAndAgain(process, everyNs, stopNs));
  }

  @FunctionalInterface
  private interface Disturbance {
    List<Stop> of(Process process) throws InterruptedException;
  }

  private static HarnessResult follow(Class<?> peer, Asked asked, Disturbance disturbance)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("peer", ".log");
    Process process = new ProcessBuilder(command(peer, asked)).redirectError(log.toFile()).start();
    try (BufferedReader lines = process.inputReader()) {
      List<String> told = new ArrayList<>();
      List<Stop> stops = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        told.add(line);
        if (HarnessResult.isRunning(line)) {
          stops.addAll(disturbance.of(process));
        }
      }
      if (!process.waitFor(END_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(peer.getSimpleName() + " failed: " + Files.readString(log));
      }
      HarnessResult own = HarnessResult.of(told);
      stops.addAll(own.stops());
      return new HarnessResult(own.numbers(), stops);
    } finally {
      SIGNALS.send(process.pid(), Signals.CONTINUE);
      process.destroyForcibly();
      Files.delete(log);
    }
  }

  private static List<String> command(Class<?> peer, Asked asked) {
    // the kernel ends it with this process, even while it is stopped
    List<String> words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-Xms1g", "-Xmx1g", "-cp", System.getProperty("java.class.path")));
    words.add(peer.getName());
    words.addAll(asked.words());
    return words;
  }

  /** Ends when the process has ended or reported its results. */
  private static List<Stop> stopAgainAndAgain(Process process, long everyNs, long stopNs)
      throws InterruptedException {
    List<Stop> stops = new ArrayList<>();
    while (!process.waitFor(everyNs - stopNs, TimeUnit.NANOSECONDS)) {
      if (!SIGNALS.send(process.pid(), Signals.STOP)) {
        break;
      }
      long fromNs = System.nanoTime();
      LockSupport.parkNanos(stopNs);
      long toNs = System.nanoTime();
      SIGNALS.send(process.pid(), Signals.CONTINUE);
      stops.add(new Stop(fromNs, toNs));
    }
    return stops;
  }
}
