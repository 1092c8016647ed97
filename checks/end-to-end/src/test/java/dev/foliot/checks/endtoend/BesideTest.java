package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot bench --jlbh --beside}, with a small harness in the place of JLBH's jar. */
final class BesideTest {
  private static final int USAGE = 2;
  private static final String HARNESS = "net.openhft.chronicle.jlbh";

  /** It has JLBH's names, and prints a report without measuring. */
  private static final List<String> STUB =
      List.of(
          "public interface JLBHTask { void init(JLBH j); void run(long ns); }",
          """
          public class JLBHOptions {
            JLBHTask task;
            public JLBHOptions throughput(int n) { return this; }
            public JLBHOptions iterations(int n) { return this; }
            public JLBHOptions warmUpIterations(int n) { return this; }
            public JLBHOptions runs(int n) { return this; }
            public JLBHOptions jlbhTask(JLBHTask t) { task = t; return this; }
          }
          """,
          """
          public class JLBH {
            private final JLBHOptions options;
            public JLBH(JLBHOptions options) { this.options = options; }
            public void sample(long ns) {}
            public void start() {
              if (Boolean.getBoolean("silent")) return;
              options.task.init(this);
              for (int run = 1; run <= 2; run++) {
                System.out.println("------- BENCHMARK RESULTS (RUN " + run + ") us -----");
                System.out.println("Run time: 0.5 s, distribution: NORMAL");
                System.out.println("End to End: (200) 50/90 99/99.9 99.99 - worst was 0.001 / 1.0  2.0 / 3.0  3.0 - 4.0");
                System.out.println("OS Jitter (1) 50/90 99/99.9 99.99 - worst was 1.0 / 1.0  1.0 / 1.0  1.0 - 1.0");
              }
            }
          }
          """);

  private static final String PROGRAM =
      """
      package mine;
      import net.openhft.chronicle.jlbh.*;
      public class Task implements JLBHTask {
        private JLBH jlbh;
        public static void main(String[] a) {
          new JLBH(new JLBHOptions().throughput(1000).iterations(200).warmUpIterations(10).runs(2)
              .jlbhTask(new Task())).start();
        }
        public void init(JLBH j) { jlbh = j; }
        public void run(long ns) { jlbh.sample(System.nanoTime() - ns); }
      }
      """;

  @TempDir static Path made;
  @TempDir Path folder;

  private static Path classes;
  private static Path jar;

  @BeforeAll
  static void compile() throws Exception {
    Path stub = Files.createDirectories(made.resolve("stub"));
    List<Path> sources = new ArrayList<>();
    for (String source : STUB) {
      String name = source.replaceAll("(?s)public \\w+ (\\w+).*", "$1");
      sources.add(
          Files.writeString(made.resolve(name + ".java"), "package " + HARNESS + ";\n" + source));
    }
    javac(stub, "", sources);
    jar = made.resolve("harness.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(stub)) {
      for (Path one : all.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(
            new JarEntry(stub.relativize(one).toString().replace(File.separatorChar, '/')));
        Files.copy(one, out);
        out.closeEntry();
      }
    }
    classes = Files.createDirectories(made.resolve("classes"));
    javac(classes, jar.toString(), List.of(Files.writeString(made.resolve("Task.java"), PROGRAM)));
  }

  private static void javac(Path to, String classPath, List<Path> sources) {
    List<String> arguments =
        new ArrayList<>(List.of("-nowarn", "--release", "17", "-d", to.toString()));
    arguments.addAll(List.of("-cp", classPath));
    sources.forEach(source -> arguments.add(source.toString()));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
  }

  private Ended bench(Path beside, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--jlbh",
                "mine.Task",
                "--classpath",
                classes.toString(),
                "--forks",
                "1",
                "--no-wait",
                "--beside",
                beside.toString()));
    words.addAll(List.of(more));
    return FoliotProcess.call(folder, "bench", words.toArray(String[]::new));
  }

  @Test
  void shouldPutBothBesideEachOtherAndKeepThem() throws Exception {
    JsonNode json = StoredFiles.json(bench(jar, "--json").out());

    assertThat(json.at("/forks")).hasSize(1);
    assertThat(json.at("/beside/jar").asString()).isEqualTo("harness.jar");
    assertThat(json.at("/beside/answer_kind").asString()).isEqualTo("too_few_pairs");
    // a long stall of the machine leaves no percentile but the greatest
    JsonNode greatest = json.at("/beside/rows").get(json.at("/beside/rows").size() - 1);
    assertThat(greatest.at("/name").asString()).isEqualTo("max");
    assertThat(greatest.at("/jlbh_ns").asDouble()).isEqualTo(4_000);
    assertThat(greatest.at("/foliot_ns").asDouble())
        .isEqualTo(json.at("/forks/0/response/max").asDouble());
    boolean hasMedian = json.at("/beside/rows/0/name").asString().equals("p50");
    String reasons = json.at("/beside/reasons").toString();
    assertThat(reasons).contains("SCHEDULE_SLIPPED");
    assertThat(reasons.contains("BELOW_HUNDRED_NANOS")).isEqualTo(hasMedian);

    Path page = folder.resolve("page.html");
    String id = json.at("/id").asString();
    FoliotProcess.call(folder, "report", id, "--output", page.toString());
    assertThat(page).content().contains("Beside JLBH", "harness.jar");
    assertThat(Files.readString(page).contains("as 1 ns")).isEqualTo(hasMedian);
    assertThat(Path.of(json.at("/store").asString()).resolve("beside.json")).exists();
  }

  @Test
  void shouldPrintOneTable() {
    assertThat(bench(jar).out())
        .contains("1 pair of forks beside JLBH", "beside harness.jar", "Foliot / JLBH", "why  ");
  }

  @Test
  void shouldSayWhatIsWrongInOneLine() throws Exception {
    refused(bench(folder.resolve("none.jar")), "none.jar: no such file");
    Path other = folder.resolve("other.jar");
    try (OutputStream file = Files.newOutputStream(other);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("nothing.txt"));
    }
    refused(bench(other), "has no net.openhft.chronicle.jlbh.JLBH");
    refused(bench(Libraries.jar("jlbh")), "is Foliot's own");
    refused(
        bench(jar, "--jvm-arg=-Dsilent=true"),
        "let the program print JLBH's report to the standard output");
    refused(
        FoliotProcess.call(folder, "bench", "mine.Task", "--beside", jar.toString()), "add --jlbh");
  }

  private static void refused(Ended ended, String why) {
    assertThat(ended.exit()).as(ended.err()).isEqualTo(USAGE);
    assertThat(ended.errors()).singleElement().asString().contains(why);
  }
}
