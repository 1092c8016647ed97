package dev.foliot.cli.load;

import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.spark.pipe.PipeException;
import dev.foliot.spark.pipe.SparkAnswer;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.spark.pipe.SparkPipe;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One load whose parts are tasks of a barrier stage of Spark.
 *
 * <p>A task hands the plan to a Foliot of its executor's machine, which plays its part as {@code
 * --part} does. All begin at a moment that the tasks agree on.
 */
final class SparkLoad {
  /** From the agreement to the start: two JVMs start for each part, and may share CPUs. */
  private static final long LEAD_MS = 15_000;

  /** Reasons that are printed of parts that are missing. */
  private static final int MOST_REASONS = 3;

  private static final int LONGEST = 400;
  private static final int WRONG_USAGE = 2;

  /** A part that plays again would be late, and Spark waits for ten minutes for free slots. */
  static final List<String> SETTINGS =
      List.of(
          "spark.task.maxFailures=1",
          "spark.stage.maxConsecutiveAttempts=1",
          "spark.barrier.sync.timeout=120",
          "spark.scheduler.barrier.maxConcurrentTasksCheck.interval=2s",
          "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures=30");

  private final Console console;
  private final LoadTest test;

  /**
   * @param test of one plan, a part of as many as Spark plays
   * @throws FoliotException if it has a server to start or to watch
   */
  SparkLoad(Console console, LoadTest test) {
    if (test.watched().process() != null || test.watched().log() != null) {
      throw FoliotException.usage(
          "--engine spark starts and watches no server: leave --pid, --server-log and the command"
              + " after -- out");
    }
    this.console = console;
    this.test = test;
  }

  /**
   * What became of a part.
   *
   * @param name as in {@code 2/4}
   * @param host where it was played
   * @param executor of Spark
   * @param exit code of its process
   * @param said why there is no result; empty where another part is the reason
   * @param part the content of its file; null without a result
   */
  record Outcome(
      String name, String host, String executor, long exit, String said, @Nullable String part) {
    String line() {
      return "part "
          + name
          + " on "
          + Shown.text(host)
          + ": "
          + (said.isEmpty() ? "it left no result" : Shown.text(said, LONGEST));
    }
  }

  /**
   * Plays the parts.
   *
   * @param cuts takes what ends them early
   * @return those that left a result, at least one; what the others lack is printed
   * @throws FoliotException if Spark does not start or no part left a result
   * @throws InterruptedException if it was ended early
   */
  List<LoadPart> play(SparkCommand command, Consumer<Runnable> cuts)
      throws IOException, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    LoadPlan plan = test.plans().getFirst();
    int of = plan.execution().share().of();
    String about =
        of + " parts on Spark, about " + Numbers.span((LEAD_MS + test.aboutNs() / 1e6) / 1e3);
    ProgressLine progress = new ProgressLine(console, () -> about);
    try (progress;
        SparkPipe pipe =
            SparkPipe.start(command.usually(SETTINGS), opened -> cuts.accept(opened::cancel))) {
      SparkAnswer answer = pipe.ask(words(plan));
      while (answer.next()) {
        outcomes.add(
            new Outcome(
                answer.getLong(1) + "/" + of,
                String.valueOf(answer.getString(2)),
                String.valueOf(answer.getString(3)),
                answer.getLong(4),
                String.valueOf(answer.getString(5)),
                answer.getString(6)));
      }
    } catch (PipeException e) {
      if (e.kind() == PipeException.Kind.CANCELLED) {
        throw new InterruptedException("interrupted; nothing is kept");
      }
      throw FoliotException.environment(e.line());
    }
    return read(results(outcomes, console::error));
  }

  /** The request of the server in Spark's driver. */
  private String[] words(LoadPlan plan) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "parts",
                String.valueOf(plan.execution().share().of()),
                String.valueOf(LEAD_MS),
                String.valueOf(plan.execution().startAtMs()),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Stream.of("java.class.path", "jdk.module.path")
                    .map(name -> System.getProperty(name, ""))
                    .filter(path -> !path.isEmpty())
                    .collect(Collectors.joining(File.pathSeparator)),
                System.getProperty("foliot.home", ""),
                plan.line()));
    if (test.generator().cpus() != null) {
      words.addAll(List.of("--cpus", String.valueOf(test.generator().cpus())));
    }
    test.generator().jvmArgs().forEach(one -> words.add("--jvm-arg=" + one));
    return words.toArray(new String[0]);
  }

  /**
   * The results that there are.
   *
   * @param complains receives a line of what is missing
   * @throws FoliotException if there is none
   */
  static List<String> results(List<Outcome> outcomes, Consumer<String> complains) {
    List<String> results = new ArrayList<>();
    List<Outcome> missing = new ArrayList<>();
    Map<String, Long> byExecutor = new TreeMap<>();
    for (Outcome one : outcomes) {
      byExecutor.merge(one.executor, 1L, Long::sum);
      if (one.part == null) {
        missing.add(one);
      } else {
        results.add(one.part);
      }
    }
    // where one executor is the reason, the others wait for it and say nothing
    List<Outcome> said = missing.stream().filter(one -> !one.said.isEmpty()).toList();
    List<Outcome> reasons = said.isEmpty() ? missing : said;
    if (results.isEmpty()) {
      String line =
          reasons.isEmpty()
              ? "Spark played no part: see its log"
              : reasons.getFirst().line()
                  + (reasons.size() > 1 ? " (and %d others)".formatted(reasons.size() - 1) : "");
      throw !reasons.isEmpty() && reasons.stream().allMatch(one -> one.exit == WRONG_USAGE)
          ? FoliotException.usage(line)
          : FoliotException.environment(line);
    }
    reasons.stream().limit(MOST_REASONS).map(Outcome::line).forEach(complains);
    if (reasons.size() > MOST_REASONS) {
      complains.accept("%d other parts left no result".formatted(reasons.size() - MOST_REASONS));
    }
    long most = byExecutor.values().stream().mapToLong(Long::longValue).max().orElse(0);
    if (most > 1 && byExecutor.size() > 1) {
      complains.accept(
          "one executor played %d of the parts: for one on each, give --conf spark.task.cpus=CORES"
              .formatted(most));
    }
    return results;
  }

  private static List<LoadPart> read(List<String> results) {
    try {
      Path folder = Files.createTempDirectory("foliot-parts");
      Path file = folder.resolve(LoadPart.FILE);
      try {
        List<LoadPart> parts = new ArrayList<>();
        for (String result : results) {
          Files.writeString(file, result);
          parts.add(LoadPart.read(file));
        }
        return parts;
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
      }
    } catch (IOException e) {
      throw FoliotException.environment(
          "no temporary folder can be written: " + e.getMessage() + ": free some space");
    }
  }
}
