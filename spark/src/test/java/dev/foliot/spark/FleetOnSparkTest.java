package dev.foliot.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code foliot fleet --engine spark}, each in processes of its own. */
@Timeout(value = 3, unit = TimeUnit.HOURS)
final class FleetOnSparkTest {
  private static final int NODES = Started.SHORT ? 1_000 : 10_000;

  /** While the second reading is under way. */
  private static final double KILL_AFTER_S = Started.SHORT ? 15 : 120;

  @TempDir Path folder;

  private static final List<String> ALSO_SMALL = List.of("--conf", "spark.foliot.copyBelow=0");

  /** Reads on Spark, however small the files are. */
  private Started.Ended onSpark(String... arguments) throws Exception {
    return asUsual(Stream.concat(Stream.of(arguments), ALSO_SMALL.stream()).toArray(String[]::new));
  }

  private Started.Ended asUsual(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(Started.fleet(arguments));
    command.addAll(List.of("--engine", "spark", "--master", "local[2]"));
    command.addAll(List.of("--spark-jar", Started.JAR.toString()));
    return Started.run(folder, command);
  }

  private Started.Ended same(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(Started.check("SameOnSpark", arguments));
    command.add("jar=" + Started.JAR);
    Started.Ended ended = Started.run(folder, command);
    System.out.print(ended.out());
    return ended;
  }

  /** Sixteen nodes, of which four need half of the CPU; a row a minute. */
  static String csv(String zone, int minutes, int from) {
    Random random = new Random(7);
    StringBuilder csv = new StringBuilder("time,node,zone,start_time,rps,cpu,requests_total\n");
    for (int t = from; t < from + minutes; t++) {
      for (int n = 0; n < 16; n++) {
        double rps = 100 + 20 * random.nextDouble();
        csv.append(
            String.format(
                Locale.ROOT,
                "%d,n%02d,%s,%s,%.3f,%.4f,%d%n",
                1_790_000_000L + 60L * t,
                n,
                zone,
                t % 17 == 3 ? "" : t < 60 ? "a" : "b",
                rps,
                rps * (n % 4 == 0 ? 0.005 : 0.01) * (1 + 0.05 * random.nextDouble()),
                (long) (t % 70) * 1000 * (n + 1)));
      }
    }
    return csv.toString();
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Writes a large fleet, a Parquet file. */
  private Path generated(long points) throws Exception {
    Path file = folder.resolve("fleet.parquet");
    List<String> command =
        Started.check(
            "ScaleData", file.toString(), String.valueOf(NODES), String.valueOf(points / NODES));
    assertThat(Started.run(folder, command).exit()).isZero();
    return file;
  }

  @Test
  void shouldEqualDuckDbOnACluster_alsoWhenAnExecutorIsKilled() throws Exception {
    Path file = generated(Started.POINTS);
    Started.Ended ended =
        same(
            "file=" + file,
            "metric=cpu/rps",
            "master=" + Started.CLUSTER,
            "memory=10",
            "kill=" + KILL_AFTER_S);
    assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.out()).contains("an executor killed", "met ");
  }

  @Test
  void shouldEqualDuckDbOnCountersRestartsDoublesAndSeries() throws Exception {
    Path one = write("a.csv", csv("eu", 120, 0));
    String twice = csv("eu", 20, 0).lines().skip(1).limit(30).reduce("", (a, b) -> a + b + "\n");
    Files.writeString(one, Files.readString(one) + twice);
    Started.Ended ended = same("file=" + one, "metric=rate(requests_total)", "master=local[2]");
    assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    Path two =
        write(
            "b.csv",
            csv("eu", 40, 0) + csv("us", 40, 0).lines().skip(1).reduce("", (a, b) -> a + b + "\n"));
    ended = same("file=" + two, "metric=cpu", "sum=zone", "master=local[2]");
    assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
  }

  @Test
  void shouldEqualDuckDbOnWideData() throws Exception {
    Random random = new Random(7);
    StringBuilder csv = new StringBuilder("time");
    for (int n = 0; n < 12; n++) {
      csv.append(",host ").append(n);
    }
    for (int t = 0; t < 50; t++) {
      csv.append('\n').append("2026-11-03T10:").append(10 + t).append(":00Z");
      for (int n = 0; n < 12; n++) {
        csv.append(',').append(n == 3 && t == 7 ? "" : 1 + n % 3 + random.nextDouble());
      }
    }
    Path file = write("wide.csv", csv.append('\n').toString());
    Started.Ended ended = same("file=" + file, "master=local[2]");
    assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
  }

