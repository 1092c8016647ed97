package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.DocumentedShell.Command;
import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The commands of README, docs/start.md and docs/guide: the real command line takes each of them,
 * and those of the first minutes are run, with a short load.
 */
final class DocumentedCommandsTest {
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
  private static final Pattern IN_HELP = Pattern.compile("(?m)^ +(?:-\\w+, )?--[a-z][a-z-]+");
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

  /** An option that no command has, nor one that resembles it. */
  private static final String UNKNOWN = "--qqqqqqqq";

  /** What makes a bench short; the figures are not looked at. */
  private static final List<String> SHORT =
      List.of("--forks", "1", "--warmup", "200ms", "--duration", "300ms", "--no-wait");

  @TempDir Path folder;

  static List<Command> commands() throws IOException {
    return DocumentedShell.commands().stream()
        .filter(command -> !command.words().getFirst().startsWith("-"))
        .toList();
  }

  @Test
  void shouldFindTheCommandsOfEachKindOfPage() throws IOException {
    assertThat(commands())
        .extracting(Command::toString)
        .contains(
            "README.md: foliot report @2 @1",
            "docs/start.md: foliot study mine.yaml --check",
            "docs/guide/bench.md: foliot bench com.example.MyTask --classpath target/classes"
                + " --find-rate p99<1ms");
  }

  /**
   * The command line refuses the first word that it does not know. So a command with an unknown
   * option at its end is refused for that alone, and starts nothing.
   */
  @ParameterizedTest
  @MethodSource("commands")
  void shouldTakeEachCommand(Command command) {
    List<String> words = new ArrayList<>(command.words());
    String name = words.removeFirst();
    // the last option may take a value, and would take this one
    int last = words.size() - 1;
    words.add(last >= 0 && words.get(last).equals("--profile") ? last : end(words), UNKNOWN);

    Ended ended = FoliotProcess.call(folder, name, words.toArray(String[]::new));

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(QUOTED.matcher(ended.err()).results().map(match -> match.group(1)))
        .as(ended.err())
        .containsExactly(UNKNOWN);
  }

  static List<String> subcommands() {
    return List.of(
        "bench",
        "load",
        "compare",
        "explain",
        "study",
        "diagnose",
        "fleet",
        "report",
        "runs",
        "export",
        "doctor",
        "audit",
        "demo");
  }

  @ParameterizedTest
  @MethodSource("subcommands")
  void shouldDescribeTheOptionsThatACommandHas(String command) throws IOException {
    String page = Files.readString(FoliotProcess.inTree("docs/reference/commands.md"));
    Set<String> described = options(section(page, "Common"));
    described.addAll(options(section(page, command)));

    String help = FoliotProcess.call(folder, command, "--help").out();
    Set<String> has =
        options(
            IN_HELP.matcher(help).results().map(MatchResult::group).collect(Collectors.joining()));

    assertThat(described).containsAll(has);
    has.addAll(options(section(page, "Common")));
    if (!command.equals("runs")) {
      assertThat(has).containsAll(options(table(section(page, command))));
    }
  }

  @EnabledOnOs(OS.LINUX)
  @Test
  void shouldWalkTheFirstBenchOfTheReadme() throws Exception {
    Files.createSymbolicLink(folder.resolve("foliot"), FoliotProcess.inTree("foliot"));
    String block =
        DocumentedShell.blocks("README.md", "").stream()
            .filter(one -> one.contains("--against @1"))
            .findFirst()
            .orElseThrow();

    Ended ended =
        FoliotProcess.shell(
            folder,
            block.lines().map(DocumentedCommandsTest::shortened).collect(Collectors.joining()));

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("report.html");
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Test
  void shouldMeasureTheProjectOfTheReadme() throws Exception {
    String pom = DocumentedShell.blocks("README.md", "xml").getFirst();
    String version = Files.readString(FoliotProcess.inTree("pom.xml"));
    Path sources = folder.resolve("src/main/java/com/example");
    Path classes = folder.resolve("target/classes");
    Files.createDirectories(sources);
    Files.createDirectories(classes);
    Path task = sources.resolve("MyTask.java");
    Files.writeString(task, DocumentedShell.blocks("README.md", "java").getFirst());

    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "17",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                task.toString());
    List<String> words = new ArrayList<>(List.of("com.example.MyTask", "--classpath"));
    words.add(classes.toString());
    words.addAll(List.of("--rate", "1k/s"));
    words.addAll(SHORT);
    Ended ended = FoliotProcess.call(folder, "bench", words.toArray(String[]::new));

    assertThat(compiled).isZero();
    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(pom).contains("<artifactId>foliot-bench</artifactId>");
    assertThat(version).contains(between(pom, "<artifactId>foliot-bench</artifactId>"));
  }

