package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot fleet} as a user runs it, on a simulated fleet with one eighth in another band. */
final class FleetTest {
  private static final int NODES = 96;
  private static final int LOW = 12;
  private static final int POINTS = 40;

  @TempDir Path folder;

  @Test
  void shouldFindTheBandsKeepThemAndDrawThem() throws Exception {
    csv();

    Ended text =
        FoliotProcess.call(
            folder,
            "fleet",
            file("simulated.csv"),
            "--metric",
            "cpu/rps",
            "--load",
            "rps",
            "--details");

    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out())
        .startsWith("Two groups: 84 of 96 nodes")
        .contains("explained", "steps", "guessed", "stored: ");
    JsonNode fleet = StoredFiles.json(StoredFiles.runs(folder).getFirst().resolve("fleet.json"));
    assertThat(fleet.at("/verdict").asString()).isEqualTo("bands");
    assertThat(fleet.at("/assignments/node-003").asInt()).isZero();
    assertThat(fleet.at("/assignments/node-050").asInt()).isEqualTo(1);

    Ended report = FoliotProcess.call(folder, "report", "@1");

    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(Files.readString(Path.of(report.out().strip())))
        .contains("data-plot=\"f0-lines\"", "node-003");
    Ended runs = FoliotProcess.call(folder, "runs", "--details");
    assertThat(runs.out()).contains("fleet", "2 groups: 12 and 84 nodes");
  }

  @Test
  void shouldPrintItForATool() throws Exception {
    csv();

    Ended ended =
        FoliotProcess.call(
            folder, "fleet", file("sim*.csv"), "--metric=cpu/rps", "--json", "--no-store");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.fleet/1");
    assertThat(json.at("/nodes").asInt()).isEqualTo(NODES);
    assertThat(json.at("/metric").asString()).isEqualTo("cpu/rps");
    assertThat(json.at("/bands/0/nodes").asInt()).isEqualTo(LOW);
    assertThat(json.at("/data/rows").asInt()).isEqualTo(NODES * POINTS);
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldCompareAFleetWithItself() throws Exception {
    csv();
    FoliotProcess.call(folder, "fleet", file("simulated.csv"), "--metric", "cpu/rps");
    FoliotProcess.call(folder, "fleet", file("simulated.csv"), "--metric", "cpu/rps");

    Ended text = FoliotProcess.call(folder, "fleet", "compare", "@2", "@1");
    Ended json = FoliotProcess.call(folder, "fleet", "compare", "@2", "@1", "--json");

    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out())
        .startsWith("2 groups before and after. No node changed its group.")
        .contains("96 in both");
    assertThat(StoredFiles.json(json.out()).at("/schema").asString())
        .isEqualTo("foliot.fleet-comparison/1");
    assertThat(FoliotProcess.call(folder, "fleet", "compare", "@2", "@7").exit()).isEqualTo(2);
  }

  @Test
  void shouldShowHowItReadsAFileAndKeepNothing() throws Exception {
    csv();

    Ended text = FoliotProcess.call(folder, "fleet", file("simulated.csv"), "--check");
    Ended json = FoliotProcess.call(folder, "fleet", file("simulated.csv"), "--check", "--json");

    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out())
        .startsWith("Read as csv: 96 nodes, 3,840 rows")
        .contains("role", "metric", "label", "guessed", "node-000");
    assertThat(StoredFiles.json(json.out()).at("/schema").asString())
        .isEqualTo("foliot.fleet-check/1");
    assertThat(StoredFiles.json(json.out()).at("/columns").findValuesAsString("role"))
        .contains("node", "time", "metric", "label");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldSayInOneLineWhatItCannotRead() throws Exception {
    Files.writeString(folder.resolve("text.csv"), "hello");
    csv();
    for (String[] arguments :
        new String[][] {
          {file("none.csv")},
          {file("text.csv")},
          {file("simulated.csv"), "--metric", "cpu/nosuch"},
          {file("simulated.csv"), "--where", "zone"},
          {file("simulated.csv"), "--sum", "zone", "--mean", "zone"},
          {file("simulated.csv"), "--decimal", ";"},
          {file("simulated.csv"), "--dates", "american"},
          {file("simulated.csv"), "--encoding", "latin-9x"},
          {file("simulated.csv"), "--node", "'; DROP TABLE x; --"},
        }) {
      Ended ended = FoliotProcess.call(folder, "fleet", arguments);

      assertThat(ended.exit()).as(ended.err()).isEqualTo(2);
      assertThat(ended.errors()).singleElement().asString().startsWith("foliot: ");
      assertThat(ended.out()).isEmpty();
    }
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** An eighth needs half the CPU per request of the others; zones make no difference. */
  private void csv() throws IOException {
    Random random = new Random(5);
    double[] costs = new double[NODES];
    for (int node = 0; node < NODES; node++) {
      costs[node] = (node < LOW ? 0.006 : 0.0118) * (1 + 0.02 * random.nextGaussian());
    }
    StringBuilder csv = new StringBuilder("time,node,zone,cpu,rps\n");
    for (int minute = 0; minute < POINTS; minute++) {
      for (int node = 0; node < NODES; node++) {
        double rps = 100 + 10 * random.nextGaussian();
        double cpu = rps * costs[node] * (1 + 0.02 * random.nextGaussian());
        csv.append(
            String.format(
                Locale.ROOT,
                "2026-12-01T10:%02d:00Z,node-%03d,simulated-%d,%.5f,%.2f\n",
                minute,
                node,
                node % 3,
                cpu,
                rps));
      }
    }
    Files.writeString(folder.resolve("simulated.csv"), csv);
  }
}
