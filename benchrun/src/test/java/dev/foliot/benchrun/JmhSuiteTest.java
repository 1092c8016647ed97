package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BenchConfig;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.store.Arm;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders with the files that JMH and its annotation processor write. */
class JmhSuiteTest {
  @TempDir Path folder;

  @BeforeEach
  void version() throws IOException {
    write("jmh.properties", "jmh.version=1.37\n");
    write("org/openjdk/jmh/util/lines/Armor.class", "");
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve("classes").resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  /** A line of the list. */
  private static String line(String type, String method, String mode, String more) {
    String generated = type + "_jmhTest";
    return "JMH S %d %s S %d %s S %d %s S %d %s %s\n"
        .formatted(
            type.length(),
            type,
            generated.length(),
            generated,
            method.length(),
            method,
            mode.length(),
            mode,
            more);
  }

  private static String line(String type, String method) {
    return line(type, method, "Throughput", "E A 1 1 1 " + "E ".repeat(17));
  }

  private JmhSuite suite(String... lines) throws IOException {
    write("META-INF/BenchmarkList", String.join("", lines));
    return JmhSuite.of(classPath(), folder.resolve("hints"));
  }

  private ClassPath classPath() {
    return new ClassPath(List.of(folder.resolve("classes")));
  }

  @Test
  void shouldNameBenchmarksShortly() throws IOException {
    JmhSuite suite = suite(line("acme.Map", "get"), line("acme.Map", "put"), line("b.Map", "get"));

    assertThat(suite.select(List.of(), false).codes().stream().map(BenchPlan.Code::name))
        .containsExactly("acme.Map.get", "Map.put", "b.Map.get");
    assertThat(suite.select(List.of("put"), false).codes().getFirst().name()).isEmpty();
    assertThat(suite.select(List.of("put"), false).codes().getFirst().task().name())
        .isEqualTo("acme.Map.put");
    assertThat(suite.select(List.of("put", "^b"), false).codes()).hasSize(2);
    assertThat(suite.select(List.of("acme"), false).codes().stream().map(BenchPlan.Code::name))
        .containsExactly("get", "put");
  }

  @Test
  void shouldTakeABenchmarkOfSeveralModesOnce() throws IOException {
    String more = "E A 1 1 1 " + "E ".repeat(17);
    JmhSuite suite =
        suite(
            line("acme.Map", "get", "SingleShotTime", more),
            line("acme.Map", "get", "AverageTime", more));

    assertThat(suite.select(List.of(), false).codes()).hasSize(1);
  }

  @Test
  void shouldLeaveOutWhatOnlyJmhMeasures() throws IOException {
    JmhSuite suite =
        suite(
            line("acme.Map", "get"),
            line("acme.Pair", "both", "Throughput", "E A 2 1 1 1 1 " + "E ".repeat(17)),
            line("acme.Cold", "start", "SingleShotTime", "E A 1 1 1 " + "E ".repeat(17)),
            line(
                "acme.Other",
                "jvm",
                "Throughput",
                "E A 1 1 1 " + "E ".repeat(9) + "S 4 java " + "E ".repeat(7)));

    assertThat(suite.select(List.of(), false).codes()).hasSize(1);
    assertThat(suite.select(List.of(), false).leftOut())
        .containsExactly(
            "acme.Pair.both is a @Group, whose methods run together: JMH measures it",
            "acme.Cold.start is measured once in each JVM (SingleShotTime): JMH measures it",
            "acme.Other.jvm names the JVM of its forks in @Fork: say with --jdk which one is to"
                + " run it");
    assertThat(suite.select(List.of("Other"), true).codes()).hasSize(1);
    assertThatThrownBy(() -> suite.select(List.of("Pair"), false))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("acme.Pair.both is a @Group");
  }

  @Test
  void shouldListWhatThereIsWhereNothingMatches() throws IOException {
    JmhSuite suite = suite(line("acme.Map", "get"), line("acme.Map", "put"));

    assertThatThrownBy(() -> suite.select(List.of("Queue"), false))
        .hasMessage("no benchmark matches Queue: there are acme.Map.get, acme.Map.put");
    assertThatThrownBy(() -> suite.select(List.of("["), false))
        .hasMessageStartingWith("[ is no regular expression");
  }

  @Test
  void shouldTakeThreadsAndRefuseSeveralNumbers() throws IOException {
    String four = "I 1 4 A 1 1 1 " + "E ".repeat(17);
    JmhSuite suite = suite(line("acme.Map", "get"), line("acme.Map", "shared", "Throughput", four));

    assertThat(suite.select(List.of("shared"), false).codes().getFirst().task().defaults())
        .isEqualTo(Map.of("producers", "4"));
    assertThatThrownBy(() -> suite.select(List.of(), false))
        .hasMessageContaining("Map.get and Map.shared differ in @Threads");
  }

  @Test
  void shouldSayThatAJarHasNoBenchmarks() {
    assertThat(JmhSuite.isThere(classPath())).isFalse();
    assertThatThrownBy(() -> JmhSuite.of(classPath(), folder.resolve("hints")))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("no JMH benchmarks in ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.19", "1.9.3", "1.40", "2.0", "2.30", "x"})
  void shouldRefuseAnUnknownVersion(String version) throws IOException {
    write("jmh.properties", "jmh.version=" + version);

    assertThatThrownBy(() -> suite(line("acme.Map", "get")))
        .hasMessage("JMH " + version + " is not known: build the benchmarks with 1.20 to 1.39");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.20", "1.37", "1.38-SNAPSHOT", "1.21.1"})
  void shouldKnowVersions(String version) throws IOException {
    write("jmh.properties", "jmh.version=" + version);

    assertThat(suite(line("acme.Map", "get")).select(List.of(), false).codes()).hasSize(1);
  }

  @Test
  void shouldSayThatJmhIsMissing() throws IOException {
    Files.delete(folder.resolve("classes/jmh.properties"));

    assertThatThrownBy(() -> suite(line("acme.Map", "get")))
        .hasMessageStartingWith("JMH itself is not on the class path");
  }

  @Test
  void shouldRefuseAListItDoesNotUnderstand() {
    assertThatThrownBy(() -> suite(line("acme.Map", "get"), "JMH 2 acme.Map.put\n"))
        .hasMessage(
            "line 2 of META-INF/BenchmarkList is not as JMH 1.37 writes it: build the jar anew");
  }

  @Test
  void shouldStartForksAsJmhDoes() throws IOException {
    write("org/openjdk/jmh/infra/Blackhole.class", "consumeCompiler");
    write("META-INF/CompilerHints", "inline,acme/Map.get\n# no\n");
    String fork = "E ".repeat(10) + "L 1 6 -Xmx1g L 1 6 -Xms1g E E E I 2 10 E ";
    JmhSuite suite = suite(line("acme.Map", "get", "Throughput", "E A 1 1 1 " + fork));
    BenchPlan.Code code = suite.select(List.of(), false).codes().getFirst();
    BenchPlan.ForkJvm jvm = new BenchPlan.ForkJvm(Jdk.current(), List.of("-Da=b"), null);
    BenchPlan.BenchArm arm =
        new BenchPlan.BenchArm(code, jvm, Map.of("size", "1 & 2", Arm.OPERATIONS, "1000"));

    List<String> arguments =
        arm.command(List.of("-Da=b"), BenchConfig.DEFAULT)
            .arguments(folder.resolve("socket"), folder);

    assertThat(code.jmh()).isNotNull();
    assertThat(code.jmh().jvmArgs()).containsExactly("-Xms1g", "-Xmx1g");
    assertThat(arguments)
        .contains(
            "-DcompilerBlackholesEnabled=true",
            "-XX:CompileCommand=blackhole,org/openjdk/jmh/infra/Blackhole.consumeCompiler",
            "-XX:CompileCommandFile=" + folder.resolve("hints"),
            "dev.foliot.bench.jmh.JmhTask",
            "param.type=acme.Map",
            "param.method=get",
            "param.values=size%3D1%2B%2526%2B2",
            "param.calls=100",
            "param.alone=true");
    assertThat(arguments.indexOf("-Da=b"))
        .isGreaterThan(arguments.indexOf("-DcompilerBlackholesEnabled=true"));
    assertThat(Files.readAllLines(folder.resolve("hints")))
        .startsWith("quiet")
        .contains("inline,acme/Map.get", "dontinline,org/openjdk/jmh/infra/Blackhole.consumeFull")
        .doesNotContain("# no");
  }
}