  @EnabledOnOs(OS.LINUX)
  @Test
  void shouldCheckTheStudyFileOfTheStartPage() throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, DocumentedShell.blocks("docs/start.md", "yaml").getFirst());

    Ended ended = FoliotProcess.call(folder, "study", file.toString(), "--check");

    assertThat(ended.exit()).as(ended.err()).isZero();
  }

  /** As it stands on the page, but with one fork and short loads. */
  @EnabledOnOs(OS.LINUX)
  @Tag("studies")
  @Test
  void shouldRunTheStudyOfTheStartPage() throws Exception {
    Path file = folder.resolve("mine.yaml");
    String study =
        DocumentedShell.blocks("docs/start.md", "yaml")
            .getFirst()
            .replace("forks: 4", "forks: 1")
            .replace("duration: 5s", "duration: 500ms, warm-up: 200ms");
    Files.writeString(file, study);

    Ended ended = FoliotProcess.run(folder, "study", file.toString(), "--no-wait", "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out()).contains("foliot.study/1", "parallel collector", "serial collector");
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  /** As it stands on the page, but with one fork and a short load. */
  @EnabledOnOs(OS.LINUX)
  @Tag("studies")
  @Test
  void shouldNameThePlantedCollectionsOfTheExplainedStudy() throws Exception {
    Path file = folder.resolve("collections.yaml");
    Files.writeString(
        file,
        DocumentedShell.blocks("docs/guide/explain.md", "yaml")
            .getFirst()
            .replace("forks: 2", "forks: 1")
            .replace("duration: 10s", "duration: 5s, warm-up: 1s"));

    Ended study = FoliotProcess.run(folder, "study", file.toString(), "--no-wait", "--json");
    Ended explained = FoliotProcess.call(folder, "explain", "--json");

    assertThat(study.exit()).as(study.err()).isIn(0, 5);
    JsonNode arms = StoredFiles.json(explained.out()).at("/arms");
    assertThat(arms).hasSize(2);
    assertThat(arms.at("/1/arm").asString()).isEqualTo("periodic collections");
    assertThat(arms.at("/1/explanation/causes"))
        .anySatisfy(cause -> assertThat(cause.at("/code").asString()).isEqualTo("gc-pause"));
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  /** Behind it the words are those of another program. */
  private static int end(List<String> words) {
    int end = words.indexOf("--");
    return end < 0 ? words.size() : end;
  }

  private static String shortened(String line) {
    return line.contains(" bench ")
        ? line.replaceAll("--forks \\d+", "")
            + " "
            + String.join(" ", SHORT)
            // on a busy machine so short a load may be INVALID
            + " || [ $? = 5 ]\n"
        : line + "\n";
  }

  private static String between(String pom, String from) {
    int start = pom.indexOf("<version>", pom.indexOf(from));
    return pom.substring(start, pom.indexOf("</version>", start));
  }

  private static String section(String page, String command) {
    int from = page.indexOf("\n## " + command + "\n");
    assertThat(from).as(command).isNotNegative();
    int to = page.indexOf("\n## ", from + 1);
    return page.substring(from, to < 0 ? page.length() : to);
  }

  private static String table(String section) {
    return section
        .lines()
        .filter(line -> line.startsWith("| `-"))
        .map(line -> line.substring(0, line.indexOf(" | ")))
        .collect(Collectors.joining("\n"));
  }

  private static Set<String> options(String text) {
    return OPTION
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
