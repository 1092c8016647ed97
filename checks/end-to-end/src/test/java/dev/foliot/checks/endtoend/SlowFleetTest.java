package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of the page "From a slow fleet to a cache line", and compares their output with
 * the page. Other tests run its studies.
 */
@EnabledOnOs(OS.LINUX)
final class SlowFleetTest {
  private static final String BANDS = "## 1. Are there groups?";
  private static final String COUNTERS = "## 2. What do the processors say?";
  private static final String INSIDE = "## 3. What differs inside?";
  private static final String BACK = "## 6. Back to the fleet";

  @TempDir Path folder;

  /** Like after a build of the tree. */
  @BeforeEach
  void standWhereThePageStands() throws IOException {
    for (String name : List.of("foliot", "apps", "examples")) {
      Files.createSymbolicLink(folder.resolve(name), FoliotProcess.inTree(name));
    }
  }

  @Test
  void shouldFindTheBandsThatThePagePrintsAndTheirEnd() throws Exception {
    List<String> first = blocks(BANDS);
    List<String> last = blocks(BACK);
    assertThat(first).hasSize(2);
    assertThat(last).hasSize(4);

    Ended before = FoliotProcess.shell(folder, first.getFirst());
    Ended few = FoliotProcess.shell(folder, last.getFirst());
    Ended all = FoliotProcess.shell(folder, last.get(2));

    assertThat(before.out()).as(before.err()).startsWith("Two groups: ");
    assertThat(few.out()).as(few.err()).startsWith("Two groups: ").contains("version");
    assertThat(all.out()).as(all.err()).startsWith("One group");
    // rand() is specific to each awk
    String awk = FoliotProcess.shell(folder, "awk -W version 2>&1 </dev/null || true").out();
    assumeThat(awk).as("the page's figures are of this awk").startsWith("mawk 1.3.4");
    assertPrinted(first.get(1), before.out());
    assertPrinted(last.get(1), few.out());
    assertPrinted(last.get(3), all.out());
  }

  @Test
  void shouldCompareTheCapturesAsThePagePrintsIt() throws Exception {
    Path captures =
        FoliotProcess.inTree("diagnose/src/test/resources/dev/foliot/diagnose/counters");
    for (String name : List.of("slow.csv", "fast.csv")) {
      Files.copy(captures.resolve(name), folder.resolve(name));
    }
    List<String> blocks = blocks(COUNTERS);
    String compare = blocks.getFirst().lines().reduce((a, b) -> b).orElseThrow();

    Ended ended = FoliotProcess.shell(folder, compare);

    assertThat(compare).startsWith("./foliot counters compare ");
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertPrinted(blocks.get(1), ended.out());
  }

  /** Whether both threads run at once depends on the machine; the threads and the line do not. */
  @Tag("studies")
  @Test
  void shouldTellTheTwoJvmsApartByTheAddressAlone() throws Exception {
    List<String> blocks = blocks(INSIDE);
    assertThat(blocks).hasSize(5);
    String both = blocks.getFirst().replace("/opt/jdk-17", Jdks.home(17).toString());

    Ended told = FoliotProcess.shell(folder, both);
    Ended compared = FoliotProcess.shell(folder, blocks.get(3));

    assertThat(told.exit()).as(told.err()).isZero();
    assertThat(told.out())
        .contains("1 of 1: false sharing", "dev.foliot.apps.lottery.Parcel", "nothing found")
        .contains("on another line at this address: lucky, as 3 of 8");
    assertThat(compared.out())
        .as(compared.err())
        .contains("placement: dev.foliot.apps.lottery.Parcel", "the address alone", "BETTER");
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  /** Checks all lines on the page, except omitted ones. */
  private static void assertPrinted(String page, String out) {
    List<String> lines =
        page.lines().filter(line -> !line.equals("[...]") && !line.isBlank()).toList();
    assertThat(out.lines().collect(Collectors.toList())).containsAll(lines);
  }

  /** The fenced blocks below a heading. */
  private static List<String> blocks(String heading) throws IOException {
    String page = Files.readString(FoliotProcess.inTree("docs/guide/slow-fleet.md"));
    int from = page.indexOf(heading + "\n");
    assertThat(from).as(heading).isNotNegative();
    int to = page.indexOf("\n## ", from + heading.length());
    String[] parts = page.substring(from, to < 0 ? page.length() : to).split("```\n", -1);
    List<String> blocks = new ArrayList<>();
    for (int i = 1; i < parts.length; i += 2) {
      blocks.add(parts[i]);
    }
    return blocks;
  }
}
