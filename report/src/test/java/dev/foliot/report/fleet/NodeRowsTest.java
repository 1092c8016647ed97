package dev.foliot.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foliot.report.fleet.NodeRows.Block;
import dev.foliot.report.fleet.NodeRows.Row;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetFinding;
import dev.foliot.store.fleet.FleetGroups;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetLimits;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetPlaces;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeRowsTest {
  private static final long HOUR_US = 3_600_000_000L;

  private final List<FleetPlots.Line> lines = new ArrayList<>();
  private final List<FleetOnset> onsets = new ArrayList<>();

  @Test
  void shouldSortByGroupThenByChangeThenByLevel() {
    line("outlier", FleetPlots.NO_BAND, 9);
    line("b-high", 1, 6);
    line("b-low", 1, 5);
    line("a", 0, 1);
    line("late", 0, 2);
    line("early", 0, 3);
    change(FleetOnset.Kind.ONSET, 8, null, "late");
    change(FleetOnset.Kind.EPISODE, 2, 4L, "early");

    NodeRows rows = NodeRows.of(record(), 2, 1);

    assertThat(rows.rows())
        .extracting(Row::names)
        .containsExactly("a", "early", "late", "b-low", "b-high", "outlier");
    assertThat(rows.blocks())
        .extracting(Block::band, Block::first, Block::after, Block::changesS)
        .containsExactly(
            tuple(0, 0, 1, List.of()),
            tuple(0, 1, 2, List.of(7_200.0, 14_400.0)),
            tuple(0, 2, 3, List.of(28_800.0)),
            tuple(1, 3, 5, List.of()),
            tuple(-1, 5, 6, List.of()));
  }

  @Test
  void shouldJoinManyNodesWithoutMixingGroups() {
    for (int i = 0; i < 600; i++) {
      line("n" + i, i < 590 ? 0 : 1, i < 590 ? 1 : 2);
    }

    NodeRows rows = NodeRows.of(record(), 2, 1);

    assertThat(rows.size()).isBetween(195, 205);
    assertThat(rows.nodes()).isEqualTo(600);
    assertThat(rows.blocks()).extracting(Block::nodes).containsExactly(590, 10);
    assertThat(rows.rows().getLast().cells()).containsExactly(2.0, 2.0);
    assertThat(rows.rows().getFirst().names()).contains("n0, n1");
  }

  @Test
  void shouldAverageWindowsAndKeepGaps() {
    lines.add(new FleetPlots.Line("a", 0, Arrays.asList(1.0, 3.0, null, null, 5.0)));

    assertThat(NodeRows.of(record(), 3, 2).rows().getFirst().cells())
        .containsExactly(2.0, Double.NaN, 5.0);
  }

  private void line(String node, int band, double level) {
    lines.add(new FleetPlots.Line(node, band, List.of(level, level)));
  }

  private void change(FleetOnset.Kind kind, long hour, @Nullable Long until, String... nodes) {
    onsets.add(
        new FleetOnset(
            kind,
            List.of(nodes),
            6,
            new FleetOnset.Time(
                hour * HOUR_US,
                hour * HOUR_US,
                hour * HOUR_US,
                until == null ? null : (Long) (until * HOUR_US)),
            new FleetOnset.Level(1, 2, null),
            0,
            FleetExplanations.NONE));
  }

  private FleetRecord record() {
    return new FleetRecord(
        FleetRecord.SCHEMA,
        "2026-12-01T13:00:00Z",
        new FleetInput(
            List.of("a.csv"),
            "csv",
            new FleetInput.Columns("cpu", "node", "time", null, null, List.of()),
            List.of()),
        new FleetFinding(
            lines.size(),
            lines.size(),
            FleetVerdict.ONE_BAND,
            0.9,
            null,
            FleetLimits.NONE,
            null,
            onsets),
        new FleetGroups(
            List.of(),
            null,
            null,
            null,
            null,
            FleetExplanations.NONE,
            new FleetPlaces(Map.of(), List.of(), List.of(), List.of(), null)),
        List.of(),
        new FleetData(
            new FleetData.Points(12, 0, 0, 0, false, 0),
            new FleetData.Period(0, 2 * HOUR_US, 2, HOUR_US),
            List.of(),
            List.of()),
        new FleetPlots(List.of(0L, HOUR_US), lines, List.of(), List.of(), List.of(1.0), List.of()));
  }
}
