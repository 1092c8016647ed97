package dev.foliot.store.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Json;
import dev.foliot.store.diagnosis.DiagnosisExamples;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyRemedyTest {
  private static final String SCHEMA = "foliot.remedy/1";

  @TempDir Path temp;

  private StudyRemedy read(String json) throws IOException {
    String whole = json.stripLeading().replaceFirst("\\{", "{\"schema\": \"" + SCHEMA + "\", ");
    return Json.read(
        Files.writeString(temp.resolve("remedy.json"), whole), StudyRemedy.class, SCHEMA);
  }

  @Test
  void shouldGiveBackWhatWasSeenAndWhatCouldNotBe() throws IOException {
    StudyRemedy.Seen seen =
        new StudyRemedy.Seen(
            "sharing of unknown kind",
            "a.Parcel",
            new Finding.Grade(Severity.HIGH, new Reason.Plain("many writes")),
            StudyRemedy.Sharing.UNKNOWN);
    for (List<StudyRemedy.Unseen> unseen :
        List.of(
            List.<StudyRemedy.Unseen>of(), StudyRemedy.Unseen.of(DiagnosisExamples.partial()))) {
      StudyRemedy remedy = new StudyRemedy("1 finding", List.of(seen), unseen, 24, 24, "at 24");

      assertThat(read(Json.text(remedy))).isEqualTo(remedy);
    }
  }

  @Test
  void shouldKeepWhatADiagnosisCouldNotLookAt() {
    String why = "watchpoints are not permitted: perf_event_paranoid is 3; grant CAP_PERFMON";

    assertThat(StudyRemedy.Unseen.of(DiagnosisExamples.partial()))
        .containsExactly(new StudyRemedy.Unseen("sharing", new Reason.Plain(why)));
  }

  @Test
  void shouldKeepTheReasonsAsData() throws IOException {
    Reason why = new ServiceReason.NotAsked();
    StudyRemedy remedy =
        new StudyRemedy(
            "1 finding",
            List.of(
                new StudyRemedy.Seen(
                    "false sharing", "a.Parcel", new Finding.Grade(Severity.HIGH, why), null)),
            List.of(new StudyRemedy.Unseen("sharing", why)),
            24,
            24,
            null);

    assertThat(read(Json.text(remedy))).isEqualTo(remedy);
    assertThat(remedy.redacted()).isEqualTo(remedy);
  }

  @Test
  void shouldKeepOfWhichKindASharedLineIs() {
    assertThat(DiagnosisExamples.slow().findings())
        .extracting(finding -> StudyRemedy.Seen.of(finding).sharing())
        .startsWith(StudyRemedy.Sharing.TRUE);
  }
}
