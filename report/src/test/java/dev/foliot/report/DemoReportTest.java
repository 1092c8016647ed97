package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.report.page.ReportException;
import dev.foliot.report.page.Units;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoReportTest {
  @TempDir Path temp;

  @Test
  void shouldShowForEachPartWhatItSaysThenAPictureTheFiguresAndTheCommand() {
    assertThat(golden(1))
        .containsSubsequence(
            "<h1>Foliot: what users wait for, and why</h1>",
            "measured in 68\u00a0s",
            "1. A stall that a closed loop leaves out",
            "99 % wait up to 951 us.",
            "data-plot=\"d0-picture\"",
            "id=\"d0-figures\"",
            "foliot bench com.example.YourTask --rate 10k/s",
            "foliot report 20261201-150000-aaaa",
            "2. Two JVMs that differ in one address alone",
            "The lottery of addresses",
            "dev.foliot.apps.lottery.Parcel",
            "id=\"d1-figures\"",
            "SUSPECT",
            "other processes took 7 %",
            "foliot compare SLOW FAST",
            "3. Virtual threads, a fixed pool",
            "data-plot=\"d2-picture\"",
            "foliot study ramp-up --quick",
            "Command and machine",
            "foliot demo");
    assertThat(ReportTest.rowOf(golden(1), "d0-figures", "99 % take at most"))
        .contains("1.05\u00a0µs", "951\u00a0µs");
    assertThat(ReportTest.rowOf(golden(1), "d1-figures", "type checks of the reader"))
        .contains("340\u00a0M/s", "990\u00a0M/s");
    assertThat(ReportTest.rowOf(golden(1), "d2-figures", "95 % of the best after"))
        .contains("0\u00a0s", "0.9\u00a0s", Units.NONE);
  }

  @Test
  void shouldMarkBothPlacesInOneStrip() {
    String html = golden(1);

    assertThat(count(html, "<rect class=\"here\"")).isEqualTo(2);
    assertThat(count(html, "<path class=\"tick\"")).isEqualTo(3);
    assertThat(count(html, "<path class=\"cross\"")).isEqualTo(5);
    assertThat(html).contains(">unlucky address</text>", ">lucky address</text>");
  }

  @Test
  void shouldSayWhatIsNotAvailableAndShowTheRest() {
    assertThat(golden(2))
        .contains("NOT AVAILABLE HERE", "install openjdk-17-jdk", "data-plot=\"d0-picture\"")
        .doesNotContain("d1-picture");
  }

  @Test
  void shouldAskForNothingAndRunNothingElse() {
    assertThat(golden(1))
        .isEqualTo(golden(1))
        .doesNotContainPattern("\\s(?:src|href|style|on[a-z]+)\\s*=")
        .doesNotContain("http:", "https:", "url(", "@import", "<link", "<img", "<iframe", "NaN")
        .containsOnlyOnce("<style>")
        .containsOnlyOnce("<script>");
    assertThat(golden(1).getBytes(StandardCharsets.UTF_8).length).isLessThan(100_000);
    shouldBeClosed(golden(1));
  }

  @Test
  void shouldShowEveryTextAsText() {
    String html = DemoReport.html(List.of(HostileDemo.write(temp)));

    assertThat(html)
        .doesNotContain("\u001b", "\u0007", "\u0000", "\u202e", "\u2066", "\u200f", "\u2028")
        .doesNotContain("<img", "<script>document", "hacked</title>", "NaN")
        .contains("&lt;script&gt;document", "… (10,");
    assertThat(html.replaceAll("=\"[^\"]*\"", "="))
        .as("attributes without their values")
        .doesNotContainPattern("<[a-z][^<>]*\\son[a-z]+=");
    assertThat(count(html, "<script")).as("data and script").isEqualTo(2);
    assertThat(count(html, "</script")).isEqualTo(2);
    assertThat(html.length()).as("names of 10 kB are cut").isLessThan(1_000_000);
    shouldBeClosed(html);
  }

  @Test
  void shouldRefuseOtherRunsBesideADemo() {
    assertThat(DemoReport.isFor(List.of(Golden.demo(1)))).isTrue();
    assertThat(DemoReport.isFor(List.of(Golden.run(), Golden.study()))).isFalse();
    assertThatThrownBy(() -> DemoReport.isFor(List.of(Golden.demo(1), Golden.run())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("report it apart");
    assertThatThrownBy(() -> DemoReport.html(List.of(Golden.run())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("is no demo");
    assertThatThrownBy(() -> DemoReport.html(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String golden(int number) {
    return DemoReport.html(List.of(Golden.demo(number)));
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
