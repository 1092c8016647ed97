package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The clock of {@code .ci/run}, as a process, on reports and a record of its own. */
final class ClockTest {
  private static final Path SKIPS = Pom.ROOT.resolve("checks/skips.txt");
  private static final long START_MS = 1_790_000_000_000L;
  private static final int CPUS = 2;
  private static final int REFERENCE_US = 3_600;

  @TempDir private static Path classes;

  @TempDir private Path folder;
  private final List<String> record = new ArrayList<>();

  /** How much more CPU time than on the reference machine the work takes. */
  private double slowness = 1;

  private record Said(int exit, String text) {}

  @BeforeAll
  static void compile() {
    String source = Pom.ROOT.resolve("checks/Clock.java").toString();
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source))
        .isZero();
  }

  /** A class that ended some seconds after the start. */
  private void report(String name, double seconds, int endS, String... cases) throws IOException {
    Path reports = Files.createDirectories(folder.resolve("module/target/surefire-reports"));
    Path file = reports.resolve("TEST-" + name + ".xml");
    Files.writeString(
        file,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="%s" time="%s" tests="%d" errors="0" skipped="0" failures="0">
        %s
        </testsuite>
        """
            .formatted(
                name,
                String.format(Locale.US, "%,.3f", seconds),
                Math.max(1, cases.length),
                String.join("\n", cases)));
    Files.setLastModifiedTime(file, FileTime.fromMillis(START_MS + endS * 1_000L));
  }

  private static String skipped(String name, String test) {
    return """
    <testcase name="%s" classname="%s" time="0"><skipped message="no perf"/></testcase>\
    """
        .formatted(test, name);
  }

  /** A sample: shares of all CPUs since the one before. */
  private void sample(int atS, double ofOthers, double ofOurs) {
    String[] last = record.isEmpty() ? null : record.getLast().split(" ");
    long atMs = START_MS + atS * 1_000L;
    long elapsedMs = last == null ? 0 : (atMs - Long.parseLong(last[0])) * CPUS;
    long own = (last == null ? 0 : Long.parseLong(last[3])) + Math.round(elapsedMs * ofOurs);
    long used =
        (last == null ? 0 : Long.parseLong(last[2])) + Math.round(elapsedMs * (ofOurs + ofOthers));
    record.add("%d %d %d %d %.0f".formatted(atMs, CPUS, used, own, REFERENCE_US * slowness));
  }

  private void quiet() {
    sample(0, 0, 0);
    sample(1_000, 0, 0.9);
  }

  private Said judge(String... skips) throws Exception {
    Path written = Files.write(folder.resolve("record"), record);
    Path list = Files.writeString(folder.resolve("skips.txt"), String.join("\n", skips));
    return clock("judge", written.toString(), folder.toString(), list.toString(), "100", "30");
  }

  private static Said clock(String... words) throws Exception {
    Process process = start(words);
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }

  private static Process start(String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes.toString(),
                "Clock"));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  @Test
  void shouldPassWhatIsWithinItsLimitsAndNameTheSlowestFirst() throws Exception {
    quiet();
    report("a.QuickTest", 1.5, 100);
    report("a.SlowTest", 29.9, 200);

    Said said = judge();

    assertThat(said.exit()).as(said.text()).isZero();
    assertThat(said.text())
        .containsSubsequence("29.9     30.0  a.SlowTest", "1.5     30.0  a.QuickTest")
        .contains("31.4    100.0  all of them", "Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
  }

  /** The class ended after 200 s; one of the machine's CPUs was another's until 100 s. */
  @ParameterizedTest
  @CsvSource({"30.1, 1, 0, 1", "59, 2, 0, 0", "61, 2, 0, 1", "59, 1, 0.5, 0", "61, 1, 0.5, 1"})
  void shouldLimitAClassByTheMachineAndByWhatOthersTookMeanwhile(
      double seconds, double slowness, double others, int exit) throws Exception {
    this.slowness = slowness;
    sample(0, 0, 0);
    sample(100, 0.5, 0.5);
    sample(300, others, 0.5);
    report("a.SlowTest", seconds, 200);

    Said said = judge();

    assertThat(said.exit()).as(said.text()).isEqualTo(exit);
    if (exit == 1) {
      assertThat(said.text()).contains("Clock: a.SlowTest took ");
    }
  }

  @Test
  void shouldNotLimitAFastMachineMore() throws Exception {
    slowness = 0.5;
    quiet();
    report("a.SlowTest", 29, 200);

    assertThat(judge().exit()).isZero();
  }

  /** It was fast while the first class ran, and then slow. */
  @Test
  void shouldLimitAClassByTheSpeedWhileItRan() throws Exception {
    sample(0, 0, 0);
    sample(10, 0, 0.9);
    sample(40, 0, 0.9);
    slowness = 2;
    sample(70, 0, 0.9);
    sample(75, 0, 0.9);
    sample(80, 0, 0.9);
    report("a.EarlyTest", 31, 40);
    report("a.LateTest", 31, 80);

    Said said = judge();

    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.text())
        .contains("Clock: a.EarlyTest took 31.0 s, of at most 30.0 s")
        .doesNotContain("Clock: a.LateTest");
  }

  @Test
  void shouldLimitTheSum() throws Exception {
    quiet();
    for (String name : List.of("A", "B", "C", "D")) {
      report(name, 26, 200);
    }

    Said said = judge();

    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.text()).contains("all classes took 104 s, of at most 100 s");
  }

  @Test
  void shouldFailASkippedTestThatIsNotOnTheListWithAReason() throws Exception {
    quiet();
    report("a.PerfTest", 1, 100, skipped("a.PerfTest", "shouldCount(int)[2]"));

    Said missing = judge("# none", "a.PerfTest#shouldSample no perf");
    Said method = judge("a.PerfTest#shouldCount needs perf");
    Said whole = judge("a.PerfTest needs perf");
    Said unreasoned = judge("a.PerfTest");

    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.text()).contains("a.PerfTest#shouldCount was skipped (no perf)");
    assertThat(List.of(method.exit(), whole.exit())).containsOnly(0);
    assertThat(whole.text()).contains("skipped: a.PerfTest#shouldCount: needs perf", "Skipped: 1");
    assertThat(unreasoned.exit()).isEqualTo(1);
  }

  @Test
  void shouldPassOverReportsOfAnEarlierRunAndFailWithoutAny() throws Exception {
    quiet();
    report("a.OldTest", 500, -10);

    Said said = judge();

    assertThat(said.exit()).isEqualTo(1);
    assertThat(said.text()).contains("no test was run").doesNotContain("OldTest");
  }

  @EnabledOnOs(OS.LINUX)
  @Test
  void shouldRecordTheMachine() throws Exception {
    Path written = folder.resolve("record");
    Process watch = start("watch", written.toString(), ProcessHandle.current().pid() + "");
    try {
      while (!Files.exists(written)) {
        assertThat(watch.isAlive()).isTrue();
      }
    } finally {
      watch.destroy();
      watch.waitFor();
    }

    List<String> lines = Files.readAllLines(written);
    assertThat(lines.getFirst()).matches("\\d{13} \\d+ \\d+ \\d+ \\d+");
    long[] columns = Stream.of(lines.getFirst().split(" ")).mapToLong(Long::parseLong).toArray();
    assertThat(columns[3]).as("our CPU time").isBetween(10L, columns[2]);
    assertThat(columns[4]).as("CPU time of a piece of work, in us").isBetween(100L, 1_000_000L);
  }

  /** The list has no test that is gone or has another name. */
  @Test
  void shouldListOnlyTestsThatThereAre() throws IOException {
    Set<Path> sources;
    try (Stream<Path> files = Files.walk(Pom.ROOT)) {
      sources =
          files
              .filter(file -> file.toString().contains("/src/test/java/"))
              .filter(file -> file.toString().endsWith(".java"))
              .collect(Collectors.toSet());
    }
    for (String line : Files.readAllLines(SKIPS)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] test = line.split("\\s+", 2)[0].split("#", -1);
      String file = "/src/test/java/" + test[0].replace('.', '/') + ".java";
      List<Path> found = sources.stream().filter(one -> one.toString().endsWith(file)).toList();
      assertThat(found).as(line).hasSize(1);
      if (test.length == 2) {
        // it may be inherited from a class of the same package
        Path its = Objects.requireNonNull(found.getFirst().getParent());
        String all = "";
        for (Path one : sources) {
          all += its.equals(one.getParent()) ? Files.readString(one) : "";
        }
        assertThat(all).as(line).contains("void " + test[1] + "(");
      }
    }
  }
}