  /** The rows that all tasks read from files, by Spark's own log of events. */
  private long rowsRead(String... arguments) throws Exception {
    Path log = Files.createDirectory(folder.resolve("events"));
    Started.Ended ended =
        onSpark(
            Stream.concat(
                    Stream.of(arguments),
                    Stream.of(
                        "--json",
                        "--conf",
                        "spark.eventLog.enabled=true",
                        "--conf",
                        "spark.eventLog.compress=false",
                        "--conf",
                        "spark.eventLog.dir=" + log.toUri()))
                .toArray(String[]::new));
    assertThat(ended.exit()).as(ended.err()).isZero();
    Pattern input =
        Pattern.compile("\"Input Metrics\":\\{\"Bytes Read\":\\d+,\"Records Read\":(\\d+)");
    long rows = 0;
    try (Stream<Path> events = Files.walk(log)) {
      for (Path one : events.filter(Files::isRegularFile).toList()) {
        Matcher matcher = input.matcher(Files.readString(one, StandardCharsets.ISO_8859_1));
        while (matcher.find()) {
          rows += Long.parseLong(matcher.group(1));
        }
      }
    }
    return rows;
  }

  @Test
  void shouldParseTextOnce() throws Exception {
    Path one = write("a.csv", csv("eu", 60, 0));
    Path two = write("b.csv", csv("us", 60, 60));
    long rows = rowsRead(one.toString(), two.toString(), "--metric", "cpu/rps", "--last", "30m");
    // what is kept counts as a record for each ten thousand rows of a column
    assertThat(rows).isBetween(1_920L, 1_920L + 200);
  }

  @Test
  void shouldNameAMissingFolderOfADay() throws Exception {
    for (int day : new int[] {1, 2, 4}) {
      write("fleet/day=2026-11-0" + day + "/part.csv", csv("eu", 60, day * 1440));
    }
    Started.Ended ended =
        onSpark(folder.resolve("fleet").toString(), "--metric", "cpu/rps", "--json");
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("folders of days are missing", "2026-11-03");
  }

