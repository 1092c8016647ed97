package dev.foliot.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.study.DrawnPairs;
import dev.foliot.report.HostileRun;
import dev.foliot.report.Html;
import dev.foliot.report.SimulatedStudy;
import dev.foliot.report.StudyPages;
import dev.foliot.report.chart.Svg;
import dev.foliot.store.comparison.ComparisonVerdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairsForestTest {
  @TempDir Path temp;

  private String page(DrawnPairs.Row... rows) {
    return page("virtual", rows);
  }

  private String page(String a, DrawnPairs.Row... rows) {
    return StudyPages.html(
        new SimulatedStudy("throughput").arms("virtual", "adaptive").write(temp),
        new DrawnPairs(a, "adaptive", 0.05, List.of(rows)));
  }

  @Test
  void shouldShowEachLoadWithItsPairs() {
    String html =
        page(
            new DrawnPairs.Row(
                "throughput at 8 clients",
                true,
                ComparisonVerdict.BETTER,
                1.25,
                1.21,
                1.30,
                List.of(1.24, 1.26, 1.20)),
            new DrawnPairs.Row(
                "throughput at 16 clients",
                true,
                ComparisonVerdict.UNDECIDED,
                1.02,
                0.98,
                1.06,
                List.of(1.02)));

    assertThat(Html.section(html, "result")).contains("id=\"s0-forest\"");
    double span = Math.log(1.30) * 1.05;
    assertThat(Html.rowOf(html, "s0-forest", "throughput at 8 clients"))
        .contains("better", "1.250×", "1.210× to 1.300×", ">3<")
        .contains("cx=\"" + Svg.percent(0.5 + Math.log(1.25) / span / 2) + "\"")
        .contains("cx=\"" + Svg.percent(0.5 + Math.log(1.20) / span / 2) + "\"");
    assertThat(Html.rowOf(html, "s0-forest", "throughput at 16 clients"))
        .contains("inconclusive", ">up to 1.060×<");
    assertThat(html)
        .contains("adaptive divided by virtual", "More than 1 is better", "±5")
        .doesNotContain("NaN");
  }

  @Test
  void shouldSayWhereNoPairCounts() {
    String html =
        page(
            new DrawnPairs.Row(
                "RSS at the end", false, ComparisonVerdict.UNDECIDED, null, null, null, List.of()));

    assertThat(Html.rowOf(html, "s0-forest", "RSS at the end"))
        .contains("inconclusive", "no ratio", ">0<");
    assertThat(html).doesNotContain("More than 1 is better", "NaN");
  }

  @Test
  void shouldHaveNoneWithAFixedNumberOfForks() {
    assertThat(SimulatedStudy.page("throughput")).doesNotContain("s0-forest");
  }

  @Test
  void shouldShowEveryTextAsText() {
    assertThat(
            page(
                HostileRun.EVIL,
                new DrawnPairs.Row(
                    HostileRun.EVIL, true, ComparisonVerdict.SAME, 1.0, 0.99, 1.01, List.of(1.0))))
        .doesNotContain("\u001b", "\u202e", "<img", "<script>document");
  }
}
