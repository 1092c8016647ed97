package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.report.Browser.Loaded;
import dev.foliot.report.bench.Headline;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser; skipped where there is none. */
class BrowserTest {
  // The browser's helpers may write to its profile for a moment after it has gone.
  @TempDir(cleanup = CleanupMode.NEVER)
  Path temp;

  private Optional<Browser> found = Optional.empty();

  @BeforeEach
  void find() {
    found = Browser.find(temp);
    assumeTrue(found.isPresent(), "no Chromium on the path: install Debian's chromium");
  }

  private Loaded open(String html, String... options) throws IOException, InterruptedException {
    Path page = temp.resolve("report.html");
    Files.writeString(page, html);
    return found.orElseThrow().open(page, options);
  }

  @Test
  void shouldLoadWithoutAnErrorAndShowTheNumbersOfTheStore() throws Exception {
    StoredRun run = SimulatedRun.plain(temp, 5);

    Loaded loaded = open(Report.html(List.of(run), null));

    assertThat(loaded.console()).isEmpty();
    var summary = run.run().summary();
    for (String kind : List.of("response", "service")) {
      var spreads = summary.get(kind);
      assertThat(spreads).isNotNull();
      String row = ReportTest.rowOf(loaded.dom(), "g0-durations", kind);
      List<String> shown =
          Pattern.compile("<td class=\"n\"(?: data-v=\"(\\d+)\")?>")
              .matcher(row)
              .results()
              .map(cell -> String.valueOf(cell.group(1)))
              .toList();
      assertThat(shown)
          .as(kind)
          .isEqualTo(
              Headline.names().stream()
                  .map(
                      name -> {
                        var spread = spreads.get(name);
                        return String.valueOf(spread == null ? null : spread.median());
                      })
                  .toList());
    }
  }

  @Test
  void shouldHaveReadyWhatTheMouseAsksForAndTheButtons() throws Exception {
    StoredRun run = SimulatedRun.plain(temp, 3);

    Loaded loaded = open(Report.html(List.of(run), null));

    // Percentiles, response against service, three forks over time, the warm-up.
    assertThat(attribute(loaded.dom(), "data-plots")).isEqualTo("6");
    // Three forks, response and service.
    assertThat(attribute(loaded.dom(), "data-buttons")).isEqualTo("5");
    assertThat(loaded.dom()).contains("<html lang=\"en\"").contains("class=\"js\"");
    assertThat(loaded.dom()).contains("id=\"tip\"").contains("class=\"rule off\"");
  }

  @Test
  void shouldHideAndShowAForkAndReadValuesOut() throws Exception {
    String html = Report.html(List.of(SimulatedRun.plain(temp, 2)), null);
    String script = Files.readString(Path.of("src/test/resources/use-the-page.js"));
    // Another script than the page's own needs another policy.
    String used =
        html.replaceFirst("<meta http-equiv=[^>]*>", "")
            .replace("</body>", "<script>" + script + "</script></body>");

    Loaded loaded = open(used);

    assertThat(loaded.console()).isEmpty();
    assertThat(attribute(loaded.dom(), "data-hidden")).isEqualTo("path path text");
    assertThat(attribute(loaded.dom(), "data-shown-again")).isEqualTo("true");
    assertThat(attribute(loaded.dom(), "data-alone")).isEqualTo("true false");
    assertThat(attribute(loaded.dom(), "data-tip"))
        .contains("99&nbsp;%")
        .containsPattern("fork 1[\\d.,]+&nbsp;[mµn]s");
  }

  @Test
  void shouldNotRunWhatTheStoreSays() throws Exception {
    StoredRun run = HostileRun.write(temp);

    Loaded loaded = open(Report.html(List.of(run), HostileRun.comparison()));

    assertThat(loaded.console()).isEmpty();
    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    assertThat(attribute(loaded.dom(), "data-plots")).isNotEqualTo("0");
  }

  @Test
  void shouldShowAllStudiesAndLeadToThem() throws Exception {
    List<StoredRun> runs = new ArrayList<>();
    for (String study : SimulatedStudy.STUDIES) {
      runs.add(new SimulatedStudy(study).forks(1).write(temp));
    }
    String script = Files.readString(Path.of("src/test/resources/use-the-studies.js"));
    String html = StudyReport.html(runs);
    String used =
        html.replaceFirst("<meta http-equiv=[^>]*>", "")
            .replace("</body>", "<script>" + script + "</script></body>");

    Loaded plain = open(html);
    Loaded loaded = open(used);

    assertThat(plain.console()).isEmpty();
    assertThat(loaded.console()).isEmpty();
    String pictures = Integer.toString(html.split("data-plot=\"", -1).length - 1);
    assertThat(attribute(plain.dom(), "data-plots")).isEqualTo(pictures);
    assertThat(attribute(loaded.dom(), "data-lead"))
        .isEqualTo("SECTION SECTION SECTION SECTION SECTION");
    assertThat(attribute(loaded.dom(), "data-hidden")).isEqualTo("all");
    assertThat(attribute(loaded.dom(), "data-tip"))
        .contains("32 clients")
        .containsPattern("virtual[\\d,]+/s");
    assertThat(attribute(loaded.dom(), "data-empty")).as("pictures without a line").isEmpty();
  }

