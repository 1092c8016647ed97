package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.HostileNames;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot report} of a run that was measured. */
final class ReportTest {
  @TempDir Path folder;

  @Test
  void shouldReportWhatWasMeasured() throws Exception {
    Ended bench =
        FoliotProcess.run(
            folder,
            "bench",
            HostileNames.class.getName(),
            "--classpath",
            FoliotProcess.tasks(),
            "--forks=2",
            "--warmup=200ms",
            "--duration=500ms");
    assertThat(bench.err()).doesNotContain("internal failure");

    Ended report = FoliotProcess.run(folder, "report", "@1");

    assertThat(report.exit()).as(report.err()).isZero();
    Path run = StoredFiles.runs(folder).getFirst();
    assertThat(Path.of(report.out().strip())).isEqualTo(run.resolve("report.html"));
    String html = Files.readString(run.resolve("report.html"));
    JsonNode p50 = StoredFiles.json(run.resolve("run.json")).at("/summary/response/p50/median");
    assertThat(html)
        .contains("HostileNames", "fork 1", "fork 2", "id=\"headline\"")
        .doesNotContain("\u001b", "\u202e");
    if (p50.isNumber()) {
      assertThat(html).contains("data-v=\"" + p50.asLong() + "\"");
    }
  }
}
