package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Json;
import dev.foliot.store.StoredRun;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.text.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameReportTest {
  public static final String A =
      "com.acme.Hop.send;com.acme.Hop.parse 700\ncom.acme.Hop.send 300\n";
  public static final String B =
      """
      com.acme.Hop.send;com.acme.Hop.parse 300
      com.acme.Hop.send;java.util.HashMap.get 600
      com.acme.Hop.send 100
      """;

  @TempDir Path temp;

  /** Gives a fork of a run a profile. */
  public static void profile(StoredRun run, int fork, String folded) throws IOException {
    Files.writeString(run.forkPath(fork).resolve("profile.folded"), folded);
    Json.write(
        run.forkPath(fork).resolve("profile.json"),
        new ProfileRecord(
            ProfileRecord.SCHEMA,
            ProfileRecord.JFR,
            new ProfileRecord.Sampling(10_000_000, 256, 1_000, 7, 0, 3, 0, 0),
            null));
  }

  private StoredRun twoArms() throws IOException {
    StoredRun run = SimulatedRun.arms(temp, 1, 1.0, 1.5);
    profile(run, 1, A);
    profile(run, 2, B);
    return run;
  }

  @Test
  public void shouldShowTheFlameGraphsOfTwoArmsAndTheirDifference() throws IOException {
    String html = Report.html(List.of(twoArms()), null);

    assertThat(html)
        .contains("Flame graph: JDK 25.0.1", "Flame graph: JDK 24.0.1")
        .contains("Difference: JDK 24.0.1 against JDK 25.0.1")
        .contains("1,000\u00a0samples of 1\u00a0fork by the flight recorder; 7 had no stack;")
        .contains("3 stacks were cut at 256 frames")
        .contains(
            "<title>com.acme.Hop.parse: A 70.0\u00a0%, B 30.0\u00a0%, -40.0\u00a0points</title>")
        .contains(
            "<title>java.util.HashMap.get: A 0.0\u00a0%, B 60.0\u00a0%, +60.0\u00a0points</title>")
        .contains("What this cannot see", "JEP 518", "charged to the instruction after it");
    assertThat(Html.rowOf(html, "flames-difference1-table", "java.util.HashMap.get"))
        .contains("0.0\u00a0%", "60.0\u00a0%", "+60.0\u00a0points");
    assertThat(Html.rowOf(html, "flames0-table", "com.acme.Hop.send"))
        .contains("30.0\u00a0%", "100.0\u00a0%");
    assertThat(frame(html, "com.acme.Hop.parse: 70.0"))
        .contains("x=\"0%\"", "width=\"70%\"", "class=\"java\"", ">Hop.parse</text>");
    assertThat(frame(html, "java.util.HashMap.get: A"))
        .contains("x=\"30%\"", "width=\"60%\"", "class=\"up3\"");
    assertThat(frame(html, "com.acme.Hop.parse: A")).contains("class=\"down3\"");
  }

  private static String frame(String html, String title) {
    var found =
        Pattern.compile("<svg class=\"fr\"[^>]*><title>" + Pattern.quote(title) + ".*?</svg>")
            .matcher(html);
    assertThat(found.find()).as(title).isTrue();
    return found.group();
  }

  @Test
  public void shouldShowThoseOfTwoRuns() throws IOException {
    StoredRun a = SimulatedRun.plain(temp, 1);
    StoredRun b = SimulatedRun.slower(temp, 1, 1.5);
    profile(a, 1, A);
    profile(b, 1, B);

    assertThat(Report.html(List.of(a, b), SimulatedRun.comparison(ComparisonVerdict.WORSE)))
        .contains("Flame graph: A<", "Flame graph: B<", "Difference: B against A<");
  }

  @Test
  public void shouldSayWhatCouldNotBeProfiledAndShowNothingThatWasNotAskedFor() throws IOException {
    StoredRun run = twoArms();
    Json.write(
        run.forkPath(2).resolve("profile.json"),
        ProfileRecord.none(new Reason.Plain("it is no JVM; give one")));

    String html = Report.html(List.of(run), null);

    assertThat(html)
        .contains("JDK 24.0.1 could not be profiled: it is no JVM; give one")
        .contains("Flame graph: JDK 25.0.1")
        .doesNotContain("Difference:");
    assertThat(Report.html(List.of(SimulatedRun.plain(temp.resolve("b"), 1)), null))
        .doesNotContain("Where the CPU time went", "class=\"flame\"");
  }

  @Test
  public void shouldShowTheArmsOfAStudyUnderItsBusiestLoad() throws IOException {
    StoredRun run =
        new SimulatedStudy("throughput").arms("virtual", "adaptive").forks(1).write(temp);
    for (int fork : run.forkNumbers()) {
      profile(run, fork, fork % 2 == 0 ? A : B);
    }

    String html = StudyPages.html(List.of(run));

    assertThat(html)
        .contains("Where the CPU time went", "Flame graph: virtual", "Flame graph: adaptive")
        .contains("Difference: adaptive against virtual");
  }

  @Test
  public void shouldBeSmallWhateverTheProfileHas() throws IOException {
    StoredRun run = SimulatedRun.arms(temp, 1, 1.0, 1.5);
    for (int fork = 1; fork <= 2; fork++) {
      StringBuilder folded = new StringBuilder();
      for (int i = 0; i < 5_000; i++) {
        folded.append("com.acme.Deep%d.call;".formatted(i % 900 / (fork * 3)).repeat(20));
        folded.append("com.acme.Leaf").append(i).append(".run 1\n");
      }
      profile(run, fork, folded.toString());
    }

    assertThat(Report.html(List.of(run), null).getBytes(StandardCharsets.UTF_8).length)
        .isLessThan(1_500_000);
  }

  @Test
  public void shouldShowEveryNameAsText() throws IOException {
    StoredRun run = twoArms();
    String evil = HostileRun.EVIL.replaceAll("[\\p{Cntrl};\\u2028]", "");
    profile(run, 2, evil + ";" + evil + "2 1000\n");

    String html = Report.html(List.of(run), null);

    assertThat(html)
        .doesNotContain("<img", "<script>document", "hacked</title>", "\u202e", "\u2066")
        .contains("&lt;script&gt;document");
    assertThat(html.split("<script", -1)).as("data and script").hasSize(3);
  }
}
