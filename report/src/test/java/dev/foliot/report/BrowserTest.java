package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.foliot.report.page.LivePage;
import dev.foliot.report.page.LiveSubject;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The page in a real browser, one for all tests; skipped where there is none. */
class BrowserTest {
  // The browser's helpers may write to its profile for a moment after it has gone; so it is left,
  // and
  // not in memory.
  @TempDir(cleanup = CleanupMode.NEVER, factory = TempDirFactory.Standard.class)
  static Path folder;

  private static Optional<Browser> started = Optional.empty();

  @TempDir Path temp;

  @BeforeAll
  static void start() throws Exception {
    started = Browser.start(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    if (started.isPresent()) {
      started.get().stop();
    }
  }

  @BeforeEach
  void shouldHaveABrowser() {
    assumeTrue(started.isPresent(), "no Chromium on the path: install Debian's chromium");
  }

  private static Browser open(String html) throws IOException {
    Browser browser = started.orElseThrow();
    browser.open(html);
    return browser;
  }

  /** Opens a page and does what a reader would. */
  private static Browser use(String html, String script) throws IOException {
    Browser browser = open(html);
    browser.run("document.querySelectorAll('details').forEach(one => { one.open = true; })");
    browser.run(Files.readString(Path.of("src", "test", "resources", script)));
    assertThat(browser.console()).isEmpty();
    return browser;
  }

  @Test
  void shouldLoadWithoutAnErrorAndShowTheNumbersOfTheStore() throws Exception {
    Browser loaded = open(SimulatedRun.page(3));

    RunRecord run = SimulatedRun.shared(3).run();
    for (String kind : List.of("response", "service")) {
      var spreads = run.spreads(0, 0, kind);
      assertThat(spreads).isNotNull();
      String row = Html.rowOf(loaded.dom(), "g0-durations", kind);
      List<String> shown =
          Pattern.compile("<td class=\"n\"(?: data-v=\"(\\d+)\")?>")
              .matcher(row)
              .results()
              .map(cell -> String.valueOf(cell.group(1)))
              .toList();
      assertThat(shown)
          .as(kind)
          .isEqualTo(
              Stream.concat(Percentiles.NAMES.stream(), Stream.of("max"))
                  .map(name -> {
                    var spread = spreads.get(name);
                    return String.valueOf(
                        spread == null
                            ? null
                            : name.equals("max") ? spread.max() : spread.median());
                  })
                  .toList());
    }
  }

  @Test
  void shouldHaveReadyWhatTheMouseAsksForAndTheButtons() throws Exception {
    Browser loaded = open(SimulatedRun.page(3));

    // Percentiles, response against service, three forks over time, the warm-up.
    assertThat(attribute(loaded.dom(), "data-plots")).isEqualTo("6");
    // Three forks, response and service.
    assertThat(attribute(loaded.dom(), "data-buttons")).isEqualTo("5");
    assertThat(loaded.dom()).contains("<html lang=\"en\"").contains("class=\"js\"");
    assertThat(loaded.dom()).contains("id=\"tip\"").contains("class=\"rule off\"");
  }

  @Test
  void shouldHideAndShowAForkAndReadValuesOut() throws Exception {
    Browser loaded = use(SimulatedRun.page(3), "use-the-page.js");

    assertThat(attribute(loaded.dom(), "data-hidden")).isEqualTo("path path text");
    assertThat(attribute(loaded.dom(), "data-shown-again")).isEqualTo("true");
    assertThat(attribute(loaded.dom(), "data-alone")).isEqualTo("true false false");
    assertThat(attribute(loaded.dom(), "data-tip"))
        .contains("99&nbsp;%")
        .containsPattern("fork 1[\\d.,]+&nbsp;[mµn]s");
  }

  @Test
  void shouldNotRunWhatTheStoreSaysAndFitAPhone() throws Exception {
    String html = Report.html(List.of(HostileRun.write(temp)), HostileRun.comparison());

    Browser loaded = open(html);

    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    assertThat(attribute(loaded.dom(), "data-plots")).isNotEqualTo("0");
    shouldFitAPhone(loaded);
  }

  @Test
  void shouldShowAllStudiesAndLeadToThem() throws Exception {
    List<StoredRun> runs = new ArrayList<>();
    for (String study : SimulatedStudy.STUDIES) {
      runs.add(new SimulatedStudy(study).forks(1).write(temp));
    }
    String html = StudyPages.html(runs);

    Browser loaded = use(html, "use-the-studies.js");

    String pictures = Integer.toString(html.split("data-plot=\"", -1).length - 1);
    assertThat(attribute(loaded.dom(), "data-plots")).isEqualTo(pictures);
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

    Browser loaded = open(StudyPages.html(List.of(run)));

    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    assertThat(attribute(loaded.dom(), "data-plots")).isNotEqualTo("0");
  }

  @Test
  void shouldNotRunWhatADiagnosisSaysAndFitAPhone() throws Exception {
    String html =
        DiagnosisReport.html(List.of(HostileDiagnosis.write(temp)), HostileDiagnosis.comparison());

    Browser loaded = open(html);

    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    shouldFitAPhone(loaded);
    shouldFitAPhone(open(DiagnosisReport.html(List.of(Golden.diagnosis(1)), null)));
  }

  @Test
  void shouldShowAFleetOfTenThousandNodesAndFitAPhone() throws Exception {
    String html = FleetReport.html(List.of(new SimulatedFleetRun(10_000).explained().write(temp)));

    Browser loaded = open(html);

    assertThat(attribute(loaded.dom(), "data-plots"))
        .as("over time, heat map, distribution")
        .isEqualTo("3");
    // The two bands and the outliers, in each of three legends, those not in the distribution's.
    assertThat(attribute(loaded.dom(), "data-buttons")).isEqualTo("8");
    shouldFitAPhone(loaded);
  }

  @Test
  void shouldNotRunWhatAFleetSaysAndFitAPhone() throws Exception {
    String html = FleetReport.html(List.of(HostileFleet.write(temp)));

    Browser loaded = open(html);

    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    shouldFitAPhone(loaded);
    shouldFitAPhone(open(FleetReport.html(List.of(Golden.fleet(1)))));
  }

  @Test
  void shouldNotRunWhatADemoSaysAndFitAPhone() throws Exception {
    String html = DemoReport.html(List.of(HostileDemo.write(temp)));

    Browser loaded = open(html);

    assertThat(loaded.dom()).doesNotContain("<title>hacked").doesNotContain("data-hacked");
    shouldFitAPhone(loaded);
    Browser golden = open(DemoReport.html(List.of(Golden.demo(1))));
    assertThat(attribute(golden.dom(), "data-plots")).isEqualTo("2");
    shouldFitAPhone(golden);
  }

  @Test
  void shouldWidenAFrameFindANameAndFitAPhone() throws Exception {
    StoredRun run = SimulatedRun.arms(temp, 1, 1.0, 1.5);
    FlameReportTest.profile(run, 1, FlameReportTest.A);
    FlameReportTest.profile(run, 2, FlameReportTest.B);
    String html = Report.html(List.of(run), null);

    Browser loaded = use(html, "use-the-flames.js");

    assertThat(attribute(loaded.dom(), "data-tools")).isEqualTo("3");
    assertThat(attribute(loaded.dom(), "data-wide")).isEqualTo("100% 0");
    assertThat(attribute(loaded.dom(), "data-gone")).isEqualTo("true");
    assertThat(attribute(loaded.dom(), "data-whole")).isEqualTo("70%");
    assertThat(attribute(loaded.dom(), "data-found"))
        .isEqualTo("1 frames, 70&nbsp;% of the samples");
    shouldFitAPhone(loaded);
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

    shouldFitAPhone(open(StudyPages.html(runs)));
  }

  /** The page that is open. */
  private static void shouldFitAPhone(Browser browser) {
    browser.resize(390, 800);
    int shown = Integer.parseInt(browser.run("'' + document.documentElement.clientWidth"));

    assertThat(shown).isBetween(350, 390);
    assertThat(browser.run("'' + document.documentElement.scrollWidth"))
        .isEqualTo(Integer.toString(shown));
  }

  private static String attribute(String dom, String name) {
    Matcher matcher = Pattern.compile("<html[^>]* " + name + "=\"([^\"]*)\"").matcher(dom);
    assertThat(matcher.find()).as(name).isTrue();
    return matcher.group(1);
  }

  @Test
  void shouldShowARunningLoadUntilItEnds() throws Exception {
    CountDownLatch ends = new CountDownLatch(1);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    byte[] html = LivePage.html(subject()).getBytes(StandardCharsets.UTF_8);
    server.createContext("/a/", exchange -> serve(exchange, html));
    server.createContext("/a/events", exchange -> sendEvents(exchange, ends));
    server.start();
    try {
      Browser browser = started.orElseThrow();
      browser.resize(600, 900);
      browser.go(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/a/"));

      browser.await("document.querySelectorAll('#times path').length === 3");
      assertThat(browser.run("document.getElementById('rate').textContent"))
          .isEqualTo("asked 2,000/s <b>");
      assertThat(browser.run("document.getElementById('stage').textContent")).isEqualTo("Measured");
      assertThat(browser.run("document.querySelector('#times path').getAttribute('d')"))
          .contains("L")
          .doesNotContain("NaN");
      assertThat(browser.run("String(document.documentElement.scrollWidth <= 600)"))
          .isEqualTo("true");
      ends.countDown();
      browser.await("document.getElementById('stage').textContent === 'p99 is 4 ms.'");
      assertThat(browser.console()).isEmpty();
    } finally {
      ends.countDown();
      server.stop(0);
    }
  }

  private static LiveSubject subject() {
    return new LiveSubject(
        "http://shop.test/</script>",
        "Load, live",
        new LiveSubject.States("Waiting", "Lost</script>", "Now", true),
        List.of(),
        List.of(new LiveSubject.Fact("rate", "rate")),
        List.of(
            new LiveSubject.Chart(
                "times",
                "Response time",
                "As it was.",
                LiveSubject.Unit.LOG_NS,
                List.of(
                    new LiveSubject.Line("p50", 4, "c0"),
                    new LiveSubject.Line("p99", 5, "c1"),
                    new LiveSubject.Line("max", 6, "c3")))),
        "Made by foliot.");
  }

  private static void serve(HttpExchange exchange, byte[] html) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(200, html.length);
      exchange.getResponseBody().write(html);
    }
  }

  private static void sendEvents(HttpExchange exchange, CountDownLatch ends) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      String state =
          "event: state\n"
              + "data: {\"first\":%s,\"texts\":{\"stage\":\"Measured\",\"rate\":\"asked 2,000/s"
              + " <b>\"},\"points\":%s}\n\n";
      out.write(
          state
              .formatted(
                  "true",
                  "[[0.5,2000,1990,0,1e6,2e6,3e6,1e4,0.4],[1.0,2000,1900,10,1e6,4e6,9e6,1e4,0.4]]")
              .getBytes(StandardCharsets.UTF_8));
      out.write(
          state
              .formatted("false", "[[1.5,2000,0,0,0,0,0,0,0.4]]")
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
      ends.await();
      out.write(
          "event: end\ndata: {\"texts\":{\"stage\":\"p99 is 4 ms.\"}}\n\n"
              .getBytes(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
