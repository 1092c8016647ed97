package dev.foliot.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README and docs: every link leads somewhere, and pages are short. */
final class DocumentationTest {
  private static final int MOST_README_LINES = 120;
  private static final int MOST_GUIDE_LINES = 150;

  private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`\\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N} _-]");

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String name :
        List.of(
            "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "examples/README.md")) {
      pages.add(Module.root().resolve(name));
    }
    pages.addAll(markdown(Module.root().resolve("docs")));
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void shouldLinkOnlyToFilesAndHeadingsThatExist(Path page) throws IOException {
    List<String> broken = new ArrayList<>();
    String text = CODE.matcher(withoutBlocks(page)).replaceAll("");
    for (String link : LINK.matcher(text).results().map(match -> match.group(1)).toList()) {
      if (!link.matches("[a-z]+:.*") && !leadsSomewhere(page, link)) {
        broken.add(link);
      }
    }
    assertThat(broken).as("broken links of " + page).isEmpty();
  }

  @Test
  void shouldHaveAShortFirstPageAndShortGuides() throws IOException {
    assertThat(lines(Module.root().resolve("README.md"))).isLessThanOrEqualTo(MOST_README_LINES);
    for (Path guide : markdown(Module.root().resolve(Path.of("docs", "guide")))) {
      assertThat(lines(guide)).as(guide.toString()).isLessThanOrEqualTo(MOST_GUIDE_LINES);
    }
  }

  /** A heading's anchor, as GitHub makes it. */
  @Test
  void shouldKnowAnAnchor() {
    assertThat(anchor("1. Are there groups?")).isEqualTo("1-are-there-groups");
    assertThat(anchor("`series.csv` and slowest.csv")).isEqualTo("seriescsv-and-slowestcsv");
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String file =
        URLDecoder.decode(hash < 0 ? link : link.substring(0, hash), StandardCharsets.UTF_8);
    Path folder = page.toAbsolutePath().getParent();
    Path target = file.isEmpty() || folder == null ? page : folder.resolve(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0 || anchors(target).contains(link.substring(hash + 1));
  }

  private static Set<String> anchors(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    HEADING
        .matcher(withoutBlocks(page))
        .results()
        .map(match -> anchor(match.group(1)))
        .forEach(anchor -> {
          String unique = anchor;
          for (int i = 1; !anchors.add(unique); i++) {
            unique = anchor + "-" + i;
          }
        });
    return anchors;
  }

  private static String anchor(String heading) {
    return NOT_IN_ANCHOR
        .matcher(heading.strip().toLowerCase(Locale.ROOT))
        .replaceAll("")
        .replace(' ', '-');
  }

  private static String withoutBlocks(Path page) throws IOException {
    return FENCED.matcher(Files.readString(page)).replaceAll("");
  }

  private static int lines(Path page) throws IOException {
    return Files.readAllLines(page).size();
  }

  private static List<Path> markdown(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }
}
