package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import dev.foliot.study.Study;
import dev.foliot.study.catalog.Studies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code foliot study} without a name: what there is to play, and nothing is played. */
@EnabledOnOs(OS.LINUX)
class StudyListTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path store;

  private int run(String... words) {
    return Commands.execute(
        words,
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false));
  }

  private String store() {
    return store.resolve("store").toString();
  }

  @Test
  void shouldListTheStudiesWithTheirTimesAndAskForOne() {
    assertThat(run("study", "--store", store())).isEqualTo(2);

    String list = out.toString(StandardCharsets.UTF_8);
    for (Study study : Studies.ALL) {
      assertThat(list).contains(study.label(), study.question());
    }
    assertThat(list).containsPattern("ramp-up .* \\d+ min +\\d+ min").contains("all ");
    assertThat(list.lines()).allMatch(line -> line.length() <= 100);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("foliot: choose a study, as in foliot study ramp-up --quick");
    assertThat(store.resolve("store")).doesNotExist();
  }

  @Test
  void shouldListThemAsJson() {
    assertThat(run("study", "--json", "--quick", "--store", store())).isEqualTo(2);

    JsonNode json = new JsonMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(json.path("schema").asString()).isEqualTo("foliot.study_list/1");
    assertThat(json.path("studies")).hasSize(Studies.ALL.size() + 1);
    JsonNode first = json.path("studies").path(0);
    assertThat(first.path("study").asString()).isEqualTo("ramp-up");
    assertThat(first.path("about_s").asInt()).isGreaterThan(first.path("quick_about_s").asInt());
    assertThat(store.resolve("store")).doesNotExist();
  }
}
