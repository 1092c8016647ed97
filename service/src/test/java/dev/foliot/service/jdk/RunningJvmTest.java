package dev.foliot.service.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.study.StudyJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A JVM as its process shows it: of this process, of a child, and of a script's child. */
@EnabledOnOs(OS.LINUX)
class RunningJvmTest {
  private static final Path ROOT = Path.of("/");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  /** Waits for input, which ends with this process. */
  public static final class Waits {
    private Waits() {}

    public static void main(String[] args) throws Exception {
      System.out.println("ready");
      var _ = System.in.read();
    }
  }

  private static StudyJvm of(List<String> before, String... flags) throws Exception {
    List<String> words = new ArrayList<>(before);
    words.add(JAVA);
    words.addAll(List.of(flags));
    words.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Waits.class.getName(), "-Xmx1g"));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("JAVA_TOOL_OPTIONS", "-Dfrom=variable");
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("ready");
      return RunningJvm.of(ROOT, process.pid()).orElseThrow();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldReadTheVersionTheFolderAndTheArgumentsInEffect() throws Exception {
    StudyJvm jvm = of(List.of(), "-Xmx64m", "-Dmine=1");

    assertThat(jvm.version()).isEqualTo(System.getProperty("java.version"));
    assertThat(jvm.build()).isEqualTo(System.getProperty("java.vm.version"));
    assertThat(Path.of(jvm.home()).toRealPath())
        .isEqualTo(Path.of(System.getProperty("java.home")).toRealPath());
    assertThat(jvm.args()).containsExactly("-Dfrom=variable", "-Xmx64m", "-Dmine=1");
  }

  @Test
  void shouldFindTheJvmThatAScriptStarts() throws Exception {
    StudyJvm jvm = of(List.of("/bin/sh", "-c", "\"$@\"; exit 0", "sh"), "-Xmx64m");

    assertThat(jvm.version()).isEqualTo(System.getProperty("java.version"));
    assertThat(jvm.args()).contains("-Xmx64m");
  }

  @Test
  void shouldReadAJvmWithoutCountersByItsProgram() throws Exception {
    StudyJvm jvm = of(List.of(), "-XX:-UsePerfData", "-Xmx64m");

    assertThat(jvm.version()).isEqualTo(System.getProperty("java.version"));
    assertThat(jvm.args()).containsExactly("-XX:-UsePerfData", "-Xmx64m");
  }

  @Test
  void shouldFindNoneWhereThereIsNone() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(RunningJvm.of(ROOT, process.pid())).isEqualTo(Optional.empty());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