  @Test
  void shouldRefuseWhatOnlyFoliotReads() throws Exception {
    Path file = write("units.csv", csv("eu", 60, 0).replaceFirst("1000\n", "1.2Gi\n"));
    Started.Ended ended = onSpark(file.toString(), "--metric", "requests_total");
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("1.2Gi", "without --engine spark");
    Path json = write("points.jsonl", "{\"node\":\"a\",\"time\":1,\"cpu\":2}\n");
    ended = onSpark(json.toString());
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.said().get(0)).contains("json-lines", "write Parquet");
  }

  @Test
  void shouldReadSmallFilesHere() throws Exception {
    for (int day : new int[] {1, 2}) {
      write(
          "fleet/zone=eu/day=2026-11-0" + day + "/part.csv",
          csv("eu", 60, day * 1440).replaceFirst("1000\n", "1.2Gi\n"));
      write("fleet/zone=us/day=2026-11-0" + day + "/part.csv", csv("us", 60, day * 1440));
    }
    write("fleet/_SUCCESS", "");
    write("fleet/zone=us/day=2026-11-02/empty.csv", "");
    Started.Ended ended =
        asUsual(
            folder.resolve("fleet").toString(), "--metric", "cpu/rps", "--sum", "zone", "--json");
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("4 small files were read here", "1 files are empty", "fleet/zone=eu/day=");
  }

  @Test
  void shouldRefuseAColumnOfTwoTypesAndZstd() throws Exception {
    Path files = Files.createDirectory(folder.resolve("types"));
    try (Conversation spark = Conversation.start()) {
      spark.ask(
          "execute",
          "INSERT OVERWRITE DIRECTORY '%s/a' USING parquet SELECT 1 AS cpu".formatted(files));
      spark.ask(
          "execute",
          "INSERT OVERWRITE DIRECTORY '%s/b' USING parquet SELECT 'x' AS cpu".formatted(files));
      assertThat(spark.ask("parquet", "input", files.toString(), files + "/a", files + "/b"))
          .contains("types: a column is", "which Spark does not join");
      Path packed = Files.write(files.resolve("a.csv.zst"), new byte[] {0x28, -75, 0x2f, -3});
      assertThat(spark.ask("head", packed.toString()))
          .contains("a.csv.zst: Spark unpacks zstd only with Hadoop's native library");
    }
  }

  @Test
  void shouldNameABrokenFile() throws Exception {
    Path file = generated(1_000_000);
    byte[] bytes = Files.readAllBytes(file);
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Files.write(parts.resolve("whole.parquet"), bytes);
    Files.write(parts.resolve("cut.parquet"), Arrays.copyOf(bytes, bytes.length / 2));
    Started.Ended ended = onSpark(parts.toString(), "--metric", "cpu/rps");
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("cut.parquet");
    ended = onSpark(folder.resolve("none-*.parquet").toString());
    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.said().get(0)).contains("none-*.parquet: no such file");
  }

  @Test
  void shouldSayWhatIsMissing() throws Exception {
    Path file = write("a.csv", csv("eu", 20, 0));
    List<String> command =
        Started.fleet(file.toString(), "--engine", "spark", "--spark-jar", Started.JAR.toString());
    Started.Ended ended =
        Started.run(folder, Map.of("SPARK_HOME", "", "PATH", folder.toString()), command);
    assertThat(ended.exit()).isEqualTo(4);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("SPARK_HOME");
    ended = Started.run(folder, Map.of("SPARK_HOME", folder.toString()), command);
    assertThat(ended.exit()).isEqualTo(4);
    command = new ArrayList<>(command);
    command.addAll(List.of("--master", "spark-of-no-kind"));
    ended = Started.run(folder, command);
    assertThat(ended.exit()).isEqualTo(4);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("Apache Spark did not start", "spark-of-no-kind");
  }

  @Test
  void shouldLeaveNoProcessAtCtrlC() throws Exception {
    Path file = generated(1_000_000);
    // what a script starts in the background ignores Ctrl-C
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(
        Started.fleet(
            file.toString(),
            "--metric",
            "cpu/rps",
            "--engine",
            "spark",
            "--master",
            Started.CLUSTER,
            "--spark-jar",
            Started.JAR.toString()));
    command.addAll(ALSO_SMALL);
    Process process = Started.start(folder, Map.of(), command);
    // the driver and both executors
    List<ProcessHandle> all = List.of();
    while (process.isAlive() && all.stream().filter(FleetOnSparkTest::isExecutor).count() < 2) {
      Thread.sleep(100);
      all = process.toHandle().descendants().toList();
    }
    assertThat(all).as(Files.readString(folder.resolve("err"))).hasSizeGreaterThanOrEqualTo(3);
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    Started.Ended ended = Started.ended(folder, process);
    assertThat(ended.exit()).isEqualTo(130);
    for (ProcessHandle one : all) {
      one.onExit().get(30, TimeUnit.SECONDS);
    }
  }

  private static boolean isExecutor(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"))
          .contains("CoarseGrainedExecutorBackend");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldRunInTheDriverOfSparkSubmit() throws Exception {
    Path file = write("a.csv", csv("eu", 60, 0));
    List<String> command =
        List.of(
            Started.HOME.resolve("bin/spark-submit").toString(),
            "--master",
            "local[2]",
            Started.JAR.toString(),
            file.toString(),
            "--metric",
            "cpu/rps",
            "--no-store",
            "--json");
    Started.Ended ended =
        Started.run(folder, Map.of("JAVA_HOME", System.getProperty("java.home")), command);
    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("\"foliot.fleet/1\"", "\"bands\"");
    ended = Started.run(folder, command);
    assertThat(ended.exit()).isEqualTo(4);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("Java 25");
  }

  @Test
  void shouldNameAFileThatVanishesBeforeItIsRead() throws Exception {
    Path file = write("a.csv", csv("eu", 20, 0));
    Path other = write("b.csv", csv("us", 20, 0));
    try (Conversation spark = Conversation.start()) {
      spark.ask(
          "csv",
          "input",
          folder.toString(),
          ",",
          "UTF-8",
          "7",
          "time",
          "node",
          "zone",
          "start_time",
          "rps",
          "cpu",
          "requests_total",
          file.toString(),
          other.toString());
      assertThat(spark.ask("query", "SELECT COUNT(*) FROM input")).isEqualTo("640");
      Files.delete(other);
      assertThat(spark.ask("query", "SELECT COUNT(*) FROM input")).contains("missing", "b.csv");
      assertThat(
              spark.ask(
                  "csv", "again", folder.toString(), ",", "UTF-8", "1", "time", other.toString()))
          .contains("missing", "b.csv");
      assertThat(spark.ask("query", "SELECT 'ä' AS \"a\"\"b\"")).isEqualTo("ä");
    }
  }
}
