package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.report.fleet.FleetRange;
import dev.foliot.report.page.ReportException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetReportTest {
  private static final int MOST_BYTES = 1_000_000;

  @TempDir Path temp;

  @Test
  void shouldDrawEachNodeInItsBandsColourAndNameIt() {
    String html = golden(1);

    assertThat(Html.count(html, "<path data-k=\"f0b0\" class=\"node c0\"")).isEqualTo(5);
    assertThat(Html.count(html, "<path data-k=\"f0b1\" class=\"node c1\"")).isEqualTo(19);
    assertThat(html).contains("<title>node-07</title>");
    assertThat(Html.count(html, "class=\"median c1\"")).as("course and fitted band").isEqualTo(2);
    assertThat(html).contains("data-k=\"f0none\"", "1\u00a0node lies outside of the picture.");
  }

  @Test
  void shouldDrawTheNodesAsRowsOfAHeatMap() {
    String html = golden(1);

    assertThat(html).contains("data-plot=\"f0-heat\"", "id=\"f0-heat-table\"", "group 1: 19");
    assertThat(html).contains("A row is a node", "class=\"heat\"", "<g class=\"nodes\">");
    assertThat(golden(2)).as("no times").doesNotContain("f0-heat");
  }

  @Test
  void shouldSayThatNothingExplainsTheBands() {
    String html = FleetReport.html(List.of(new SimulatedFleetRun(96).withoutLoad().write(temp)));

    assertThat(html)
        .contains("Not explained by any label: ", "were tried: zone, version.")
        .contains("No load is known")
        .doesNotContain("f0-load-before");
    assertThat(FleetReport.html(List.of(new SimulatedFleetRun(97).explained().write(temp))))
        .contains("m5.4xl", "family=m5", "88×", "below 0.001");
  }

  @Test
  void shouldSayThatThereIsNothingToSee() {
    assertThat(golden(2))
        .contains("class=\"validity valid\"")
        .contains("The data has no times", "No load is known", "2\u00a0files")
        .contains("data-plot=\"f0-distribution\"")
        .doesNotContain("What separates", "keep their group", "NaN");
  }

  @Test
  void shouldStayLegibleAndSmallWithTenThousandNodes() {
    String html = FleetReport.html(List.of(new SimulatedFleetRun(10_000).explained().write(temp)));

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(MOST_BYTES);
    assertThat(html)
        .contains("Of 10,002 nodes ", "class=\"node many c1\"", "spot many c0")
        .contains(" more in fleet.json");
    Html.shouldBeWhole(html);
  }

  @Test
  void shouldShowSeveralFleetsOnOnePage() {
    String html = FleetReport.html(List.of(Golden.fleet(1), Golden.fleet(2)));

    assertThat(html).contains("data-k=\"f1b0\"");
    assertThat(html).contains("data-plot=\"f0-distribution\"");
    Html.shouldHaveInOrder(html, "data-plot=\"f0-lines\"", "data-plot=\"f1-distribution\"");
    Html.shouldBeWhole(html);
  }

  @Test
  void shouldRefuseOtherRunsBesideAFleet() {
    assertThat(FleetReport.isFor(List.of(Golden.fleet(1)))).isTrue();
    assertThat(FleetReport.isFor(List.of(Golden.run(), Golden.study()))).isFalse();
    assertThatThrownBy(() -> FleetReport.isFor(List.of(Golden.fleet(1), Golden.run())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("make no page together")
        .hasMessageContaining("run-1 is none");
    assertThatThrownBy(() -> FleetReport.html(List.of(Golden.run())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("is no fleet");
    assertThatThrownBy(() -> FleetReport.html(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldLeaveOutWhatWouldSquashTheRest() {
    FleetRange range = FleetRange.of(new double[] {1, 2}, new double[] {0, 3, 100, -50, 70});

    assertThat(range.low()).isBetween(-0.2, 0.0);
    assertThat(range.high()).isBetween(3.0, 3.2);
    assertThat(range.left("node")).isEqualTo(" 3\u00a0nodes lie outside of the picture.");
    assertThat(FleetRange.of(new double[0], new double[] {5, 5}).axis(5).at(5)).isEqualTo(0.5);
    assertThat(FleetRange.of(new double[0], new double[0]).left("node")).isEmpty();
  }

  private static String golden(int number) {
    return FleetReport.html(List.of(Golden.fleet(number)));
  }
}
