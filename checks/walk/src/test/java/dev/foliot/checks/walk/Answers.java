package dev.foliot.checks.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/** The sentence of an answer as the terminal, a page and a JSON object show it. */
final class Answers {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern PAGE = Pattern.compile("(?m)^page +(\\S.*\\.html)$");
  private static final Pattern HEADLINE = Pattern.compile("(?s)<h1[^>]*>(.*?)</h1>");

  /** With it ends an answer of more lines than the terminal shows. */
  private static final String CUT = " ...";

  private Answers() {}

  /** The first paragraph of what a command printed, as far as it is shown. */
  static String ofTerminal(String out) {
    int end = out.indexOf("\n\n");
    String shown = plain(end < 0 ? out : out.substring(0, end));
    return shown.endsWith(CUT) ? shown.substring(0, shown.length() - CUT.length()) : shown;
  }

  /** The headline of a page. */
  static String ofPage(Path page) throws IOException {
    Matcher headline = HEADLINE.matcher(Files.readString(page));
    assertThat(headline.find()).as("%s has a headline", page).isTrue();
    return plain(
        headline
            .group(1)
            .replaceAll("<[^>]*>", "")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#34;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&"));
  }

  /** The page that a command names; null without one. */
  static @Nullable Path page(Path folder, String out) {
    Matcher page = PAGE.matcher(out);
    return page.find() ? folder.resolve(page.group(1)) : null;
  }

  static boolean isJson(String out) {
    return out.startsWith("{");
  }

  /** All objects that a command printed; there is one for each measurement of a JLBH program. */
  static List<JsonNode> objects(String out) {
    List<JsonNode> objects = new ArrayList<>();
    try (MappingIterator<JsonNode> each = JSON.readerFor(JsonNode.class).readValues(out)) {
      each.forEachRemaining(objects::add);
    }
    return objects;
  }

  /** The sentence of an object; its kind and its figures are there, and the sentence has them. */
  static String ofJson(JsonNode object) {
    String schema = object.path("schema").asString("");
    assertThat(object.path("answer").isString()).as("%s has an answer", schema).isTrue();
    assertThat(object.path("answer_kind").isString()).as("%s has a kind", schema).isTrue();
    String sentence = plain(object.path("answer").asString());
    for (JsonNode figure : object.path("answer_figures")) {
      assertThat(figure.path("value").isNumber()).as("%s", figure).isTrue();
      assertThat(sentence).contains(plain(figure.path("shown").asString()));
    }
    return sentence;
  }

  /** Without line ends and the page's finer characters. */
  private static String plain(String text) {
    return text.replace('\u00b5', 'u')
        .replace('\u03bc', 'u')
        .replaceAll("[\\s\u00a0\u2009\u202f]+", " ")
        .strip();
  }
}
