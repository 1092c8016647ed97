package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.TraceEvents;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How long woken threads wait for a CPU, one by one, by the kernel's trace points over a slice of
 * time. It takes perf, the trace file system and the right to trace whole CPUs: who wakes a thread
 * is another, and what runs before it is too.
 */
public final class WakeTrace {
  private static final Path ROOT = Path.of("/");
  private static final long PATIENCE_S = 20;
  private static final int MOST_LINES = 2_000_000;
  private static final int LONGEST_REASON = 200;
  private static final List<String> EVENTS = List.of("sched_wakeup", "sched_switch");

  private WakeTrace() {}

  /** Whether it can be asked for at all; what else can go wrong shows when it is taken. */
  public static Reading<Path> program() {
    for (String event : EVENTS) {
      if (TraceEvents.id(ROOT, "sched", event)
          instanceof Reading.Unavailable<Long>(String reason, String remedy)) {
        return Reading.unavailable(reason, remedy);
      }
    }
    return perf(System.getenv().getOrDefault("PATH", ""));
  }

  private static Reading<Path> perf(String path) {
    for (String folder : path.split(File.pathSeparator, -1)) {
      try {
        Path program = Path.of(folder, "perf");
        if (!folder.isEmpty() && Files.isRegularFile(program) && Files.isExecutable(program)) {
          return Reading.of(program);
        }
      } catch (InvalidPathException e) {
        // No folder; the next one may be.
      }
    }
    return Reading.unavailable("there is no perf", "install linux-perf");
  }

  /**
   * Traces some CPUs for a while.
   *
   * @param cpus where the threads run
   * @param whose which threads count, and for what
   * @param sliceNs how long, in nanoseconds
   * @param folder for its files, which are removed
   * @return at least one entry
   * @param <K> what threads are told apart by
   */
  public static <K> Reading<Map<K, WakeWaits>> take(
      CpuList cpus, WakeWaits.Whose<K> whose, long sliceNs, Path folder)
      throws InterruptedException {
    return switch (program()) {
      case Reading.Unavailable<Path> none -> none.retyped();
      case Reading.Value<Path>(Path perf) -> take(perf, cpus, whose, sliceNs, folder);
    };
  }

  private static <K> Reading<Map<K, WakeWaits>> take(
      Path perf, CpuList cpus, WakeWaits.Whose<K> whose, long sliceNs, Path folder)
      throws InterruptedException {
    Path data = folder.resolve("wake.data");
    Path text = folder.resolve("wake.txt");
    Path log = folder.resolve("wake.log");
    try {
      String seconds = String.format(Locale.ROOT, "%.3f", sliceNs / 1e9);
      List<String> record = new ArrayList<>(List.of(perf.toString(), "record", "-q", "-a"));
      record.addAll(List.of("-C", cpus.toString(), "-o", data.toString()));
      EVENTS.forEach(event -> record.addAll(List.of("-e", "sched:" + event)));
      record.addAll(List.of("--", "sleep", seconds));
      run(record, log, log);
      run(
          List.of(
              perf.toString(), "script", "--ns", "-F", "time,event,trace", "-i", data.toString()),
          text,
          log);
      try (Stream<String> lines = Files.lines(text, StandardCharsets.ISO_8859_1)) {
        Map<K, WakeWaits> waits = WakeWaits.of(lines.limit(MOST_LINES), whose);
        return waits.isEmpty()
            ? Reading.unavailable("no thread was woken while it was looked", "trace for longer")
            : Reading.of(waits);
      }
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      return Reading.unavailable(
          "perf cannot trace wake-ups: "
              + message.substring(0, Math.min(message.length(), LONGEST_REASON)),
          "try perf record -a -e sched:sched_wakeup sleep 1 by itself");
    } finally {
      for (Path file : List.of(data, text, log)) {
        remove(file);
      }
    }
  }

  private static void run(List<String> words, Path out, Path errors)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(out.toFile());
    if (out.equals(errors)) {
      builder.redirectErrorStream(true);
    } else {
      builder.redirectError(errors.toFile());
    }
    Process process = builder.start();
    try {
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IOException(words.get(1) + " did not end within " + PATIENCE_S + " s");
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            words.get(1) + " ended with " + process.exitValue() + ": " + firstLine(errors));
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private static String firstLine(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> !line.isBlank()).findFirst().orElse("it said nothing").strip();
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // whoever gave the folder removes it
      return;
    }
  }
}
