package dev.foliot.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TemplateTest {
  @TempDir private Path folder;

  private static String written(Template template, long number) {
    return written(template, new Draw(7, 0, number));
  }

  private static String written(Template template, Draw draw) {
    ByteBuf out = Unpooled.buffer();
    template.write(out, draw, null);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldTakeTheRowOfTheRequestsNumberAndBeginAgain() throws Exception {
    Path file = Files.writeString(folder.resolve("users.csv"), "id,name\n17,Ann\n18,\"Bo, B.\"\n");
    Template template =
        Template.ofBody("${csv:" + file + ":id} ${csv:" + file + ":name}", List.of());

    assertThat(written(template, 0)).isEqualTo("17 Ann");
    assertThat(written(template, 1)).isEqualTo("18 Bo, B.");
    assertThat(written(template, 2)).isEqualTo("17 Ann");
  }

  @Test
  void shouldTakeTheRowsOfJsonInAListOrInLines() throws Exception {
    Path list =
        Files.writeString(
            folder.resolve("list.json"),
            "[{\"id\": 17, \"ok\": true}, {\"id\": \"b/c\", \"ok\": 1.5}]");
    Path lines = Files.writeString(folder.resolve("lines.json"), "{\"id\": 1}\n\n{\"id\": 2}\n");

    Template template =
        Template.ofBody("${json:" + list + ":id} ${json:" + list + ":ok}", List.of());
    assertThat(written(template, 0)).isEqualTo("17 true");
    assertThat(written(template, 1)).isEqualTo("b/c 1.5");
    assertThat(written(template, 2)).isEqualTo("17 true");
    assertThat(written(Template.ofBody("${json:" + lines + ":id}", List.of()), 3)).isEqualTo("2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{\"id\": 1}, {}] | row 2 has no text, number or truth 'id'",
        "[{\"id\": [1]}] | row 1 has no text, number or truth 'id'",
        "[{\"id\": null}] | row 1 has no text, number or truth 'id'",
        "[1] | row 1 has no text, number or truth 'id'",
        "[{\"id\": 1}, {\"id\" | row 2 is no JSON",
        "[] | has no row",
        "'' | has no row"
      })
  void shouldSayWhichRowOfJsonIsWrong(String text, String why) throws Exception {
    Path file = Files.writeString(folder.resolve("rows.json"), text);

    assertThatThrownBy(() -> Template.ofBody("${json:" + file + ":id}", List.of()))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("${json:...}")
        .hasMessageContaining(why);
  }

  @Test
  void shouldRefuseAFileThatIsNotThereAndAPlaceholderWithoutAColumn() {
    assertThatThrownBy(() -> Template.ofBody("${json:" + folder + "/no.json:id}", List.of()))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("no.json");
    assertThatThrownBy(() -> Template.ofBody("${json-random:users}", List.of()))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("names no column: write ${json:FILE:COLUMN}");
  }

  /** Path, headers, body and later steps have the same row, and all rows are drawn. */
  @Test
  void shouldDrawTheSameRowInAllPartsOfARequest() throws Exception {
    StringBuilder rows = new StringBuilder("id,name\n");
    for (int i = 0; i < 10; i++) {
      rows.append(i).append(",name ").append(i).append('\n');
    }
    Path file = Files.writeString(folder.resolve("users.csv"), rows);
    Template id = Template.ofBody("${csv-random:" + file + ":id}", List.of());
    Template name = Template.ofBody("${n} ${csv-random:" + file + ":name}", List.of());
    List<Integer> drawn = new ArrayList<>(Collections.nCopies(10, 0));
    for (int n = 0; n < 10_000; n++) {
      Draw draw = new Draw(7, 0, n);
      String one = written(id, draw);
      drawn.set(Integer.parseInt(one), drawn.get(Integer.parseInt(one)) + 1);
      for (Draw other :
          List.of(draw, draw.forBody(), draw.forHeader(0), draw.forStep(1), draw.forStep(2))) {
        assertThat(written(name, other)).isEqualTo(n + " name " + one);
      }
    }
    assertThat(drawn).allMatch(count -> count > 850 && count < 1_150);
  }

  @Test
  void shouldHaveAnIdOfItsOwnInEachUseRequestAndRun() {
    Template template = Template.ofBody("${uuid} ${uuid}", List.of());
    Set<String> ids = new HashSet<>();
    for (long run : new long[] {1, 2}) {
      for (int n = 0; n < 1_000; n++) {
        Draw draw = new Draw(7, 0, n, 7, run);
        ids.addAll(List.of(written(template, draw).split(" ")));
        ids.addAll(List.of(written(template, draw.forBody()).split(" ")));
      }
    }
    assertThat(ids)
        .hasSize(8_000)
        .allMatch(id ->
            id.matches("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
  }

  /** A cell must not end the line of the request, and begin a header of its own. */
  @Test
  void shouldEncodeCellsInAPathAndLeaveABodyAsItIs() throws Exception {
    Path file = Files.writeString(folder.resolve("hostile.csv"), "x\n\"a b/ä%\nHost: evil\"\n");
    String text = "/${csv:" + file + ":x}";

    assertThat(written(Template.ofPath(text, List.of()), 0))
        .isEqualTo("/a%20b/%C3%A4%25%0AHost:%20evil");
    assertThat(written(Template.ofBody(text, List.of()), 0)).isEqualTo("/a b/ä%\nHost: evil");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${a} | /x%20y?z#1 | /x%20y?z",
        "${a} | https://shop.test/x?z | /x?z",
        "${a} | http://shop.test | /",
        "${a}/end | x | /x/end",
        "/${a} | a/b%c d | /a/b%25c%20d",
        "/${a} | ä | /%C3%A4"
      })
  void shouldFillACapturedValueIntoAPath(String path, String value, String written) {
    ByteBuf out = Unpooled.buffer();
    Template.ofPath(path, List.of("a")).write(out, new Draw(7, 0, 0), variable -> value);

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(written);
  }

  @Test
  void shouldLetNoValueEndAHeader() {
    ByteBuf out = Unpooled.buffer();
    Template.ofHeader("Bearer ${b}$${b}", List.of("a", "b"))
        .write(out, new Draw(7, 0, 0), variable -> variable + " 5%\r\nHost: evil");

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("Bearer 1 5%%0D%0AHost: evil${b}");
  }

  @Test
  void shouldKnowTheNamesOfCapturedValues() {
    assertThat(Template.variables("${n} ${a}$${b} ${c-1}${random:1-2}${a b}${d"))
        .containsExactly("a", "c-1");
    assertThat(Template.beginsWithVariable("${a}/b")).isTrue();
    assertThat(Template.beginsWithVariable("${n}/b")).isFalse();
    assertThat(Template.beginsWithVariable("$${a}/b")).isFalse();
    assertThat(Template.beginsWithVariable("/${a}")).isFalse();
  }
}
