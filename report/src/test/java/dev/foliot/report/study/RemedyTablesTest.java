package dev.foliot.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.report.HostileRun;
import dev.foliot.report.Html;
import dev.foliot.report.SimulatedStudy;
import dev.foliot.report.StudyPages;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RemedyTablesTest {
  @TempDir Path temp;

  private String page(SimulatedStudy study) {
    return StudyPages.html(List.of(study.write(temp)));
  }

  private static SimulatedStudy remedy() {
    return new SimulatedStudy("remedy").arms("as-is", "steered").forks(3);
  }

  @Test
  void shouldPutEachRemedyBesideTheProgramAsItIs() {
    String html = page(remedy());

    assertThat(html)
        .contains(
            "Remedies under full load", "what diagnose finds", "as it is and with each remedy")
        .doesNotContain("No request failed", "The load is a closed loop", "NaN");
    assertThat(Html.rowOf(html, "s0-remedy0", "as-is"))
        .contains("false sharing of a.Parcel (high)", "1 finding: 1 high", "48");
    assertThat(Html.rowOf(html, "s0-remedy0", "steered")).contains("nothing found", "24");
  }

  @Test
  void shouldShowEveryTextAsText() {
    assertThat(page(remedy().saying(HostileRun.EVIL)))
        .doesNotContain("\u001b", "\u202e", "<img", "<script>document")
        .contains("&lt;script&gt;document");
  }

  @Test
  void shouldMakeAPageOfForksThatAllFailed() {
    assertThat(page(remedy().forks(1).failing())).contains("it did not start");
  }

  @Test
  void shouldSpeakOfRequestsWhereACommandOfTheUsersIsAsked() {
    String html = page(remedy().startedBy("java", "-jar", "app.jar"));

    assertThat(html)
        .contains("One command, as it is and with each remedy", "requests answered", "CPU per req")
        .contains("The load is a closed loop", "No request failed")
        .doesNotContain("type checks per second", "NaN");
  }
}
