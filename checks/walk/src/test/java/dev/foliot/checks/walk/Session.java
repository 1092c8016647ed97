package dev.foliot.checks.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess;
import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Commands that one user gives one after the other, in one folder with one store: those of a page.
 *
 * <p>Used by one thread.
 */
final class Session {
  private static final Pattern TRACE =
      Pattern.compile("(?m)^\\s+at [\\w.$/]+\\(.*\\)$|Exception in thread|^Caused by: ");
  private static final Pattern INTERNAL = Pattern.compile("internal failure: ");

  /** Runs that need nothing that was there before: another page's may stand for them. */
  private static final Pattern ALONE =
      Pattern.compile(
          "^(bench|load|study|diagnose|fleet|demo) (?!.*(@|\\$\\{|--against|--compare|--out))");

  private final Walk walk;
  private final Path folder;
  private final Path store;
  private final boolean deletes;
  private final Set<String> played = new TreeSet<>();

  /**
   * Begins with an empty store.
   *
   * @param deletes whether one of its commands deletes runs, which no other page may then copy
   */
  Session(Walk walk, Path folder, boolean deletes) throws IOException {
    this.walk = walk;
    this.deletes = deletes;
    this.folder = Files.createDirectories(folder);
    this.store = folder.resolve(".foliot");
    walk.stage().link(folder);
  }

  /** Plays a command and looks at all that it leaves behind. */
  void play(Line shortest) throws Exception {
    String key = shortest.text();
    if (ALONE.matcher(key).find() && !played.contains(key)) {
      List<Path> runs = walk.runsOf(key);
      if (runs != null && takes(runs)) {
        played.add(key);
        return;
      }
    }
    played.add(key);
    Line line = shortest.named(walk.stage().names());
    Set<String> before = runs();
    Ended ended = run(line);
    check(shortest, ended);
    Set<String> made = runs();
    made.removeAll(before);
    if (ended.exit() == 0 || ended.exit() == 5 || ended.exit() == 3) {
      compareAnswers(shortest, line, ended, made);
    }
    for (String run : made) {
      readBack(shortest, run);
    }
    if (ALONE.matcher(key).find() && !deletes) {
      walk.keep(key, made.stream().map(store::resolve).toList());
    }
  }

  /** Copies the runs of another page, if they are younger than all here. */
  private boolean takes(List<Path> runs) throws IOException {
    String youngest = runs().stream().reduce("", (one, other) -> other);
    for (Path run : runs) {
      if (run.getFileName().toString().compareTo(youngest) <= 0) {
        return false;
      }
    }
    // pages that delete runs make them for themselves
    if (deletes) {
      return false;
    }
    for (Path run : runs) {
      try (Stream<Path> files = Files.walk(run)) {
        for (Path file : files.toList()) {
          Path to = store.resolve(run.getFileName()).resolve(run.relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(to);
          } else {
            Files.copy(file, to);
          }
        }
      }
    }
    return true;
  }

