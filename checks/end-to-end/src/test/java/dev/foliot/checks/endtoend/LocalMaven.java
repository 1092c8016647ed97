package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Maven for projects that use Foliot's libraries.
 *
 * <p>It is offline. It reads the libraries from a folder, and its plug-ins from the build's own
 * local repository, and writes to neither.
 */
final class LocalMaven {
  private final Path folder;

  /**
   * Prepares it in a folder.
   *
   * @param libraries a Maven repository
   */
  LocalMaven(Path folder, Path libraries) throws IOException {
    this.folder = folder;
    Path usual =
        Path.of(
            System.getProperty(
                "localRepository", System.getProperty("user.home") + "/.m2/repository"));
    Files.writeString(
        folder.resolve("settings.xml"),
        // both repositories are folders; central is only a name that Maven looks for
        """
        <settings>
          <profiles>
            <profile>
              <id>here</id>
              <repositories>%1$s</repositories>
              <pluginRepositories>%2$s</pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>here</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(
                repository("repository", "central", usual)
                    + repository("repository", "libraries", libraries),
                repository("pluginRepository", "central", usual)
                    + repository("pluginRepository", "libraries", libraries)));
  }

  private static String repository(String element, String id, Path place) {
    return "<%1$s><id>%2$s</id><url>%3$s</url><snapshots><enabled>true</enabled></snapshots></%1$s>"
        .formatted(element, id, place.toUri());
  }

  String run(Path project, String... goals) throws Exception {
    Ended ended = end(project, goals);
    assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    return ended.out();
  }

  /** Runs it to an end that may be a failure. */
  Ended end(Path project, String... goals) throws Exception {
    return FoliotProcess.shell(project, line(goals));
  }

  /** Its command line, for a shell. */
  String line(String... goals) {
    return "mvn -B -q -o -Daether.offline.protocols=file -Dmaven.repo.local=%1$s/maven -s"
            .formatted(folder)
        + " %s/settings.xml %s".formatted(folder, String.join(" ", goals));
  }
}
