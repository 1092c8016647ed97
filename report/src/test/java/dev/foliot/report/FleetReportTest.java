package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.report.fleet.FleetRange;
import dev.foliot.report.page.ReportException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetReportTest {
  private static final int MOST_BYTES = 1_000_000;

  @TempDir Path temp;

  /** {@code -Dfoliot.golden=write} takes the page as it is now for the one that should be. */
  @Test
  void shouldMakeThePageOfTheGoldenFleet() throws IOException {
    String html = Golden.normalised(golden(1));
    if ("write".equals(System.getProperty("foliot.golden"))) {
      Files.writeString(Golden.FLEET_PAGE, html);
    }

    assertThat(html).isEqualTo(Files.readString(Golden.FLEET_PAGE));
  }

  @Test
  void shouldPutTheVerdictFirstAndThenThePictures() {
    assertThat(golden(1))
        .containsSubsequence(
            "<h1>cpu/rps of 25\u00a0nodes</h1>",
            "4,800\u00a0rows of /data/simulated-fleet.csv",
            "2 BANDS: 5 AND 19 NODES, 1 OUTLIER",
            "confidence 99.0\u00a0%",
            "Two bands: 5 of 24 nodes",
            "id=\"f0-bands\"",
            "What to do next",
            "foliot diagnose PID on node-07",
            "data-plot=\"f0-lines\"",
            "data-plot=\"f0-distribution\"",
            "data-plot=\"f0-load-before\"",
            "data-plot=\"f0-load-after\"",
            "What separates the bands",
            "id=\"f0-explained\"",
            "drawn anew at a restart",
            "data-plot=\"f0-eighths\"",
            "fixed effects: Wooldridge",
            "Outliers, far from all bands: 1\u00a0node",
            "Band 0: 5\u00a0nodes",
            "Guessed, since it was not said",
            "node: the column node",
            "foliot fleet simulated-fleet.csv");
    assertThat(ReportTest.rowOf(golden(1), "f0-bands", "band 0"))
        .contains(">5<", "20.8\u00a0%", "7.1\u00a0% to 42.2\u00a0%", "0.0061", "1e-4");
    assertThat(ReportTest.rowOf(golden(1), "f0-explained", "zone"))
        .contains("eu-1a", "a label", "0.61", "4.2×", "0.0087", "rack=r12");
  }

  @Test
  void shouldDrawEachNodeInItsBandsColourAndNameIt() {
    String html = golden(1);

    assertThat(count(html, "<path data-k=\"f0b0\" class=\"node c0\"")).isEqualTo(5);
    assertThat(count(html, "<path data-k=\"f0b1\" class=\"node c1\"")).isEqualTo(19);
    assertThat(html).contains("<title>node-07</title>");
    assertThat(count(html, "class=\"median c1\"")).as("course and fitted band").isEqualTo(2);
    assertThat(html).contains("data-k=\"f0none\"", "1\u00a0node lies outside of the picture.");
  }

  @Test
  void shouldSayThatNothingExplainsTheBands() {
    String html = FleetReport.html(List.of(new SimulatedFleetRun(96).withoutLoad().write(temp)));

    assertThat(html)
        .contains("Not explained by any label or other metric.", "were tried: zone, version.")
        .contains("No load is known")
        .doesNotContain("f0-load-before");
    assertThat(FleetReport.html(List.of(new SimulatedFleetRun(97).explained().write(temp))))
        .contains("m5.4xl", "family=m5", "88×", "below 0.001");
  }

  @Test
  void shouldSayThatThereIsNothingToSee() {
    assertThat(golden(2))
        .contains("ONE BAND: 10 NODES</strong>", "class=\"verdict valid\"")
        .contains("The data has no times", "No load is known", "2\u00a0files")
        .contains("data-plot=\"f0-distribution\"")
        .doesNotContain("What separates", "keep to their band", "NaN");
  }

  @Test
  void shouldStayLegibleAndSmallWithTenThousandNodes() {
    String html = FleetReport.html(List.of(new SimulatedFleetRun(10_000).explained().write(temp)));

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(MOST_BYTES);
    assertThat(html)
        .contains("Of 10,002 nodes ", "class=\"node many c1\"", "spot many c0")
        .contains(" more in fleet.json");
    shouldBeClosed(html);
  }

  @Test
  void shouldShowSeveralFleetsOnOnePage() {
    String html = FleetReport.html(List.of(Golden.fleet(1), Golden.fleet(2)));

    assertThat(html)
        .containsSubsequence("A: confidence", "B: confidence", "A: Distribution", "B: Distribution")
        .contains("data-k=\"f1b0\"");
    shouldBeClosed(html);
    assertThat(count(html, "id=\"[^\"]*\""))
        .as("no id twice")
        .isEqualTo(
            Pattern.compile("id=\"[^\"]*\"")
                .matcher(html)
                .results()
                .map(found -> found.group())
                .distinct()
                .count());
  }

  @Test
  void shouldAskForNothingAndRunNothingElse() {
    assertThat(golden(1))
        .isEqualTo(golden(1))
        .doesNotContainPattern("\\s(?:src|href|style|on[a-z]+)\\s*=")
        .doesNotContain("http:", "https:", "url(", "@import", "<link", "<img", "<iframe", "NaN")
        .containsOnlyOnce("<style>")
        .containsOnlyOnce("<script>");
    shouldBeClosed(golden(1));
  }

  @Test
  void shouldShowEveryTextAsText() {
    String html = FleetReport.html(List.of(HostileFleet.write(temp)));

    assertThat(html)
        .doesNotContain("\u001b", "\u0007", "\u0000", "\u202e", "\u2066", "\u200f", "\u2028")
        .doesNotContain("<img", "<script>document", "hacked</title>", "NaN")
        .contains("&lt;script&gt;document", "… (10,");
    assertThat(html.replaceAll("=\"[^\"]*\"", "="))
        .as("attributes without their values")
        .doesNotContainPattern("<[a-z][^<>]*\\son[a-z]+=");
    assertThat(count(html, "<script")).as("data and script").isEqualTo(2);
    assertThat(count(html, "</script")).isEqualTo(2);
    assertThat(count(html, "<style")).isEqualTo(1);
    assertThat(html.length()).as("names of 10 kB are cut").isLessThan(1_000_000);
    shouldBeClosed(html);
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

  private static void shouldBeClosed(String html) {
    for (String tag :
        List.of(
            "section", "figure", "svg", "g", "table", "tr", "details", "div", "p", "ol", "ul", "li",
            "line", "rect", "path")) {
      assertThat(count(html, "<" + tag + "(?=[ >])"))
          .as(tag)
          .isEqualTo(count(html, "</" + tag + ">") + count(html, "<" + tag + " [^>]*/>"));
    }
  }

  private static long count(String html, String pattern) {
    return Pattern.compile(pattern).matcher(html).results().count();
  }
}
