package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchParam;
import dev.foliot.bench.BenchParams;
import dev.foliot.bench.BenchTask;
import dev.foliot.service.ClassPath;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** With parameters of its own. */
  public static class Sized extends Wishing {
    @BenchParam({"1", "64"})
    private int size;

    /** Its size. */
    public int size() {
      return size;
    }
  }

  /** With one of its superclass, and one of each kind of enum. */
  public static final class Packing extends Sized {
    @BenchParam private Codec codec = Codec.PLAIN;

    @BenchParam("SECONDS")
    private TimeUnit unit = TimeUnit.DAYS;

    @BenchParam private Integer count = 0;

    @Override
    public void send(long id) {
      assertThat(codec + unit.name() + count).isNotEmpty();
    }
  }

  /** A parameter's type. */
  public enum Codec {
    PLAIN,
    PACKED {
      @Override
      public String toString() {
        return "packed";
      }
    };

    static final Codec USUAL = PLAIN;
  }

  /** With a parameter that cannot be one. */
  public static final class OddType extends Wishing {
    @BenchParam("1")
    private int[] sizes = {};

    @Override
    public void send(long id) {
      assertThat(sizes).isNotNull();
    }
  }

  private static ClassPath here() {
    return ClassPath.parse(
        Path.of(TaskClassTest.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toString());
  }

  private static String nested(String name) {
    return TaskClassTest.class.getName() + "$" + name;
  }

  @Test
  void shouldSayHowAProgramForJlbhIsRun(@TempDir Path folder) throws IOException {
    ClassFile.of()
        .buildTo(
            folder.resolve("Probe.class"),
            ClassDesc.of("Probe"),
            builder ->
                builder.withInterfaceSymbols(ClassDesc.of("net.openhft.chronicle.jlbh.JLBHTask")));

    assertThatThrownBy(() -> TaskClass.find("Probe", ClassPath.parse(folder.toString())))
        .hasMessage(
            "class Probe is no task: it is written for JLBH, so run its program with --jlbh");
  }

  @Test
  void shouldSayHowABenchmarkForJmhIsRun(@TempDir Path folder) throws IOException {
    ClassFile.of()
        .buildTo(
            folder.resolve("Map.class"),
            ClassDesc.of("Map"),
            builder ->
                builder.with(
                    RuntimeVisibleAnnotationsAttribute.of(
                        Annotation.of(ClassDesc.of("org.openjdk.jmh.annotations.State")))));

    assertThatThrownBy(() -> TaskClass.find("Map", ClassPath.parse(folder.toString())))
        .hasMessage(
            "class Map is no task: it is written for JMH, so run its jar or class path with --jmh");
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

  @Test
  void shouldReadTheParametersOfATaskAndOfItsSuperclasses() {
    BenchParams params = TaskClass.find(nested("Packing"), here()).params();

    assertThat(params.names()).containsExactly("size", "codec", "unit", "count");
    assertThat(params.combinations(Map.of("count", List.of("3"))))
        .hasSize(4)
        .contains(Map.of("size", "64", "codec", "PACKED", "unit", "SECONDS", "count", "3"));
    assertThat(TaskClass.find(nested("Wishing"), here()).params().names()).isEmpty();
  }

  /** Before any fork starts, with the field, its type and the value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size | many | field size of %s$Sized takes an int, not 'many'",
        "codec | packed | field codec of %s$Packing takes an enum (PLAIN, PACKED), not 'packed'",
        "count | 1.5 | field count of %s$Packing takes an int, not '1.5'",
        "unit | DAY | field unit of %s$Packing takes an enum (NANOSECONDS, MICROSECONDS,",
      })
  void shouldRefuseAWrongValueOfAParameter(String name, String value, String expected) {
    BenchParams params = TaskClass.find(nested("Packing"), here()).params();

    Map<String, List<String>> given = new HashMap<>(Map.of("count", List.of("3")));
    given.put(name, List.of(value));

    assertThatThrownBy(() -> params.combinations(given))
        .isInstanceOf(BadOptionException.class)
        .message()
        .startsWith(expected.formatted(TaskClassTest.class.getName()));
  }

  @Test
  void shouldRefuseAFieldWithoutAValueAndOneThatCannotBeAParameter() {
    assertThatThrownBy(
            () -> TaskClass.find(nested("Packing"), here()).params().combinations(Map.of()))
        .isInstanceOf(BadOptionException.class)
        .hasMessage(
            "field count of " + nested("Packing") + " has no value: give --param count=VALUE");
    assertThatThrownBy(() -> TaskClass.find(nested("OddType"), here()))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("field sizes of " + nested("OddType") + " has the type int[]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Abstract", "Demanding", "Hidden"})
  void shouldRefuseATaskThatCannotBeMade(String name) {
    assertThatThrownBy(() -> TaskClass.find(nested(name), here()))
        .isInstanceOf(FoliotException.class)
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
        .isInstanceOf(FoliotException.class)
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
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("no class file");
    }
  }
}
