package dev.foliot.report.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.report.HostileRun;
import dev.foliot.report.Html;
import dev.foliot.report.SimulatedStudy;
import dev.foliot.report.StudyPages;
import dev.foliot.store.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LotteryPlotsTest {
  @TempDir Path temp;

  private String page(SimulatedStudy study) {
    return StudyPages.html(List.of(study.write(temp)));
  }

  private static SimulatedStudy lottery() {
    return new SimulatedStudy("sharing-lottery")
        .arms(IntStream.range(0, 8).mapToObj(methods -> "filler " + methods).toArray(String[]::new))
        .forks(2);
  }

  @Test
  void shouldDrawEveryPlaceAndEveryForkInTheColourOfItsPrediction() {
    String html = page(lottery().verdict(Verdict.VALID));

    assertThat(html)
        .contains("The places", "Speed against place", "predicted fast", "predicted slow")
        .contains("data-k=\"band-fast\" class=\"seen c2\"", "class=\"seen c1\"")
        .contains("One program, with the same threads", "where the class begins in a cache line")
        .doesNotContain("No request failed", "The load is a closed loop", "NaN");
    assertThat(html.split("class=\"place lucky\"", -1)).as("8, 16 and 24").hasSize(4);
    assertThat(html.split("class=\"place unlucky\"", -1)).hasSize(6);
    assertThat(Html.rowOf(html, "s0-lottery0-table", "at 16"))
        .contains(">fast<", "they are on different lines", "2\u00a0forks");
  }

  @Test
  void shouldMarkSuspectAndInvalidForks() {
    assertThat(page(lottery().verdict(Verdict.SUSPECT))).contains("class=\"seen inner\"");
    assertThat(page(lottery().verdict(Verdict.INVALID))).contains("class=\"seen bad\"");
  }

  @Test
  void shouldShowEveryTextAsText() {
    String html = page(lottery().saying(HostileRun.EVIL));

    assertThat(html)
        .doesNotContain("\u001b", "\u202e", "<img", "<script>document")
        .contains("&lt;script&gt;document");
  }

  @Test
  void shouldMakeAPageWithoutAnyPrediction() {
    assertThat(page(lottery().forks(1).failing()))
        .contains("it did not start")
        .doesNotContain("Speed against place");
  }
}
