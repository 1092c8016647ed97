package dev.foliot.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LauncherTest {
  @TempDir Path folder;

  @Test
  void shouldTakeTheFolderThatTheBuildNamesThenTheVariableThenThePath() throws Exception {
    Path named = scripted("named");
    Path variable = scripted("variable");
    Path onPath = scripted("on-path");
    Map<String, String> all =
        Map.of("FOLIOT_HOME", variable.toString(), "PATH", "/nowhere::" + onPath);

    assertThat(saysWhenRun(Launcher.find(named, all))).containsExactly("named");
    assertThat(saysWhenRun(Launcher.find(null, all))).containsExactly("variable");
    assertThat(saysWhenRun(Launcher.find(null, Map.of("PATH", "/nowhere:" + onPath))))
        .containsExactly("on-path");
  }

  @Test
  void shouldSayWhatToDoWhereThereIsNone() {
    assertThatThrownBy(() -> Launcher.find(null, Map.of("PATH", folder.toString())))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContainingAll("no foliot found", "-Dfoliot.home=FOLDER", "FOLIOT_HOME", "PATH");
    assertThatThrownBy(() -> Launcher.find(folder, Map.of()))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContainingAll("foliot.home is " + folder, "unpacked archive");
    assertThatThrownBy(() -> Launcher.find(null, Map.of("FOLIOT_HOME", folder.toString())))
        .hasMessageContaining("FOLIOT_HOME is " + folder);
  }

  @Test
  void shouldReturnItsExitCodeAndWhatItSaid() throws Exception {
    ScriptedFoliot.running(folder, "echo one\necho two\nexit 3\n");

    Launcher.Ended ended =
        Launcher.find(folder, Map.of()).run(folder, List.of("bench"), line -> {});

    assertThat(ended).isEqualTo(new Launcher.Ended(3, "one\ntwo\n"));
  }

  @Test
  void shouldSayThatItDoesNotStart() throws Exception {
    ScriptedFoliot scripted = ScriptedFoliot.ending(folder, 0);
    Launcher launcher = Launcher.find(folder, Map.of());
    Files.writeString(scripted.home().resolve("foliot"), "#!/no/such/shell\n");

    assertThatThrownBy(() -> launcher.run(folder, List.of("bench"), line -> {}))
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("does not start");
  }

  @Test
  void shouldEndTheProcessWhenTheBuildIsInterrupted() throws Exception {
    // Its parent reads its number, and it ends only by a signal.
    ScriptedFoliot.running(folder, "echo $$\nexec sleep 600\n");
    Launcher launcher = Launcher.find(folder, Map.of());
    AtomicReference<String> pid = new AtomicReference<>("");
    AtomicReference<Exception> thrown = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    Thread build =
        new Thread(() -> {
          try {
            launcher.run(
                folder,
                List.of("bench"),
                line -> {
                  pid.set(line);
                  begun.countDown();
                });
          } catch (MojoExecutionException e) {
            thrown.set(e);
          }
        });
    build.start();
    begun.await();
    ProcessHandle process = ProcessHandle.of(Long.parseLong(pid.get())).orElseThrow();

    build.interrupt();
    build.join();

    assertThat(process.isAlive()).isFalse();
    assertThat(thrown.get()).hasMessageContaining("interrupted");
  }

  private Path scripted(String says) throws Exception {
    Path home = Files.createDirectory(folder.resolve(says));
    ScriptedFoliot.running(home, "echo " + says + "\n");
    return home;
  }

  private List<String> saysWhenRun(Launcher launcher) throws Exception {
    List<String> lines = new ArrayList<>();
    launcher.run(folder, List.of("--version"), lines::add);
    return lines;
  }
}
