package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.service.ClassPath;
import dev.foliot.text.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskClassTest {
  @TempDir Path folder;

  /** A task with options in an annotation. */
  @BenchDefaults(rate = "40k/s", forks = 3, arrivals = "poisson")
  public static class Wishing implements BenchTask {
    @Override
    public void send(long id) {}
  }

  /** A task through its superclass. */
  public static final class Below extends Wishing {}

  /** Cannot be instantiated. */
  public abstract static class Abstract implements BenchTask {}

  /** Cannot be instantiated without an argument. */
  public static final class Demanding extends Wishing {
    /** Takes an argument. */
    public Demanding(int argument) {
      assertThat(argument).isZero();
    }
  }

  static final class Hidden extends Wishing {}

  private static ClassPath here() {
    return ClassPath.parse(
        Path.of(TaskClassTest.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toString());
  }

  private static String nested(String name) {
    return TaskClassTest.class.getName() + "$" + name;
  }

  @Test
  void shouldReadTheOptionsOfAnAnnotation() {
    assertThat(TaskClass.find(nested("Wishing"), here()).defaults())
        .isEqualTo(Map.of("rate", "40k/s", "forks", "3", "arrivals", "poisson"));
  }

  @Test
  void shouldFindATaskByItsSuperclassAndLeaveTheAnnotationThere() {
    assertThat(TaskClass.find(nested("Below"), here()).defaults()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Abstract", "Demanding", "Hidden"})
  void shouldRefuseATaskThatCannotBeMade(String name) {
    assertThatThrownBy(() -> TaskClass.find(nested(name), here()))
        .isInstanceOf(LabException.class)
        .message()
        .containsAnyOf("is abstract", "cannot be made");
  }

  @Test
  void shouldRefuseAClassThatIsNoTask() {
    assertThatThrownBy(() -> TaskClass.find(TaskClassTest.class.getName(), here()))
        .hasMessageContaining("is no task");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no.such.Task", "", "../../etc/passwd", "a\0b", "a b", "\u001b[2J"})
  void shouldRefuseAClassThatIsNotThere(String name) {
    assertThatThrownBy(() -> TaskClass.find(name, here()))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is not on the class path")
        .message()
        .doesNotContain("\u001b");
  }

  @Test
  void shouldRefuseAFileThatIsNoClass() throws IOException {
    Files.writeString(folder.resolve("Broken.class"), "no class");
    Files.write(folder.resolve("Torn.class"), new byte[] {(byte) 0xca, (byte) 0xfe, 0, 0});
    ClassPath classPath = ClassPath.parse(folder.toString());

    for (String name : new String[] {"Broken", "Torn"}) {
      assertThatThrownBy(() -> TaskClass.find(name, classPath))
          .isInstanceOf(LabException.class)
          .hasMessageContaining("no class file");
    }
  }
}
