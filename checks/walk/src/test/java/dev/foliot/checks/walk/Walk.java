package dev.foliot.checks.walk;

import dev.foliot.checks.endtoend.FoliotProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays all commands that README, start, the guides and the help show, each as a process.
 *
 * <p>The pages say what is played. Five tables beside this module say the rest: how a command
 * becomes short ({@code shortest.txt}), what comes before one ({@code before.txt}), what the pages
 * leave out ({@code also.txt}), what is not played and why ({@code not-played.txt}), and what reads
 * a run ({@code read-back.txt}). Two pages are played at a time. Thread-safe.
 */
final class Walk implements AutoCloseable {
  /** An option that no command has, nor one that resembles it. */
  static final String UNKNOWN = "--qqqqqqqq";

  private static final int AT_A_TIME = Integer.getInteger("walk.at.a.time", 2);

  /** What reads the runs of the lines above it, and so is another command each time. */
  private static final Pattern AGAIN = Pattern.compile("@|^(explain|report|runs)");

  /** Options that all commands have; one command that uses them is enough. */
  private static final Set<String> COMMON =
      Set.of("--help", "--version", "--store", "--json", "--details", "--verbose");

  private final Path folder;
  private final Consumer<Step> progress;
  private final Table shortest = Table.read("shortest.txt");
  private final Table notPlayed = Table.read("not-played.txt");
  private final Table before = Table.read("before.txt");
  private final Table readBack = Table.read("read-back.txt");
  private final Stage stage;
  private final Help help;
  private final ExecutorService pages = Executors.newFixedThreadPool(AT_A_TIME);
  private final Map<String, List<Step>> sessions = new LinkedHashMap<>();
  private final Map<String, List<Path>> kept = new ConcurrentHashMap<>();
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();
  private final List<String> left = new ArrayList<>();

  /**
   * A command and its end.
   *
   * @param line as it is played
   * @param shown as the page has it
   * @param end done when it has been played; exceptional where it failed
   */
  record Step(Line line, Line shown, CompletableFuture<Long> end) {
    @Override
    public String toString() {
      return shown.text();
    }
  }

  /**
   * Begins the walk: of the pages whose name contains one of the words, or of all without any.
   *
   * @param progress takes each step at its end
   */
  Walk(Path folder, List<String> parts, Consumer<Step> progress) throws Exception {
    this.folder = folder;
    this.progress = progress;
    this.stage = new Stage(folder, shortest);
    this.help = Help.read(folder);
    Map<String, List<Line>> lines = new LinkedHashMap<>();
    for (Line line : shown()) {
      lines.computeIfAbsent(line.source(), source -> new ArrayList<>()).add(line);
    }
    lines
        .keySet()
        .removeIf(source -> !parts.isEmpty() && parts.stream().noneMatch(source::contains));
    lines.forEach(this::prepare);
    List<List<Step>> longestFirst =
        sessions.values().stream()
            .sorted(Comparator.comparingInt((List<Step> steps) -> -steps.size()))
            .toList();
    for (List<Step> steps : longestFirst) {
      pages.execute(() -> play(steps));
    }
    pages.shutdown();
  }

