package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.read.Samples;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fleets with known truth that were once judged wrongly. Made by a script, outside of Foliot. */
final class CasesTest {
  @TempDir Path folder;

  private FleetRecord of(String name) throws IOException {
    FleetMeasured measured =
        Samples.read(copied(name), request -> Samples.withMetric(request, "cpu/rps"));
    return FleetAnalysis.of(measured, Instant.EPOCH, 1);
  }

  private Path copied(String name) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream in = CasesTest.class.getResourceAsStream("cases/" + name)) {
      Files.copy(Objects.requireNonNull(in, name), file);
    }
    return file;
  }

  private static double ratio(FleetRecord record) {
    return record.bands().get(1).center() / record.bands().get(0).center();
  }

  /** Each pod has 12 points in a day of 144. */
  @Test
  void shouldPlacePodsThatLiveTwoHours() throws IOException {
    FleetRecord record = of("k05_autoscaled_2h_bands-s1.csv.gz");
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(record.bands()).hasSize(2);
    assertThat(record.groups().places().assignments()).hasSize(519);
  }

  private static void checkDeploy(FleetRecord record, int restarts) {
    FleetLoyalty loyalty = record.groups().loyalty();
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(record.groups().explanations().explainedBy().stream().map(FleetExplanation::label))
        .containsExactly("version");
    assertThat(record.groups().explanations().goesWith()).isEmpty();
    assertThat(loyalty).isNotNull();
    assertThat(loyalty.verdict()).isEqualTo(FleetLoyalty.Verdict.LABELLED);
    assertThat(loyalty.restarts()).isEqualTo(restarts);
    assertThat(loyalty.changed()).isEqualTo(restarts);
  }

  @Test
  void shouldExplainADeployToHalfOfTheFleet() throws IOException {
    checkDeploy(of("k08_deploy_half_midwindow-s1.csv.gz"), 32);
  }

  @Test
  void shouldExplainARollingDeploy() throws IOException {
    checkDeploy(of("k10_rolling_deploy-s1.csv.gz"), 47);
  }

  /** At night a request carries the idle cost of its node. */
  @Test
  void shouldCompareNodesWhileTheyHaveLoad() throws IOException {
    FleetRecord record = of("k24_low_night_bands-s1.csv.gz");
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(record.bands().get(1).nodes()).isEqualTo(16);
    assertThat(ratio(record)).isCloseTo(1.39, within(0.02));
    assertThat(record.finding().limits().idleShare()).isGreaterThan(0.01);
  }

  /** Half of the nodes have 1.6 times the load of the others. */
  @Test
  void shouldExplainAConvexCostByTheLoad() throws IOException {
    FleetRecord record = of("k33_convex_load-s1.csv.gz");
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(record.finding().limits().loadExplains()).isTrue();
  }

  /** 16 of 64 nodes cost half as much again since a quarter to six hours before the end. */
  @Test
  void shouldSaySinceWhenAQuarterOfTheNodesCostsMore() throws IOException {
    checkOnset(of("onset-06h.csv.gz"), "2026-09-22T17:45:00Z", "2026-09-22T18:00:00Z");
    checkOnset(of("onset-11h.csv.gz"), "2026-09-22T12:45:00Z", "2026-09-22T13:00:00Z");
  }

  private static void checkOnset(FleetRecord record, String lastBefore, String firstAfter) {
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONSET);
    FleetOnset onset = record.finding().onsets().getFirst();
    assertThat(record.finding().onsets()).hasSize(1);
    assertThat(onset.kind()).isEqualTo(FleetOnset.Kind.ONSET);
    assertThat(onset.nodes()).hasSize(16).contains("n000", "n022");
    assertThat(onset.of()).isEqualTo(64);
    assertThat(onset.times()).isCloseTo(1.5, within(0.05));
    assertThat(onset.time().fromLowUs()).isLessThanOrEqualTo(us(firstAfter));
    assertThat(onset.time().fromHighUs()).isGreaterThanOrEqualTo(us(lastBefore));
    assertThat(onset.time().fromHighUs() - onset.time().fromLowUs()).isLessThan(40 * 60_000_000L);
    assertThat(onset.time().untilUs()).isNull();
    assertThat(onset.restarted()).isZero();
    assertThat(record.bands()).extracting(FleetBand::nodes).containsExactly(48, 16);
  }

  private static long us(String time) {
    return Instant.parse(time).toEpochMilli() * 1000;
  }

  /** 16 nodes stand at their CPU limit all day; the other 48 reach it at the peak. */
  @Test
  void shouldNameTheNodesThatAlwaysStandAtTheirLimit() throws IOException {
    FleetRecord record = of("capped-s61.csv.gz");
    FleetCeiling ceiling = Objects.requireNonNull(record.finding().ceiling());
    assertThat(ceiling.always()).hasSize(16).contains("n008", "n011");
    assertThat(ceiling.nodes()).hasSize(64);
    assertThat(ceiling.level()).isCloseTo(1.2, within(0.001));
    assertThat(ceiling.share()).isGreaterThan(0.95);
    assertThat(ceiling.explanations().goesWith())
        .extracting(FleetExplanation::label)
        .containsExactly("latency_ms");
    assertThat(record.steps())
        .extracting(FleetStep::said)
        .noneMatch(said -> said.contains("too little data"))
        .anyMatch(said -> said.contains("always at their ceiling"));
  }

  /** The cost rises by a third at the switch from blue to green. */
  @Test
  void shouldNotTellTimeFromGroupsThatNeverRanTogether() throws IOException {
    FleetRecord record = of("m05_blue_green_no_version-s1.csv.gz");
    assertThat(record.verdict()).isEqualTo(FleetVerdict.UNDECIDED);
    assertThat(record.finding().confidence()).isLessThanOrEqualTo(0.5);
    assertThat(record.bands()).extracting(FleetBand::nodes).containsExactly(40, 40);
  }

  /**
   * A well-known trace: seconds, machine, least, greatest and mean CPU, without a line of names.
   */
  @Test
  void shouldRefuseATableWithoutNamesAndReadItWithThem() throws IOException {
    Path file = copied("azure-vm.csv.gz");
    assertThatThrownBy(() -> Samples.read(file, request -> request))
        .isInstanceOf(FleetException.class)
        .hasMessageContainingAll(
            "has no line of names",
            "0,vm00000000000000000000000000==,26.9880",
            "--columns time,node,cpu,");
    FleetMeasured measured =
        Samples.read(
            file,
            request ->
                Samples.with(
                    Samples.withMetric(request, "cpu"),
                    new FleetRequest.Writing(null, null, null, List.of("time", "node", "cpu"))));
    FleetRecord record = FleetAnalysis.of(measured, Instant.EPOCH, 1);
    assertThat(record.bands()).extracting(FleetBand::nodes).containsExactly(30, 10);
  }
}