  @Test
  void shouldNotRunWhatAStudySays() throws Exception {
    StoredRun run =
        new SimulatedStudy("ramp-up")
            .saying(HostileRun.EVIL)
            .arms(HostileRun.EVIL, "adaptive")
            .write(temp);

    Loaded loaded = open(StudyReport.html(List.of(run)));

    assertThat(loaded.console()).isEmpty();
    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    assertThat(attribute(loaded.dom(), "data-plots")).isNotEqualTo("0");
  }

  @Test
  void shouldNotRunWhatADiagnosisSaysAndFitAPhone() throws Exception {
    String html =
        DiagnosisReport.html(List.of(HostileDiagnosis.write(temp)), HostileDiagnosis.comparison());

    Loaded loaded = open(html);

    assertThat(loaded.console()).isEmpty();
    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    shouldFitAPhone(html);
    shouldFitAPhone(DiagnosisReport.html(List.of(Golden.diagnosis(1)), null));
  }

  @Test
  void shouldShowAFleetOfTenThousandNodesAndFitAPhone() throws Exception {
    String html = FleetReport.html(List.of(new SimulatedFleetRun(10_000).explained().write(temp)));

    Loaded loaded = open(html);

    assertThat(loaded.console()).isEmpty();
    assertThat(attribute(loaded.dom(), "data-plots")).as("over time, distribution").isEqualTo("2");
    // The two bands and the outliers, in each of three legends, those not in the distribution's.
    assertThat(attribute(loaded.dom(), "data-buttons")).isEqualTo("8");
    shouldFitAPhone(html);
  }

  @Test
  void shouldNotRunWhatAFleetSaysAndFitAPhone() throws Exception {
    String html = FleetReport.html(List.of(HostileFleet.write(temp)));

    Loaded loaded = open(html);

    assertThat(loaded.console()).isEmpty();
    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    shouldFitAPhone(html);
    shouldFitAPhone(FleetReport.html(List.of(Golden.fleet(1))));
  }

  @Test
  void shouldNotRunWhatADemoSaysAndFitAPhone() throws Exception {
    String html = DemoReport.html(List.of(HostileDemo.write(temp)));

    Loaded loaded = open(html);

    assertThat(loaded.console()).isEmpty();
    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    shouldFitAPhone(html);
    String golden = DemoReport.html(List.of(Golden.demo(1)));
    assertThat(attribute(open(golden).dom(), "data-plots")).isEqualTo("2");
    shouldFitAPhone(golden);
  }

  @Test
  void shouldWidenAFrameFindANameAndFitAPhone() throws Exception {
    StoredRun run = SimulatedRun.arms(temp, 1, 1.0, 1.5);
    FlameReportTest.profile(run, 1, FlameReportTest.A);
    FlameReportTest.profile(run, 2, FlameReportTest.B);
    String html = Report.html(List.of(run), null);
    String script = Files.readString(Path.of("src/test/resources/use-the-flames.js"));
    String used =
        html.replaceFirst("<meta http-equiv=[^>]*>", "")
            .replace("</body>", "<script>" + script + "</script></body>");

    Loaded plain = open(html);
    Loaded loaded = open(used);

    assertThat(plain.console()).isEmpty();
    assertThat(loaded.console()).isEmpty();
    assertThat(attribute(loaded.dom(), "data-tools")).isEqualTo("3");
    assertThat(attribute(loaded.dom(), "data-wide")).isEqualTo("100% 0");
    assertThat(attribute(loaded.dom(), "data-gone")).isEqualTo("true");
    assertThat(attribute(loaded.dom(), "data-whole")).isEqualTo("70%");
    assertThat(attribute(loaded.dom(), "data-found"))
        .isEqualTo("1 frames, 70&nbsp;% of the samples");
    shouldFitAPhone(html);
  }

  @Test
  void shouldNotBeWiderThanAPhone() throws Exception {
    String html = Report.html(List.of(HostileRun.write(temp)), HostileRun.comparison());

    shouldFitAPhone(html);
  }

  @Test
  void shouldNotBeWiderThanAPhoneWithStudies() throws Exception {
    List<StoredRun> runs = new ArrayList<>();
    for (String study : SimulatedStudy.STUDIES) {
      runs.add(
          new SimulatedStudy(study)
              .forks(1)
              .saying(study.equals("memory") ? HostileRun.EVIL : "")
              .write(temp));
    }

    shouldFitAPhone(StudyReport.html(runs));
  }

  private void shouldFitAPhone(String html) throws Exception {
    Path page = temp.resolve("page.html");
    Files.writeString(page, html);
    String frame =
        """
        <!DOCTYPE html><iframe src="page.html" width="390" height="800"></iframe>
        <script>
        window.onload = function () {
          var page = document.querySelector('iframe').contentDocument.documentElement;
          document.title = page.scrollWidth + ' of ' + page.clientWidth;
        };
        </script>
        """;

    Loaded loaded = open(frame, "--allow-file-access-from-files");

    Matcher widths = Pattern.compile("<title>(\\d+) of (\\d+)</title>").matcher(loaded.dom());
    assertThat(widths.find()).isTrue();
    assertThat(widths.group(1)).isEqualTo(widths.group(2));
    assertThat(Integer.parseInt(widths.group(2))).isBetween(350, 390);
  }

  private static String attribute(String dom, String name) {
    Matcher matcher = Pattern.compile("<html[^>]* " + name + "=\"([^\"]*)\"").matcher(dom);
    assertThat(matcher.find()).as(name).isTrue();
    return matcher.group(1);
  }
}
