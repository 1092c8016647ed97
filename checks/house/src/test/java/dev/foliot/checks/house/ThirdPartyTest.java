package dev.foliot.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** THIRD-PARTY.md names all shipped libraries with their versions, and no others. */
final class ThirdPartyTest {
  private static final Pattern ROW =
      Pattern.compile("\\| (?<name>[^|]+) \\| (?<version>[^|]+) \\| [^|]+ \\| [^|]+ \\|");

  @Test
  void shouldNameWhatIsShippedAndNothingElse() throws IOException {
    assertThat(named()).containsExactlyInAnyOrderElementsOf(shipped());
  }

  /** The jars on the class path of the launcher, without ours and without their endings. */
  private static List<String> shipped() throws IOException {
    Path list = Module.root().resolve(Path.of("cli", "target", "class-path.txt"));
    return Stream.of(Files.readString(list).strip().split("\\|"))
        .map(jar -> String.valueOf(Path.of(jar).getFileName()))
        .map(jar -> jar.substring(0, jar.length() - ".jar".length()))
        .toList();
  }

  /** The rows of the first table, as name and version. */
  private static List<String> named() throws IOException {
    String text = Files.readString(Module.root().resolve("THIRD-PARTY.md"));
    String shipped =
        text.substring(text.indexOf("## Shipped"), text.indexOf("## Compiled against"));
    return ROW.matcher(shipped)
        .results()
        .map(row -> row.group("name") + "-" + row.group("version"))
        .filter(row -> !row.equals("library-version"))
        .toList();
  }
}
