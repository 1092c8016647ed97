package dev.foliot.cli.watch;

import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import dev.foliot.store.Json;
import dev.foliot.store.watch.Episode;
import dev.foliot.text.Shown;
import dev.foliot.watch.WatchRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Diagnoses a JVM for two seconds in a process of its own, which takes the memory for it only then.
 */
final class EpisodeLook implements WatchRun.Look {
  /** Diagnoses nothing. */
  static final WatchRun.Look NONE = (pid, folder, number) -> new Result(Optional.empty(), 0);

  private static final String DURATION = "2s";
  private static final String EXAMINATIONS = "locks,runtime,scheduler";
  private static final long DEADLINE_NS = 60_000_000_000L;
  private static final int LONGEST = 500;
  private static final double NS_PER_S = 1e9;

  @Override
  public Result of(long pid, Path folder, int number) throws InterruptedException {
    Path file = folder.resolve("episode-" + number + ".json");
    ProcessBuilder program =
        Launcher.withoutInput(words(pid))
            .redirectOutput(file.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    try (ChildProcess child = Launcher.singlesIfPossible(Programs.ofThisProcess()).start(program)) {
      boolean hasEnded = child.hasEndedWithin(DEADLINE_NS);
      if (!hasEnded) {
        child.kill();
      }
      return result(file);
    } catch (IOException e) {
      return new Result(Optional.empty(), 0);
    }
  }

  private static List<String> words(long pid) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmn16m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.foliot.cli.Main"));
    words.addAll(
        List.of(
            "diagnose",
            Long.toString(pid),
            "--duration",
            DURATION,
            "--only",
            EXAMINATIONS,
            "--json",
            "--no-store"));
    return words;
  }

  private static Result result(Path file) throws IOException {
    String json = Files.readString(file);
    Optional<Answered> read = Json.parse(json, Answered.class);
    if (read.isEmpty()) {
      Files.deleteIfExists(file);
      return new Result(Optional.empty(), 0);
    }
    double cpuS =
        read.get().cost().getOrDefault("cpu_s", Duration.ofSeconds(2).toNanos() / NS_PER_S);
    return new Result(
        Optional.of(
            new Episode.Found(
                Shown.text(read.get().answer(), LONGEST), file.getFileName().toString())),
        cpuS);
  }

  /** What of the JSON of a diagnosis is needed. */
  private record Answered(String answer, Map<String, Double> cost) {}
}
