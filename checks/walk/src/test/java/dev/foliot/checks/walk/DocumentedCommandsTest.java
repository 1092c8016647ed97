package dev.foliot.checks.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess;
import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.walk.DocumentedShell.Command;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The commands of README, docs/start.md and docs/guide: that they are found, that the reference
 * describes their options, and studies that take longer than a walk.
 */
final class DocumentedCommandsTest {
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]+");
  private static final Pattern IN_HELP = Pattern.compile("(?m)^ +(?:-\\w+, )?--[a-z][a-z-]+");

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

  static List<String> subcommands() {
    return List.of(
        "bench",
        "load",
        "compare",
        "explain",
        "study",
        "diagnose",
        "watch",
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

  @Test
  void shouldNameTheCurrentVersionInTheReadme() throws IOException {
    String pom = DocumentedShell.blocks("README.md", "xml").getFirst();
    String version = Files.readString(FoliotProcess.inTree("pom.xml"));

    assertThat(pom).contains("<artifactId>foliot-bench</artifactId>");
    assertThat(version).contains(between(pom, "<artifactId>foliot-bench</artifactId>"));
  }

  /** As it stands on the page, but with a short load. */
  @EnabledOnOs(OS.LINUX)
  @Test
  void shouldMeasureEachValueOfTheParameterOfTheGuide() throws Exception {
    Command command =
        DocumentedShell.commands().stream()
            .filter(one -> one.page().equals("docs/guide/bench.md"))
            .filter(one ->
                one.words().contains("--param") && one.words().toString().contains(".samples."))
            .findFirst()
            .orElseThrow();
    List<String> words = new ArrayList<>(command.words());
    words.addAll(List.of("--forks=1", "--warmup=100ms", "--duration=200ms", "--no-wait", "--json"));

    Ended ended = FoliotProcess.run(folder, words.toArray(String[]::new));

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = Answers.objects(ended.out()).getFirst();
    assertThat(json.at("/arms")).hasSize(3);
    assertThat(json.at("/arms/2/params/workUs").asString()).isEqualTo("30");
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
    JsonNode arms = Answers.objects(explained.out()).getFirst().at("/arms");
    assertThat(arms).hasSize(2);
    assertThat(arms.at("/1/arm").asString()).isEqualTo("periodic collections");
    assertThat(arms.at("/1/explanation/causes"))
        .anySatisfy(cause -> assertThat(cause.at("/code").asString()).isEqualTo("gc-pause"));
    assertThat(FoliotProcess.left(folder)).isEmpty();
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
