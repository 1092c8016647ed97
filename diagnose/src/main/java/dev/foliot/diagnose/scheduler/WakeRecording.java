package dev.foliot.diagnose.scheduler;

import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Records and prints wake-ups with perf, each by its own command. For one thread, once.
 *
 * <p>The output is bounded: perf limits its recording since version 5.5, and the files are watched
 * in any version.
 */
final class WakeRecording {
  static final List<String> EVENTS = List.of("sched_wakeup", "sched_switch");

  private static final long PATIENCE_MS = 20_000;
  private static final long LOOK_MS = 20;
  private static final long NS_PER_MS = 1_000_000;
  private static final int MOST_LINES = 2_000_000;
  private static final int LONGEST_REASON = 200;

  /** A line of text is longer than its binary record. */
  private static final int TEXT_PER_DATA = 4;

  /** perf's exit code for an unknown option. */
  private static final int USAGE = 129;

  /** perf's exit code after a request to end, and at its own limit. */
  private static final int TERMINATED = 128 + 15;

  private final Launcher launcher;
  private final Path perf;
  private final long mostBytes;
  private final Path data;
  private final Path text;
  private final Path log;

  /**
   * Creates a recording.
   *
   * @param folder for its files, which are removed
   * @param mostBytes how much may be recorded
   */
  WakeRecording(Launcher launcher, Path perf, Path folder, long mostBytes) {
    this.launcher = launcher;
    this.perf = perf;
    this.mostBytes = mostBytes;
    data = folder.resolve("wake.data");
    text = folder.resolve("wake.txt");
    log = folder.resolve("wake.log");
  }

  /** Records at least one wake-up, or returns the reason for none. */
  <K> Reading<Traced<K>> take(CpuList cpus, WakeWaits.Whose<K> whose, long sliceNs)
      throws InterruptedException {
    try {
      boolean whole = record(cpus, sliceNs);
      whole &= print();
      AtomicLong lines = new AtomicLong();
      Map<K, WakeWaits> waits = read(whose, lines);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      whole &= lines.get() < MOST_LINES;
      if (waits.isEmpty()) {
        return Reading.unavailable(new SchedulerReason.NoWakeUp());
      }
      return Reading.of(
          new Traced<>(
              waits,
              whole
                  ? Optional.empty()
                  : Optional.of(new SchedulerReason.TraceCut(mostBytes >> 20))));
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      return Reading.unavailable(
          new SchedulerReason.TraceRefused(
              Shown.text(
                  message.substring(0, Math.min(message.length(), LONGEST_REASON)),
                  LONGEST_REASON)));
    } finally {
      for (Path file : List.of(data, data.resolveSibling("wake.data.old"), text, log)) {
        remove(file);
      }
    }
  }

  private <K> Map<K, WakeWaits> read(WakeWaits.Whose<K> whose, AtomicLong count)
      throws IOException {
    try (Stream<String> lines = Files.lines(text, StandardCharsets.ISO_8859_1)) {
      return WakeWaits.of(
          lines
              .limit(MOST_LINES)
              .takeWhile(line -> !Thread.currentThread().isInterrupted())
              .peek(line -> count.incrementAndGet()),
          whose);
    }
  }

  /** Returns whether the complete time was recorded. */
  private boolean record(CpuList cpus, long sliceNs) throws IOException, InterruptedException {
    String limit = "--max-size=" + mostBytes + "B";
    int exit = run(recording(cpus, sliceNs, List.of(limit)), log, data, mostBytes);
    if (exit == USAGE) {
      exit = run(recording(cpus, sliceNs, List.of()), log, data, mostBytes);
    }
    return isWhole("record", exit);
  }

  private List<String> recording(CpuList cpus, long sliceNs, List<String> more) {
    String seconds = String.format(Locale.ROOT, "%.3f", sliceNs / 1e9);
    List<String> words = new ArrayList<>(List.of(perf.toString(), "record", "-q", "-a"));
    words.addAll(more);
    words.addAll(List.of("-C", cpus.toString(), "-o", data.toString()));
    EVENTS.forEach(event -> words.addAll(List.of("-e", "sched:" + event)));
    words.add("--");
    words.addAll(launcher.inTurn(List.of("sleep", seconds)));
    return words;
  }

  /** Returns whether the complete recording was printed. */
  private boolean print() throws IOException, InterruptedException {
    List<String> words =
        List.of(perf.toString(), "script", "--ns", "-F", "time,event,trace", "-i", data.toString());
    return isWhole("script", run(words, text, text, TEXT_PER_DATA * mostBytes));
  }

  private boolean isWhole(String command, int exit) throws IOException {
    if (exit != 0 && exit != TERMINATED) {
      throw new IOException(command + " ended with " + exit + ": " + firstLine());
    }
    return exit == 0;
  }

  /** Runs a command until its end or its output limit; returns its exit code. */
  private int run(List<String> words, Path out, Path watched, long most)
      throws IOException, InterruptedException {
    ProcessBuilder builder = Launcher.withoutInput(words).redirectOutput(out.toFile());
    if (out.equals(log)) {
      builder.redirectErrorStream(true);
    } else {
      builder.redirectError(log.toFile());
    }
    builder.environment().put("LC_ALL", "C");
    try (ChildProcess process = launcher.start(builder)) {
      boolean asked = false;
      for (long ms = 0; ms < PATIENCE_MS; ms += LOOK_MS) {
        if (process.hasEndedWithin(LOOK_MS * NS_PER_MS)) {
          return asked ? TERMINATED : process.exitCode();
        }
        if (!asked && size(watched) > most) {
          process.terminate();
          asked = true;
        }
      }
      throw new IOException(words.get(1) + " did not end within " + PATIENCE_MS / 1000 + " s");
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      // it has not begun to write
      return 0;
    }
  }

  private String firstLine() throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> !line.isBlank()).findFirst().orElse("it said nothing").strip();
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the provider of the folder removes it
      return;
    }
  }
}
