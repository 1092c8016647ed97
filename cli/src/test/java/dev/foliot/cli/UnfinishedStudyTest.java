package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.brief.StudyBrief;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.StudyJson;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.catalog.Studies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A ramp-up of two arms with four forks of each, of which three have ended. */
class UnfinishedStudyTest {
  private static final String RAMP_UP = "20261126-133632-4ykx";
  private static final Pattern HEADLINE = Pattern.compile("<h1>(.*?)</h1>", Pattern.DOTALL);

  @TempDir private Path store;
  private Path run;

  @BeforeEach
  void endEarly() throws Exception {
    GoldenRuns.unzip(store);
    run = store.resolve(RAMP_UP);
    for (int fork = 4; fork <= 8; fork++) {
      delete(run.resolve("fork-00" + fork));
    }
    replace("run.json", "\"fork-00[4-8]\",?", "");
    replace("run.json", "\"fork-003\",", "\"fork-003\"");
    for (String file : List.of("run.json", "study.json")) {
      replace(file, "\"complete\" ?: true", "\"complete\": false");
    }
    replace("study.json", "\"form\" ?:", "\"forks\": 4, \"form\":");
  }

  private void replace(String file, String pattern, String with) throws IOException {
    String text = Files.readString(run.resolve(file));
    assertThat(Pattern.compile(pattern).matcher(text).find()).as(pattern).isTrue();
    Files.writeString(
        run.resolve(file),
        Pattern.compile(pattern).matcher(text).replaceAll(Matcher.quoteReplacement(with)));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  private StoredRun stored() {
    return Store.open(store).find(RAMP_UP);
  }

  private String page() {
    return ReportPage.html(List.of(stored()), store);
  }

  private static String headline(String page) {
    Matcher found = HEADLINE.matcher(page);
    assertThat(found.find()).isTrue();
    return found.group(1).strip();
  }

  @Test
  void shouldHaveNoVerdictWhileItsProcessLives() throws IOException {
    ProcessHandle self = ProcessHandle.current();
    Files.writeString(
        run.resolve(".maker"),
        self.pid() + " " + self.info().startInstant().map(Instant::toEpochMilli).orElse(0L));

    String page = page();

    assertThat(headline(page))
        .isEqualTo("In progress: 3 of 8 forks have ended. There is no answer yet.");
    assertThat(page)
        .contains("3 of 8 forks", "<li>in progress</li>")
        .doesNotContain("interrupted", "never at full throughput", "reaches full throughput after");
    assertThat(Studies.answered(StoredStudy.read(stored())).study().verdict()).isEmpty();
  }

  /** Its process was killed, which removes nothing. */
  @Test
  void shouldSayTheSameOnPageTerminalAndJsonOnceItsProcessIsGone() throws IOException {
    Files.writeString(run.resolve(".maker"), "999999999 1");
    StudyRecord study = Studies.answered(StoredStudy.read(stored())).study();
    NextCommands next = NextCommands.after(stored().run().commandLine());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);

    new StudyBrief(new Brief(new Console(to, to, false)), next)
        .print(study, stored().run(), null, null);
    JsonNode json = new JsonMapper().readTree(StudyJson.of(study, next, store, null));

    String answer = json.path("answer").asString();
    assertThat(answer)
        .startsWith("Interrupted: 3 of 8 forks have ended. ")
        .contains("A verdict needs 4 valid forks of each arm.")
        .doesNotContain("first,");
    assertThat(json.path("answer_kind").asString()).isEqualTo("interrupted");
    assertThat(json.path("complete").asBoolean()).isFalse();
    assertThat(headline(page())).isEqualTo(answer);
    assertThat(out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ")).startsWith(answer);
  }
}
