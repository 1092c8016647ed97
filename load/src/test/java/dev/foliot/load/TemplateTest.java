package dev.foliot.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TemplateTest {
  @TempDir private Path folder;

  private static String written(Template template, long number) {
    ByteBuf out = Unpooled.buffer();
    template.write(out, new Draw(7, 0, number), null);
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
