package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.report.page.ReportException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of studies that ended early, failed, or have evil texts. */
class OddStudyReportTest {
  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(strings = {"throughput", "ramp-up", "memory", "short-tasks", "scaling", "other"})
  void shouldMakeAPageOfWhatIsLeft(String study) {
    List<SimulatedStudy> odd =
        List.of(
            two(study).forks(1),
            new SimulatedStudy(study).arms("only one").forks(1),
            two(study).interruptedAfter(1),
            two(study).forks(2).failing(),
            two(study).forks(1).failing(),
            two(study).forks(1).verdict(Verdict.INVALID),
            two(study).forks(1).verdict(Verdict.VALID));
    for (int i = 0; i < odd.size(); i++) {
      String html = StudyPages.html(List.of(odd.get(i).write(temp.resolve("odd" + i))));

      assertThat(html).as("%s %d", study, i).contains("id=\"s0-points\"").doesNotContain("NaN");
      Html.shouldBeWhole(html);
    }
  }

  private static SimulatedStudy two(String study) {
    return new SimulatedStudy(study).arms("virtual", "adaptive");
  }

  @Test
  void shouldMarkForksThatDoNotCount() {
    assertThat(page(two("throughput").forks(2).verdict(Verdict.INVALID)))
        .contains("class=\"seen bad\"", "2 INVALID", "INVALID")
        .doesNotContain("class=\"whisker");
    assertThat(page(two("throughput").forks(2).verdict(Verdict.VALID)))
        .contains("class=\"whisker c0\"", "class=\"seen c0\"")
        .doesNotContain("class=\"seen bad\"", "class=\"seen inner\"");
    assertThat(page(two("ramp-up").forks(2).verdict(Verdict.SUSPECT)))
        .contains("class=\"fork dots c0\"");
    assertThat(page(two("ramp-up").forks(2).failing())).contains("it did not start", "1 INVALID");
  }

  @Test
  void shouldTellStudiesOfOneNameApart() {
    StoredRun a = new SimulatedStudy("ramp-up").forks(1).write(temp.resolve("a"));
    StoredRun b = new SimulatedStudy("ramp-up").forks(1).arms("cached").write(temp.resolve("b"));

    assertThat(StudyPages.html(List.of(a, b)))
        .contains("ramp-up (" + a.id() + ")", "ramp-up (" + b.id() + ")");
  }

  @Test
  void shouldRefuseABenchBesideAStudyAndAStudyOfNothing() throws IOException {
    StoredRun study = new SimulatedStudy("ramp-up").forks(1).write(temp.resolve("a"));
    StoredRun bench = SimulatedRun.plain(temp.resolve("b"), 1);
    StoredRun empty = new SimulatedStudy("ramp-up").forks(0).write(temp.resolve("c"));

    assertThat(StudyReport.isFor(List.of(study))).isTrue();
    assertThat(StudyReport.isFor(List.of(bench))).isFalse();
    assertThatThrownBy(() -> StudyPages.html(List.of(bench, study)))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("make no page together: report them apart")
        .hasMessageContaining(bench.id() + " is none");
    assertThatThrownBy(() -> StudyPages.html(List.of(bench)))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("is no study");
    assertThatThrownBy(() -> StudyPages.html(List.of(empty)))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("has no whole fork");
    assertThatThrownBy(() -> StudyPages.html(List.of(withoutLoads())))
        .isInstanceOf(ReportException.class)
        .hasMessageContaining("names no arm or no load");
    assertThatThrownBy(() -> StudyPages.html(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private StoredRun withoutLoads() throws IOException {
    StoredRun run = new SimulatedStudy("ramp-up").forks(1).write(temp.resolve("d"));
    Path json = run.path().resolve("study.json");
    String without =
        Files.readString(json)
            .replaceFirst("(?s)\"steps\" : \\[.*?\\n  }? ?\\]", "\"steps\" : [ ]");
    Files.writeString(json, without);
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"throughput", "ramp-up", "memory", "short-tasks", "scaling", "other"})
  void shouldShowEveryTextAsText(String study) {
    String html =
        page(
            new SimulatedStudy(study)
                .saying(HostileRun.EVIL)
                .arms(HostileRun.EVIL, "b" + HostileRun.EVIL)
                .startedBy("java", HostileRun.EVIL, "--password=hunter2")
                .given("A" + HostileRun.EVIL, HostileRun.EVIL)
                .given("DB_PASSWORD", "hunter2")
                .forks(1));

    assertThat(html).doesNotContain("hunter2");
    Html.shouldShowEvilAsText(html);
  }

  private String page(SimulatedStudy study) {
    return StudyPages.html(List.of(study.write(temp.resolve("s" + counter++))));
  }

  private int counter;
}
