package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the command line makes of fleets: asked for, listed, reported, not compared. */
class FleetCommandTest {
  private static final Path GOLDEN = Path.of("..", "store", "src", "test", "resources", "golden");
  private static final Path EXAMPLES = Path.of("..", "examples", "fleet-watch");
  private static final String BENCH = "20261101-100000-bmgc";
  private static final String BANDS = "20261201-130000-0001";
  private static final String DULL = "20261201-140000-0002";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  @Test
  void shouldFindTheBandsOfASmallFile() throws IOException {
    Path csv = csv("cpu", 6);

    assertThat(run("fleet", csv.toString(), "--json")).as(text(err)).isZero();
    JsonNode json = JsonMapper.shared().readTree(text(out));
    assertThat(json.path("verdict").asString()).as(text(out)).isEqualTo("bands");
    assertThat(json.at("/bands/0/nodes").asInt()).isEqualTo(6);
    assertThat(json.at("/assignments/n3").asInt()).isZero();
    assertThat(json.at("/input/guesses").size()).isPositive();
    assertThat(run("report", "@1")).as(text(err)).isZero();
  }

  @Test
  void shouldRefuseWrongUsageInOneLine() throws IOException {
    String csv = csv("cpu", 6).toString();
    assertThat(run("fleet")).isEqualTo(2);
    assertThat(run("fleet", temp.resolve("none.csv").toString())).isEqualTo(2);
    assertThat(run("fleet", csv, "--metric", "\u001b[2J")).isEqualTo(2);
    assertThat(run("fleet", csv, "--metric", "nosuch")).isEqualTo(2);
    assertThat(run("fleet", csv, "--memory", "1")).isEqualTo(2);
    assertThat(run("fleet", csv, "--memory", "1MB")).isEqualTo(2);
    assertThat(run("fleet", csv, "--seed", "x")).isEqualTo(2);
    assertThat(run("fleet", csv, "--engine", "hive")).isEqualTo(2);
    assertThat(run("fleet", csv, "--master", "local[2]")).isEqualTo(2);
    assertThat(run("fleet", csv, "--packages", "a:b:1")).isEqualTo(2);
    assertThat(run("fleet", csv, "--conf", "spark.a=b")).isEqualTo(2);
    assertThat(run("fleet", csv, "--engine", "spark", "--conf", "a=b")).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(12).allMatch(line -> line.startsWith("foliot: "));
    assertThat(text(err))
        .contains("no such file", "nosuch", "is no size", "from 64MiB to", "no whole number")
        .contains("--engine is duckdb or spark", "--master is for Spark")
        .contains("--packages is for Spark", "--conf is for Spark", "is no setting of Spark")
        .doesNotContain("\u001b");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void shouldTakeOnlyTheAskedForTime() throws IOException {
    String csv = csv("cpu", 6).toString();

    assertThat(run("fleet", csv, "--last", "20m", "--no-store", "--json")).as(text(err)).isZero();
    JsonNode json = JsonMapper.shared().readTree(text(out));
    assertThat(json.at("/data/first_us").asLong() / 1_000_000)
        .isEqualTo(Instant.parse("2026-12-01T10:19:00Z").getEpochSecond());
    assertThat(run("fleet", csv, "--last", "20")).isEqualTo(2);
    assertThat(run("fleet", csv, "--last", "1h", "--from", "2026-12-01")).isEqualTo(2);
    assertThat(run("fleet", csv, "--from", "2027-01-01")).isEqualTo(2);
    assertThat(run("fleet", csv, "--selector", "job=\"x\"")).isEqualTo(2);
    assertThat(text(err))
        .contains("is no time", "choose one", "has no row from", "add --prometheus");
  }

  /** The command lines of the examples are taken, as far as the server that is not there. */
  @ParameterizedTest
  @ValueSource(strings = {"foliot-fleet.service", "cronjob.yaml"})
  void shouldTakeTheCommandLinesOfTheExamples(String example) throws IOException {
    String text = Files.readString(EXAMPLES.resolve(example));
    List<String> words =
        example.endsWith(".yaml")
            ? Manifests.arguments(text, "foliot", "spec", "jobTemplate", "spec")
            : Manifests.executed(text);
    assertThat(words).startsWith("fleet", "--prometheus").contains("--fail-on");
    List<String> local = new ArrayList<>(words);
    local.set(2, "http://127.0.0.1:1");

    assertThat(run(local.toArray(String[]::new))).isEqualTo(2);
    assertThat(text(err)).contains("http://127.0.0.1:1").doesNotContain("Unknown option");
  }

  @Test
  void shouldShowItsOptions() {
    assertThat(run("fleet", "--help")).isZero();
    assertThat(text(out))
        .contains("--metric", "--node", "--time", "--label", "--load", "--start", "--memory")
        .contains("--seed", "--no-store", "--json");
    assertThat(text(out).lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
  }

  @Test
  void shouldListFleetsWithWhatWasFound() throws IOException {
    copyAll();

    assertThat(run("runs", "--details")).isZero();
    assertThat(text(out).lines().toList())
        .anyMatch(line -> line.matches("@2 .*csv +fleet +2 groups: 5 and 19.*"))
        .anyMatch(line -> line.matches("@1 .* latency in .* fleet +one group: 10 nodes .*"));
    Files.writeString(temp.resolve("store").resolve(DULL).resolve("fleet.json"), "{\u001b");
    out.reset();
    assertThat(run("runs", "--details")).isZero();
    assertThat(text(out)).contains("fleet.json cannot be read").doesNotContain("\u001b");
    out.reset();
    assertThat(run("runs", "--json")).isZero();
    assertThat(text(out)).contains("\"fleet\"");
  }

  @Test
  void shouldReportAFleetAndTwoOfThem() throws IOException {
    copyAll();

    assertThat(run("report", BANDS)).as(text(err)).isZero();
    assertThat(Files.readString(page(BANDS))).contains("Two groups: 19 of 24 nodes");
    assertThat(run("report", BANDS, DULL)).as(text(err)).isZero();
    assertThat(Files.readString(page(BANDS))).contains("One group: 10 nodes");
  }

  @Test
  void shouldRefuseWhatAFleetCannotBe() throws IOException {
    copyAll();

    assertThat(run("compare", BANDS, DULL)).isEqualTo(2);
    assertThat(run("compare", BENCH, BANDS, "--arms", "0,0")).isEqualTo(2);
    assertThat(run("compare", BANDS)).isEqualTo(2);
    assertThat(run("export", BANDS, "--format", "hgrm")).isEqualTo(2);
    assertThat(run("report", BANDS, BENCH)).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(5).allMatch(line -> line.startsWith("foliot: "));
    assertThat(text(err))
        .contains(
            "is a fleet: compare it with another by foliot fleet compare",
            "is a fleet: --format csv has its nodes",
            "fleets and other runs make no page together");
    assertThat(text(out)).isEmpty();
  }

  /** What a schedule needs: the nodes, an exit code, and silence about what is known. */
  @Test
  void shouldListTheNodesAndFailOnWhatIsNew() throws IOException {
    String csv = csv("cpu", 5).toString();

    assertThat(run("fleet", csv, "--members")).as(text(err)).isZero();
    assertThat(text(out).lines().toList())
        .hasSize(25)
        .first()
        .isEqualTo("node,group,level,ratio,low,high,since,until");
    out.reset();
    assertThat(run("export", "@1", "--format", "csv")).as(text(err)).isZero();
    assertThat(text(out).lines()).hasSize(25);
    out.reset();
    assertThat(run("fleet", csv, "--fail-on", "onset,outlier")).as(text(err)).isZero();
    assertThat(run("fleet", csv, "--fail-on", "groups")).as(text(err)).isEqualTo(3);
    assertThat(run("fleet", csv, "--fail-on", "groups", "--baseline", "@1")).isZero();
    out.reset();
    assertThat(run("fleet", csv, "--fail-on", "groups", "--json", "--members")).isEqualTo(3);
    JsonNode json = JsonMapper.shared().readTree(text(out));
    assertThat(json.at("/alarms/0").asString()).isEqualTo("groups");
    assertThat(json.path("members")).hasSize(24);
    err.reset();
    out.reset();
    assertThat(run("fleet", csv, "--fail-on", "fire")).isEqualTo(2);
    assertThat(run("fleet", csv, "--by", "shoe")).isEqualTo(2);
    assertThat(run("fleet", csv, "--selector", "job=\"x\"")).isEqualTo(2);
    assertThat(run("fleet", "--prometheus", "http://127.0.0.1:1", "--last", "soon")).isEqualTo(2);
    assertThat(run("fleet", csv, "--prometheus", "http://127.0.0.1:1")).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(5).allMatch(line -> line.startsWith("foliot: "));
    assertThat(text(out)).isEmpty();
  }

  /** A simulated fleet of 24 nodes over 40 minutes, of which some take half. */
  private Path csv(String metric, int low) throws IOException {
    Random random = new Random(3);
    double[] centers = new double[24];
    for (int node = 0; node < centers.length; node++) {
      centers[node] = (node < low ? 50 : 100) + random.nextGaussian();
    }
    StringBuilder csv = new StringBuilder("time,node," + metric + "\n");
    for (int minute = 0; minute < 40; minute++) {
      for (int node = 0; node < centers.length; node++) {
        csv.append(
            String.format(
                Locale.ROOT,
                "2026-12-01T10:%02d:00Z,n%d,%.3f%n",
                minute,
                node,
                centers[node] + random.nextGaussian()));
      }
    }
    return Files.writeString(temp.resolve("simulated.csv"), csv);
  }

  private Path page(String id) {
    return temp.resolve("store").resolve(id).resolve("report.html");
  }

  private void copyAll() throws IOException {
    Files.createDirectories(temp.resolve("store"));
    copy("run-1", BENCH);
    copy("fleet-1", BANDS);
    copy("fleet-2", DULL);
  }

  private void copy(String golden, String id) throws IOException {
    Path from = GOLDEN.resolve(golden);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(
            file, temp.resolve("store").resolve(id).resolve(from.relativize(file).toString()));
      }
    }
  }

  private int run(String... args) {
    String[] words =
        Stream.concat(Stream.of(args), Stream.of("--store", temp.resolve("store").toString()))
            .toArray(String[]::new);
    return Commands.execute(words, new Console(stream(out), stream(err), false));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
