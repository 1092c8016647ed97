package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Benchmarks that JMH's own annotation processor compiled, under {@code bench --jmh}. */
class JmhCommandTest {
  private static final String SOURCE =
      """
      package acme;

      import java.util.concurrent.TimeUnit;
      import org.openjdk.jmh.annotations.*;
      import org.openjdk.jmh.infra.Blackhole;
      import org.openjdk.jmh.infra.Control;

      public class Suite {
        @State(Scope.Benchmark)
        public static class Text {
          @Param({"1", "100"})
          public int size;
          String text;

          @Setup
          public void make() {
            text = "x".repeat(size);
          }
        }

        @Benchmark
        public int hash(Text text) {
          return new String(text.text.getBytes()).hashCode();
        }

        @Benchmark
        @OperationsPerInvocation(10)
        @Fork(jvmArgsAppend = "-Dacme=yes")
        public void length(Text text, Blackhole blackhole) {
          if (!"yes".equals(System.getProperty("acme"))) {
            throw new IllegalStateException("the arguments of @Fork are missing");
          }
          for (int i = 0; i < 10; i++) {
            blackhole.consume(text.text.length());
          }
        }

        @Benchmark
        @Group("pair")
        public void one() {}

        @Benchmark
        @Group("pair")
        public void other() {}

        @Benchmark
        public void controlled(Control control) {}

        @State(Scope.Thread)
        public static class Each {
          int left;

          @Setup(Level.Invocation)
          public void fill() {
            left = 1;
          }
        }

        @Benchmark
        public int used(Each each) {
          if (each.left-- != 1) {
            throw new IllegalStateException("it was not set up");
          }
          return each.left;
        }
      }
      """;

  @TempDir static Path folder;
  private static Path jar;
  private static String jmh;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void compile() throws IOException {
    jmh =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.matches(".*(jmh-|jopt|commons-math3).*"))
            .collect(Collectors.joining(File.pathSeparator));
    Path source = folder.resolve("source/acme/Suite.java");
    Path classes = folder.resolve("classes");
    Files.createDirectories(source.resolveSibling(""));
    Files.createDirectories(classes);
    Files.writeString(source, SOURCE);
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-nowarn",
                "-proc:full",
                "-cp",
                jmh,
                "-d",
                classes.toString(),
                source.toString());
    assertThat(result).isZero();
    jar = folder.resolve("benchmarks.jar");
    try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        to.putNextEntry(
            new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        Files.copy(file, to);
      }
    }
  }

  private int run(String... words) {
    List<String> arguments =
        new ArrayList<>(List.of("bench", "--store=" + folder.resolve("store")));
    arguments.addAll(List.of(words));
    return Commands.execute(
        arguments.toArray(String[]::new),
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false));
  }

  private int measure(String... words) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--jmh",
                jar.toString(),
                "--classpath=" + jmh,
                "--no-wait",
                "--forks=1",
                "--warmup=200ms",
                "--duration=300ms",
                "--json"));
    arguments.addAll(List.of(words));
    return run(arguments.toArray(String[]::new));
  }

  private JsonNode json() {
    return JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldMeasureEachBenchmarkWithEachParameter() {
    int exit = measure("--rate=max");

    assertThat(errors())
        .contains("left out: acme.Suite.pair is a @Group")
        .contains("left out: acme.Suite.controlled: controlled takes org.openjdk.jmh.infra.Control")
        .contains("a message is ");
    assertThat(exit).isZero();
    List<String> params = json().at("/arms").valueStream().map(arm -> "" + arm).toList();
    assertThat(params.toString()).contains("\"hash\"", "\"length\"", "\"used\"");
  }

  @Test
  void shouldExportTimesOfAnOperation() {
    measure("hash", "--param=size=100", "--rate=1k/s", "--batch=1000");
    String id = json().findValue("id").asString();
    String message = json().toString();
    out.reset();
    int exit =
        Commands.execute(
            new String[] {"export", id, "--format=jmh", "--store=" + folder.resolve("store")},
            new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false));

    assertThat(exit).as(errors()).isZero();
    assertThat(message).contains("ops/message");
    JsonNode service =
        json()
            .valueStream()
            .filter(one -> one.get("benchmark").asString().endsWith(".service"))
            .findFirst()
            .orElseThrow();
    assertThat(service.at("/params").toString()).contains("\"ops/message\":\"1000\"", "\"size\"");
    // a message is a thousand of them, and a millisecond of CPU would not fit
    assertThat(service.at("/primaryMetric/score").asDouble()).isBetween(0.1, 100_000.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Nothing | no benchmark matches Nothing: there are acme.Suite.controlled",
        "pair | acme.Suite.pair is a @Group, whose methods run together: JMH measures it",
        "hash --dispatch=virtual | --dispatch virtual has no threads that last",
        "length --batch=15 | --batch 15 is no multiple of the 10 operations that a call of",
        "hash --batch=0 | --batch must be 1 to 1000000000, not 0",
        "hash --param=sise=1 | unknown parameter 'sise': did you mean size?",
        "hash --git=a..b | --git does not go with --jmh",
        "hash --classes=x | --classes does not go with --jmh",
        "hash --jlbh | --jmh does not go with --jlbh"
      })
  void shouldRefuseInOneLine(String words, String message) {
    int exit = measure(words.split(" "));

    assertThat(errors().lines().toList())
        .last()
        .asString()
        .startsWith("foliot: ")
        .contains(message);
    assertThat(exit).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldHintAtTheOptionForAJar() {
    assertThat(run(jar.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo("foliot: " + jar + " has benchmarks written for JMH: add --jmh\n");
  }

  @Test
  void shouldSayThatAJarHasNone() {
    String other = jmh.split(Pattern.quote(File.pathSeparator), -1)[0];

    assertThat(run("--jmh", other)).isEqualTo(ExitCode.USAGE);
    assertThat(errors().lines()).singleElement().asString().contains("no JMH benchmarks in ");
  }
}
