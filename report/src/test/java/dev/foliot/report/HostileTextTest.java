package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a run's fields say, a page is made of it, and it is this page and no other. */
class HostileTextTest {
  private static String html = "";

  @BeforeAll
  static void write(@TempDir Path temp) throws IOException {
    html = Report.html(List.of(HostileRun.write(temp)), HostileRun.comparison());
  }

  @Test
  void shouldShowEveryFieldAsText() {
    assertThat(html)
        .doesNotContain("\u001b", "\u0007", "\u0000", "\u202e", "\u2066", "\u200f", "\u2028")
        .doesNotContain("<img", "<script>document", "hacked</title>")
        .contains("&lt;script&gt;document", "… (10,");
    assertThat(html.replaceAll("=\"[^\"]*\"", "="))
        .as("attributes without their values")
        .doesNotContainPattern("<[a-z][^<>]*\\son[a-z]+=");
    assertThat(count(html, "<script")).as("data and script").isEqualTo(2);
    assertThat(count(html, "</script")).isEqualTo(2);
    assertThat(count(html, "<style")).isEqualTo(1);
    assertThat(count(html, "<title>[^<]*· Foliot</title>")).as("of the page").isEqualTo(1);
    assertThat(html.length()).as("names of 10 kB are cut").isLessThan(1_000_000);
  }

  @Test
  void shouldCloseEveryElementThatItOpens() {
    for (String tag : List.of("section", "figure", "svg", "g", "table", "tr", "details", "div")) {
      assertThat(count(html, "<" + tag + "(?=[ >])"))
          .as(tag)
          .isEqualTo(count(html, "</" + tag + ">") + count(html, "<" + tag + " [^>]*/>"));
    }
  }

  private static long count(String html, String pattern) {
    return Pattern.compile(pattern).matcher(html).results().count();
  }
}