  /** All command lines: of the pages, of the help, and those of {@code also.txt}. */
  private List<Line> shown() throws IOException {
    List<Line> lines = new ArrayList<>();
    for (DocumentedShell.Command command : DocumentedShell.commands()) {
      lines.add(new Line(command.page(), command.words()));
    }
    lines.addAll(help.examples());
    for (String command : help.texts().keySet()) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.removeIf(String::isEmpty);
      words.add("--help");
      lines.add(new Line("--help", words));
    }
    String section = "also";
    for (String text : Files.readAllLines(FoliotProcess.inTree("checks/walk/also.txt"))) {
      if (text.startsWith("# ")) {
        section = "also: " + text.substring(2);
      } else if (!text.isBlank()) {
        for (List<String> words : DocumentedShell.simpleCommands(text)) {
          lines.add(new Line(section, words));
        }
      }
    }
    return lines;
  }

  private void prepare(String source, List<Line> lines) {
    List<Step> steps = new ArrayList<>();
    Set<String> already = new TreeSet<>();
    for (Line line : lines) {
      String reason = reason(line);
      if (reason != null) {
        String refused = Session.refused(folder, line);
        left.add(line.source() + ": " + line + "\n    " + reason);
        if (refused != null) {
          steps.add(
              new Step(line, line, CompletableFuture.failedFuture(new AssertionError(refused))));
        }
      } else if (already.add(line.text()) || AGAIN.matcher(line.text()).find()) {
        for (Table.Row row : before.matching("line", source + ": " + line.text())) {
          List<String> words = DocumentedShell.simpleCommands(row.value()).getFirst();
          steps.add(step(new Line(source, words)));
        }
        steps.add(step(line));
      }
    }
    if (!steps.isEmpty()) {
      sessions.put(source, steps);
    }
  }

  private Step step(Line line) {
    return new Step(line.shortened(shortest), line, new CompletableFuture<>());
  }

  /** Why a command is not played; null where it is. */
  private @Nullable String reason(Line line) {
    for (Table.Row row : notPlayed.matching("command", line.text())) {
      return row.value();
    }
    for (Table.Row row : notPlayed.matching("without", line.text())) {
      String[] parts = row.value().split(": ", 2);
      if (!onPath(parts[0])) {
        return parts[1];
      }
    }
    return null;
  }

  private static boolean onPath(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  private void play(List<Step> steps) {
    Session session = null;
    for (Step step : steps) {
      if (step.end().isDone()) {
        continue;
      }
      long startNs = System.nanoTime();
      try {
        if (session == null) {
          String name = step.line().source().replaceAll("[^A-Za-z0-9.-]+", "-");
          boolean deletes =
              steps.stream().anyMatch(one -> one.line().text().matches("runs (delete|prune) .*"));
          session = new Session(this, folder.resolve("page-" + name), deletes);
        }
        session.play(step.line());
        step.end().complete((System.nanoTime() - startNs) / 1_000_000);
      } catch (Throwable e) {
        step.end().completeExceptionally(e);
      }
      progress.accept(step);
    }
  }

  /** The commands of each page, in the order of the pages. */
  Map<String, List<Step>> sessions() {
    return sessions;
  }

  Stage stage() {
    return stage;
  }

  /** The codes with which a command may end; the first row that matches says them. */
  Set<Integer> exits(Line line) {
    List<Table.Row> rows = shortest.matching("exit", line.text());
    return rows.isEmpty() ? Set.of(0) : new TreeSet<>(exits(rows.getFirst().value()));
  }

  static List<Integer> exits(String text) {
    return Arrays.stream(text.split(",")).map(Integer::valueOf).toList();
  }

  boolean isExpected(String error) {
    return !shortest.matching("err", error).isEmpty();
  }

  boolean hasAnswer(Line line) {
    return !shortest.matching("answers", line.text()).isEmpty();
  }

  /** Whether it prints the same again. */
  boolean isRepeatable(Line line) {
    return !shortest.matching("repeatable", line.text()).isEmpty();
  }

  boolean isFirst(String kind) {
    return kinds.add(kind);
  }

  List<Table.Row> readers(String kind) {
    return readBack.matching("of", kind);
  }

  @Nullable List<Path> runsOf(String key) {
    return kept.get(key);
  }

  void keep(String key, List<Path> runs) {
    kept.putIfAbsent(key, runs);
  }

  /** Waits for the end of all. */
  private void await() {
    sessions
        .values()
        .forEach(steps -> steps.forEach(step -> step.end().handle((end, failure) -> true).join()));
  }

  /** Options of the help that no played command uses and no row excuses, by command. */
  Map<String, Set<String>> unusedOptions() {
    Map<String, Set<String>> used = new TreeMap<>();
    Set<String> common = new TreeSet<>();
    for (List<Step> steps : sessions.values()) {
      for (Step step : steps) {
        Set<String> options = help.used(step.line());
        used.computeIfAbsent(help.command(step.line().own()), command -> new TreeSet<>())
            .addAll(options);
        common.addAll(options);
      }
    }
    Map<String, Set<String>> unused = new TreeMap<>();
    for (String command : help.texts().keySet()) {
      for (String option : new TreeSet<>(help.options(command).values())) {
        boolean is =
            COMMON.contains(option)
                ? common.contains(option)
                : used.getOrDefault(command, Set.of()).contains(option);
        if (!is && notPlayed.matching("option", command + " " + option).isEmpty()) {
          unused.computeIfAbsent(command, none -> new TreeSet<>()).add(option);
        }
      }
    }
    return unused;
  }

  /** How many options the help of all commands shows. */
  int options() {
    return help.texts().keySet().stream()
        .mapToInt(command -> new TreeSet<>(help.options(command).values()).size())
        .sum();
  }

  /** Rows of the tables that matched nothing; known when all is played. */
  List<String> unusedRows() {
    await();
    return Stream.of(shortest, notPlayed, before, readBack)
        .flatMap(table -> table.unused().stream())
        .toList();
  }

  /** What is not played, with the reasons. */
  List<String> notPlayed() {
    return left;
  }

  /** Kinds of runs that were read back. */
  Set<String> kinds() {
    return new TreeSet<>(kinds);
  }

  @Override
  public void close() {
    pages.shutdownNow();
    stage.close();
  }

  private static void print(Step step) {
    String end = step.end().isCompletedExceptionally() ? "FAILED" : step.end().join() + " ms";
    System.err.printf("%12s  %s: %s%n", end, step.shown().source(), step);
  }

  /** Plays the pages whose name contains one of some words, and prints what happened. */
  public static void main(String[] arguments) throws Exception {
    List<String> parts = List.of(arguments);
    long startNs = System.nanoTime();
    Path folder = Files.createTempDirectory("walk");
    int failures = 0;
    int played = 0;
    try (Walk walk = new Walk(folder, parts, Walk::print)) {
      for (Map.Entry<String, List<Step>> page : walk.sessions().entrySet()) {
        System.out.println(page.getKey());
        for (Step step : page.getValue()) {
          played++;
          try {
            System.out.printf("%8d ms  %s%n", step.end().join(), step);
          } catch (RuntimeException e) {
            failures++;
            System.out.printf("  FAILED     %s%n             %s%n", step, step.line());
            String message = String.valueOf(e.getCause() == null ? e : e.getCause());
            System.out.println(message.indent(13));
          }
        }
      }
      if (parts.isEmpty()) {
        for (Map.Entry<String, Set<String>> unused : walk.unusedOptions().entrySet()) {
          failures++;
          System.out.println("not used: foliot " + unused.getKey() + " " + unused.getValue());
        }
        for (String row : walk.unusedRows()) {
          failures++;
          System.out.println("matches nothing: " + row);
        }
        System.out.println("not played:");
        walk.notPlayed().forEach(System.out::println);
        System.out.println("kinds of runs read back: " + String.join("; ", walk.kinds()));
      }
      System.out.printf(
          "%d commands played, %d failures, %d options in the help, %d s; %s%n",
          played, failures, walk.options(), (System.nanoTime() - startNs) / 1_000_000_000, folder);
    }
    System.exit(failures == 0 ? 0 : 1);
  }
}
