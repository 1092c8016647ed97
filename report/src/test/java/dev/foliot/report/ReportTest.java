package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.ReportException;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunLabel;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class ReportTest {
  private static final int MOST_BYTES = 300_000;

  @TempDir Path temp;

  @Test
  void shouldMakeTheSamePageOfTheSameRun() {
    assertThat(Report.html(List.of(SimulatedRun.shared(3)), null)).isEqualTo(SimulatedRun.page(3));
  }

  @Test
  void shouldBeTitledWithTheNameOfItsRun() {
    StoredRun run = SimulatedRun.plain(temp, 1);
    RunLabel.of(run).named("nightly <1>").write(run);

    assertThat(Report.html(List.of(run), null))
        .contains("<title>nightly &lt;1&gt; · Bench: ", ">nightly &lt;1&gt; · Bench: ");
  }

  @Test
  void shouldBeSmallWithFiveForksOfTheUsualLength() {
    String html = Report.html(List.of(SimulatedRun.shared(5)), null);

    assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(MOST_BYTES);
    assertThat(html)
        .contains("data-plot=\"curves\"", "data-plot=\"split-g0\"", "data-plot=\"r0-warmup\"")
        .contains("id=\"r0-slowest\"", "id=\"g0-probes\"")
        .contains("foliot bench com.acme.Hop --rate 4k/s --jvm-arg '-Dx=a b'")
        .contains("5\u00a0forks steady");
    for (int fork = 1; fork <= 5; fork++) {
      assertThat(html).contains("data-plot=\"time-r0f" + fork + "\"");
    }
  }

  @Test
  void shouldNameTheCausesOfSlowMessagesAndDrawOne() throws IOException {
    String html = Report.html(List.of(SimulatedRun.explained(temp, 2)), null);

    assertThat(html)
        .contains("Why slow messages were slow", "id=\"r0-why-causes\"", "gc-pause")
        .contains("G1 young collection pauses", "not seen: no control group here")
        .contains("id=\"r0-why-example\"", "class=\"strip\"", "class=\"over\"")
        .contains("class=\"area rail stops\"", "gc-pause: 1\u00a0stop, the longest of");
    assertThat(SimulatedRun.page(1)).doesNotContain("Why slow messages", "rail stops\"");
  }

  @Test
  void shouldHaveTheLikelyCausesOfTheExtraForkBelowTheOthers() throws IOException {
    StoredRun run = SimulatedRun.explained(temp, 1);
    Path extra = Files.createDirectories(run.path().resolve("recorded").resolve("fork-001"));
    try (Stream<Path> files = Files.list(run.forkPath(1))) {
      for (Path file : files.toList()) {
        Files.copy(file, extra.resolve(file.getFileName()));
      }
    }

    String html = Report.html(List.of(run), null);

    assertThat(html)
        .contains("Likely causes inside the JVM", "id=\"r0-why-recorded-causes\"")
        .contains("Likely causes in the extra fork", "The extra fork, due at ")
        .contains("id=\"r0-why-recorded-example\"");
    assertThat(html.indexOf("id=\"r0-why-causes\""))
        .isLessThan(html.indexOf("id=\"r0-why-recorded-causes\""));
  }

  @Test
  void shouldAllowItsOwnStyleAndScriptAlone() throws Exception {
    String html = SimulatedRun.page(1);

    Matcher policy =
        Pattern.compile("http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\"")
            .matcher(html);
    assertThat(policy.find()).isTrue();
    assertThat(policy.group(1).replace("&#39;", "'"))
        .isEqualTo(
            "default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s';"
                    .formatted(hash(html, "style"), hash(html, "script"))
                + " base-uri 'none'; form-action 'none'");
  }

  private static String hash(String html, String tag) throws Exception {
    String text =
        html.substring(
            html.indexOf("<" + tag + ">") + tag.length() + 2, html.lastIndexOf("</" + tag + ">"));
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(hash);
  }

  @Test
  void shouldShowTheNumbersOfTheStore() {
    String html = SimulatedRun.page(3);

    var response = SimulatedRun.shared(3).run().spreads(0, 0, "response");
    assertThat(response).isNotNull();
    response.forEach((name, spread) -> {
      String cells = Html.rowOf(html, "headline", name.replace('_', '.'));
      if (name.equals("max")) {
        assertThat(cells).contains("data-v=\"" + spread.max() + "\"", "greatest of 3\u00a0forks");
      } else if (spread.median() != null) {
        assertThat(cells).contains("data-v=\"" + spread.median() + "\"");
      } else {
        assertThat(cells).contains("3 of 3 forks have too little", "4 episodes beyond it");
      }
    });
  }

  @Test
  void shouldCompareTwoRuns() {
    StoredRun a = SimulatedRun.shared(1);
    StoredRun b = SimulatedRun.slower(temp, 1, 1.3);
    ComparisonRecord comparison = SimulatedRun.comparison(ComparisonVerdict.WORSE);
    String html = Report.html(List.of(a, b), comparison);

    assertThat(html).contains("<h1>" + ComparisonAnswer.of(comparison).sentence() + "</h1>");
    assertThat(Html.section(html, "result"))
        .as("the picture, the ratios and what was not run alike")
        .contains("data-plot=\"beside\"", "id=\"forest\"", "id=\"differences\"");
    assertThat(Html.section(html, "next")).contains("Measure both sides alike");
    assertThat(Html.rowOf(html, "forest", "p99"))
        .contains("decides", "slower", "1.310×", "1.180× to 1.460×", "301\u00a0µs", "394\u00a0µs");
    assertThat(Html.rowOf(html, "forest", "p99.9")).contains("inconclusive", ">up to 2.400×<");
    assertThat(Html.rowOf(html, "forest", "p99.99")).contains("3 of 10 forks of B have too few");
    assertThat(Html.rowOf(html, "differences", "kernel")).contains("6.1.0", "6.12.3");
    assertThat(html)
        .contains("A: Response time over time", "B: Response time over time", a.id(), b.id());
  }

  @Test
  void shouldPutEqualRatiosInTheMiddleAndTheMarginAroundThem() {
    String html =
        Report.html(
            List.of(SimulatedRun.shared(1)), SimulatedRun.comparison(ComparisonVerdict.SAME));

    // ±log(2.4) · 1.05 on either side; the margin is log(1.05) of it.
    double span = Math.log(2.4) * 1.05;
    double margin = Math.log(1.05) / span / 2;
    assertThat(Html.rowOf(html, "forest", "p50"))
        .contains("x1=\"50%\"")
        .contains("class=\"margin\" x=\"" + Svg.percent(0.5 - margin) + "\"")
        .contains("width=\"" + Svg.percent(2 * margin) + "\"")
        .contains("cx=\"" + Svg.percent(0.5 + Math.log(1.012) / span / 2) + "\"");
  }

  @Test
  void shouldShowSeveralArmsSideBySide() {
    String html = Report.html(List.of(SimulatedRun.arms(temp, 2, 1.0, 1.5)), null);

    assertThat(Html.rowOf(html, "headline", "JDK 25.0.1")).contains("2\u00a0forks");
    assertThat(Html.rowOf(html, "headline", "JDK 24.0.1")).contains("2\u00a0forks");
    assertThat(html).contains("data-k=\"g0\"", "data-k=\"g1\"", "id=\"g1-durations\"");
  }

  @Test
  void shouldShowATableByParameterAndACurveForEachValue() {
    StoredRun run = SimulatedRun.sizes(temp, 2, 1.0, 1.5, 2.0);
    String html = Report.html(List.of(run), null);

    String answer =
        BenchAnswer.of(run.run(), run.forks(), NextCommands.after(run.run().commandLine()))
            .sentence();
    assertThat(html)
        .contains("Response time by parameter", ">achieved<", "<h1>" + answer + "</h1>");
    assertThat(Html.rowOf(html, "headline", "64")).contains("of 2\u00a0forks", "/s<");
    assertThat(Html.section(html, "result"))
        .contains("data-plot=\"beside\"", ">size=1<", ">size=64<");
  }

  @Test
  void shouldDrawLatencyAgainstRate() {
    String html = Report.html(List.of(SimulatedRun.sweep(temp, 1)), null);

    assertThat(html).contains("knee ", "data-plot=\"r0-rate0\"", ">4,000/s<", ">10,000/s<");
    assertThat(html.indexOf("Latency against rate"))
        .isPositive()
        .isLessThan(html.indexOf("Response time by percentile"));
  }

  @Test
  void shouldAnswerASearchForARate() {
    String html = Report.html(List.of(SimulatedRun.search(temp, 1)), null);

    assertThat(html)
        .contains("6,000/s holds p99&lt;1ms; 8,000/s breaks it.")
        .contains("class=\"limit\"", "class=\"band c0\"", ">p99&lt;1ms</text>");
  }

  @Test
  void shouldRefuseARunWithoutAWholeFork() throws IOException {
    StoredRun whole = SimulatedRun.plain(temp.resolve("a"), 1);
    RunFolder empty = Store.open(temp.resolve("b")).begin("bench");
    RunRecord run = whole.run();
    String json =
        Files.readString(whole.path().resolve("run.json"))
            .replace("\"fork-001\"", "")
            .replace(run.id(), empty.id());
    Files.writeString(empty.path().resolve("run.json"), json);
    StoredRun stored = Store.open(temp.resolve("b")).find(empty.id());

    assertThatThrownBy(() -> Report.html(List.of(stored), null))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining(empty.id())
        .hasMessageContaining("no whole fork");
    assertThatThrownBy(() -> Report.html(List.of(), null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldDrawTheForksThatItCanWhereOneHasNoHistograms() throws IOException {
    StoredRun run = SimulatedRun.plain(temp, 4);
    Path log = run.forkPath(2).resolve("histograms.hlog");
    String without =
        Files.readString(log)
            .replaceAll("(?m)^Tag=.*\\n", "")
            .replaceAll("Intervals:\\d+", "Intervals:0");
    Files.writeString(log, without);

    assertThat(Report.html(List.of(run), null))
        .contains("data-plot=\"time-r0f1\"", "class=\"band c0\"")
        .doesNotContain("data-plot=\"time-r0f2\"");
  }
}
