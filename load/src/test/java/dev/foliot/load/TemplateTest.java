package dev.foliot.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TemplateTest {
  @TempDir private Path folder;

  private static String written(Template template, long number) {
    ByteBuf out = Unpooled.buffer();
    template.write(out, new Draw(7, 0, number));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldTakeTheRowOfTheRequestsNumberAndBeginAgain() throws Exception {
    Path file = Files.writeString(folder.resolve("users.csv"), "id,name\n17,Ann\n18,\"Bo, B.\"\n");
    Template template = Template.of("${csv:" + file + ":id} ${csv:" + file + ":name}");

    assertThat(written(template, 0)).isEqualTo("17 Ann");
    assertThat(written(template, 1)).isEqualTo("18 Bo, B.");
    assertThat(written(template, 2)).isEqualTo("17 Ann");
  }

  /** A cell must not end the line of the request, and begin a header of its own. */
  @Test
  void shouldEncodeCellsInAPathAndLeaveABodyAsItIs() throws Exception {
    Path file = Files.writeString(folder.resolve("hostile.csv"), "x\n\"a b/ä%\nHost: evil\"\n");
    String text = "/${csv:" + file + ":x}";

    assertThat(written(Template.ofPath(text), 0)).isEqualTo("/a%20b/%C3%A4%25%0AHost:%20evil");
    assertThat(written(Template.of(text), 0)).isEqualTo("/a b/ä%\nHost: evil");
  }
}
