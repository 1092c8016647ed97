package dev.foliot.linux.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ScratchFolderTest {
  @TempDir private Path parent;

  private static ScratchFolder in(Path... parents) {
    return ScratchFolder.of("foliot-", List.of(parents)).toOptional().orElseThrow();
  }

  @Test
  void shouldBePrivateAndGoWithAllThatIsInIt() throws Exception {
    Path path;
    try (ScratchFolder folder = in(parent)) {
      path = folder.path();
      assertThat(path).hasParent(parent);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
      Files.writeString(Files.createDirectory(path.resolve("below")).resolve("file"), "x");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void shouldPreferAFolderThatIsShortAndPlain() throws Exception {
    Path blank = Files.createDirectory(parent.resolve("a blank"));
    Path deep = Files.createDirectory(parent.resolve("x".repeat(100)));
    Path gone = parent.resolve("gone");
    try (ScratchFolder folder = in(gone, blank, deep, parent)) {
      assertThat(folder.path()).hasParent(parent);
    }
    assertThat(blank).isEmptyDirectory();
    assertThat(deep).isEmptyDirectory();
    try (ScratchFolder folder = in(blank, deep, gone)) {
      assertThat(folder.path()).hasParent(blank);
    }
  }

  @Test
  void shouldSayThatAFlagCannotHoldItsPath() throws Exception {
    Path blank = Files.createDirectory(parent.resolve("a,comma"));
    assertThat(ScratchFolder.plain(ScratchFolder.of("foliot-", List.of(blank))))
        .isInstanceOf(Reading.Unavailable.class);
    assertThat(blank).isEmptyDirectory();
  }

  @Test
  void shouldSayThatThereIsNoRoom() {
    assertThat(ScratchFolder.of("foliot-", List.of(parent.resolve("gone"))))
        .isInstanceOf(Reading.Unavailable.class);
  }
}
