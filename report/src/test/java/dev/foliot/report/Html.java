package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What holds of every page, and where something stands in one. */
public final class Html {
  private static final Pattern TAG = Pattern.compile("<(/?)([a-z][a-z0-9]*)([^<>]*)>");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]*)\"");
  private static final Pattern CODE = Pattern.compile("(?s)<(style|script)([^>]*)>.*?</\\1>");
  private static final Set<String> VOID = Set.of("meta", "br");

  private Html() {}

  /** Each element ends where it should, and no id is there twice. */
  public static void shouldBeWhole(String html) {
    Deque<String> open = new ArrayDeque<>();
    List<String> ids = new ArrayList<>();
    Matcher tags = TAG.matcher(CODE.matcher(html).replaceAll("<$1$2></$1>"));
    while (tags.find()) {
      String name = tags.group(2);
      if (tags.group(1).equals("/")) {
        assertThat(name).as("what ends, within %s", open).isEqualTo(open.poll());
      } else {
        ID.matcher(tags.group(3)).results().map(id -> id.group(1)).forEach(ids::add);
        if (!tags.group(3).endsWith("/") && !VOID.contains(name)) {
          open.push(name);
        }
      }
    }
    assertThat(open).as("what does not end").isEmpty();
    assertThat(ids).doesNotHaveDuplicates();
  }

  /** It makes no request, and holds one style, its data and one script. */
  public static void shouldAskForNothing(String html) {
    assertThat(html)
        .doesNotContainPattern("\\s(?:src|style|on[a-z]+)\\s*=")
        // a link within the page, or to one beside it
        .doesNotContainPattern("href=\"(?!#|\\./)")
        .doesNotContain("http:", "https:", "url(", "@import", "<link", "<img", "<iframe")
        .doesNotContain("NaN", "Infinity")
        .containsOnlyOnce("<style>")
        .containsOnlyOnce("<script>");
  }

  /** What is evil in the store is a text, without what commands a terminal, and cut. */
  public static void shouldShowEvilAsText(String html) {
    assertThat(html)
        .doesNotContain("\u001b", "\u0007", "\u0000", "\u202e", "\u2066", "\u200f", "\u2028")
        .doesNotContain("<img", "<script>document", "hacked</title>", "NaN")
        .contains("&lt;script&gt;document");
    assertThat(html.replaceAll("=\"[^\"]*\"", "="))
        .as("attributes without their values")
        .doesNotContainPattern("<[a-z][^<>]*\\son[a-z]+=");
    assertThat(count(html, "<script")).as("data and script").isEqualTo(2);
    assertThat(count(html, "</script")).isEqualTo(2);
    assertThat(count(html, "<style")).isEqualTo(1);
    assertThat(count(html, "<title>[^<]*· Foliot</title>")).as("of the page").isEqualTo(1);
    assertThat(html.length()).as("names of 10 kB are cut").isLessThan(1_000_000);
    shouldBeWhole(html);
  }

  /** Each stands behind the one before. */
  public static void shouldHaveInOrder(String html, String... parts) {
    int from = 0;
    for (String part : parts) {
      int at = html.indexOf(part, from);
      assertThat(at).as("%s, behind character %d", part, from).isNotNegative();
      from = at + part.length();
    }
  }

  /** How often a pattern is there. */
  public static long count(String html, String pattern) {
    return Pattern.compile(pattern).matcher(html).results().count();
  }

  /** A section by its id. */
  public static String section(String html, String id) {
    int start = html.indexOf("<section id=\"" + id + "\"");
    assertThat(start).as(id).isPositive();
    return html.substring(start, html.indexOf("</section>", start));
  }

  /** The rows of a table's body. */
  public static List<String> rows(String html, String table) {
    int from = html.indexOf("<tbody", html.indexOf("<table id=\"" + table + "\""));
    String body = html.substring(from, html.indexOf("</tbody>", from));
    return Pattern.compile("(?s)<tr.*?</tr>")
        .matcher(body)
        .results()
        .map(MatchResult::group)
        .toList();
  }

  /** A row of a table, found by the name in its first cell. */
  public static String rowOf(String html, String table, String name) {
    Matcher rows =
        Pattern.compile(
                "(?s)<table id=\""
                    + table
                    + "\".*?(<tr><th scope=\"row\"[^>]*>"
                    + Pattern.quote(name)
                    + "<.*?</tr>)")
            .matcher(html);
    assertThat(rows.find()).as("%s in %s", name, table).isTrue();
    return rows.group(1);
  }
}