  private Set<String> runs() throws IOException {
    if (!Files.isDirectory(store)) {
      return new TreeSet<>();
    }
    try (Stream<Path> files = Files.list(store)) {
      // beside the runs lies the page of their history
      return files
          .filter(Files::isDirectory)
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The launcher is on the PATH too: a command may start another Foliot. */
  private Ended run(Line line) throws IOException, InterruptedException {
    String path =
        FoliotProcess.inTree("foliot").getParent() + File.pathSeparator + System.getenv("PATH");
    boolean looks = line.words().contains(walk.stage().names().get("slow"));
    if (looks) {
      walk.stage().beginLook();
    }
    try {
      return FoliotProcess.start(
              folder, List.of("env", "PATH=" + path), line.words().toArray(String[]::new))
          .end();
    } finally {
      if (looks) {
        walk.stage().endLook();
      }
    }
  }

  private void check(Line line, Ended ended) {
    String all = line + "\n" + ended.out() + ended.err();
    assertThat(ended.exit()).as(all).isIn(walk.exits(line).toArray());
    assertThat(ended.err()).doesNotContainPattern(TRACE).doesNotContainPattern(INTERNAL);
    assertThat(ended.out()).doesNotContainPattern(INTERNAL);
    assertThat(ended.errors())
        .as(all)
        .filteredOn(error -> !error.isBlank() && !walk.isExpected(error))
        .isEmpty();
    assertThat(FoliotProcess.left(folder)).as("left by %s", line).isEmpty();
    assertThat(walk.stage().dead()).as("observed JVMs after %s", line).isEmpty();
  }

  private void compareAnswers(Line shortest, Line line, Ended ended, Set<String> made)
      throws Exception {
    if (!walk.hasAnswer(shortest)) {
      return;
    }
    if (Answers.isJson(ended.out())) {
      for (JsonNode object : Answers.objects(ended.out())) {
        String run = object.path("id").asString("");
        if (made.contains(run)) {
          same("page", shortest, Answers.ofJson(object), Answers.ofPage(written(run)));
        }
      }
      return;
    }
    String sentence = Answers.ofTerminal(ended.out());
    assertThat(sentence).as("%s", shortest).isNotEmpty();
    Path page = Answers.page(folder, ended.out());
    // an audit has no run; the tool that it watches may
    if (page == null && made.size() == 1 && !line.own().getFirst().equals("audit")) {
      page = written(made.iterator().next());
    }
    if (page != null) {
      same("page", shortest, sentence, Answers.ofPage(page));
    }
    if (walk.isRepeatable(shortest)) {
      List<String> words = new ArrayList<>(line.words());
      words.add(words.contains("--") ? words.indexOf("--") : words.size(), "--json");
      Ended again = run(new Line(line.source(), words));
      assertThat(again.exit()).isEqualTo(ended.exit());
      same("json", shortest, sentence, Answers.ofJson(Answers.objects(again.out()).getFirst()));
    }
  }

  /**
   * Fails where another form says another sentence. One of them may go on: with further answers, a
   * comparison of arms, or what {@code --details} adds.
   */
  private static void same(String what, Line line, String one, String other) {
    assertThat(List.of(one, other)).doesNotContain("");
    assertThat(one.startsWith(other) || other.startsWith(one))
        .as("the %s of %s says: %s%nand not: %s", what, line, other, one)
        .isTrue();
  }

  private Path written(String run) throws IOException, InterruptedException {
    Path page = folder.resolve("of-" + run + ".html");
    Ended report = run(line("report", run, "--output", page.toString()));
    assertThat(report.exit()).as(report.err()).isZero();
    return page;
  }

  /** Plays what reads a run of this kind, the first time that one is there. */
  private void readBack(Line line, String run) throws Exception {
    JsonNode record =
        Answers.objects(Files.readString(store.resolve(run).resolve("run.json"))).getFirst();
    String kind = kind(line, record);
    if (!walk.isFirst(kind)) {
      return;
    }
    for (Table.Row row : walk.readers(kind)) {
      int at = row.value().indexOf(' ');
      List<Integer> exits = Walk.exits(row.value().substring(0, at));
      Line reader =
          line(
              Arrays.stream(row.value().substring(at + 1).split(" "))
                  .map(word -> word.equals("RUN") ? run : word)
                  .toArray(String[]::new));
      Ended ended = run(reader);
      String all = "after " + line + ": " + reader + "\n" + ended.out() + ended.err();
      assertThat(exits).as(all).contains(ended.exit());
      assertThat(ended.err() + ended.out())
          .as(all)
          .doesNotContainPattern(TRACE)
          .doesNotContainPattern(INTERNAL);
      if (reader.words().contains("--json") && ended.exit() == 0) {
        assertThat(Answers.objects(ended.out())).as(all).isNotEmpty();
      }
    }
  }

  private static Line line(String... words) {
    return new Line("read back", List.of(words));
  }

  private static String kind(Line line, JsonNode record) {
    StringBuilder kind = new StringBuilder(record.path("command").asString("?"));
    if (kind.toString().equals("study")) {
      kind.append(' ').append(record.path("benchmark").asString("?"));
    }
    add(kind, "arms", record.path("arms").size() > 1);
    add(kind, "loads", record.path("loads").size() > 1);
    add(kind, "search", record.has("rate_search"));
    add(kind, "pairs", record.has("gate") || line.own().contains("--detect"));
    add(kind, "params", record.at("/arms/0/params").size() > 0);
    for (String option : List.of("--jlbh", "--profile", "--explain", "--rounds")) {
      add(kind, option.substring(2), line.own().stream().anyMatch(word -> word.startsWith(option)));
    }
    add(kind, record.path("benchmark").asString("?"), line.own().contains("--jlbh"));
    return kind.toString();
  }

  private static void add(StringBuilder kind, String what, boolean is) {
    if (is) {
      kind.append(' ').append(what);
    }
  }

  /** What a command that is not played must still be: taken by the command line. */
  static @Nullable String refused(Path folder, Line line) {
    List<String> words = new ArrayList<>(line.words());
    String name = words.removeFirst();
    int end = words.indexOf("--");
    words.add(end < 0 ? words.size() : end, Walk.UNKNOWN);
    FoliotProcess.Ended ended = FoliotProcess.call(folder, name, words.toArray(String[]::new));
    boolean alone =
        ended.exit() == 2
            && ended.err().contains("'" + Walk.UNKNOWN + "'")
            && ended.err().split("'").length <= 3;
    return alone ? null : ended.err();
  }
}
