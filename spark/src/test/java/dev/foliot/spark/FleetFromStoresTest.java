package dev.foliot.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code foliot fleet s3a://…} and {@code hdfs://…}, as docs/guide/fleet-spark.md shows them. */
@Tag("stores")
@Timeout(value = 1, unit = TimeUnit.HOURS)
final class FleetFromStoresTest {
  private static final String PACKAGES =
      "org.apache.hadoop:hadoop-aws:" + System.getProperty("hadoop.version");

  @TempDir Path folder;
  private Path work;

  @BeforeEach
  void makeFolders() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
  }

  private Started.Ended fleet(Map<String, String> more, List<String> words) throws Exception {
    List<String> command = new ArrayList<>(Started.fleet(words.toArray(new String[0])));
    command.addAll(List.of("--engine", "spark", "--metric", "cpu/rps"));
    command.addAll(List.of("--spark-jar", Started.JAR.toString()));
    command.addAll(List.of("--conf", "spark.jars.ivy=" + Started.TARGET.resolve("ivy")));
    // the packages come from Maven's own repository, into which the build has put them
    command.addAll(List.of("--conf", "spark.jars.ivySettings=" + ivySettings()));
    Map<String, String> environment = new HashMap<>(more);
    // where no credentials are given, a machine in Amazon's cloud would be asked for its own
    environment.put("AWS_EC2_METADATA_DISABLED", "true");
    return Started.run(work, environment, command);
  }

  private Path ivySettings() throws IOException {
    return Files.writeString(
        work.resolve("ivysettings.xml"),
        """
        <ivysettings>
          <settings defaultResolver="maven"/>
          <resolvers>
            <ibiblio name="maven" m2compatible="true" root="%s"/>
          </resolvers>
        </ivysettings>
        """
            .formatted(Path.of(System.getProperty("maven.local")).toUri()));
  }

  private static Map<String, String> keys(String secret) {
    return Map.of("AWS_ACCESS_KEY_ID", Server.KEY, "AWS_SECRET_ACCESS_KEY", secret);
  }

  /** Two days and one hour, in folders of days. */
  private Path days(Path in) throws IOException {
    for (int day = 1; day <= 2; day++) {
      Path file = in.resolve("day=2026-11-0" + day + "/part.csv");
      Files.createDirectories(file.getParent());
      Files.writeString(file, FleetOnSparkTest.csv("eu", 240, 600 * day));
    }
    return in;
  }

  @Test
  void shouldReadABucketOfS3() throws Exception {
    Path local = Files.createDirectory(folder.resolve("local"));
    days(local.resolve("2026-11"));
    try (Server server = Server.s3(folder)) {
      server.makeBucket("metrics", local);
      List<String> at =
          List.of(
              "--packages",
              PACKAGES,
              "--conf",
              "spark.hadoop.fs.s3a.endpoint=http://127.0.0.1:" + server.port(),
              "--conf",
              "spark.hadoop.fs.s3a.path.style.access=true");
      List<String> bucket = new ArrayList<>(List.of("s3a://metrics/2026-11", "--json"));
      bucket.addAll(at);
      Started.Ended ended = fleet(keys(Server.SECRET), bucket);
      assertThat(ended.exit()).as(ended.err()).isZero();
      assertIsTwoGroups(ended, "s3a://metrics/2026-11/day=2026-11-01/part.csv");
      assertThat(ended.out()).contains("2 small files were read here");

      bucket.addAll(List.of("--conf", "spark.foliot.copyBelow=0"));
      ended = fleet(keys(Server.SECRET), bucket);
      assertThat(ended.exit()).as(ended.err()).isZero();
      assertIsTwoGroups(ended, "s3a://metrics/2026-11/day=2026-11-01/part.csv");
      assertThat(ended.out()).doesNotContain("were read here");

      List<String> none = new ArrayList<>(List.of("s3a://metrics/2026-12/*.csv"));
      none.addAll(at);
      assertRefused(fleet(keys(Server.SECRET), none), "s3a://metrics/2026-12/*.csv: no such file");
      none.set(0, "s3a://matrics/2026-11");
      assertRefused(fleet(keys(Server.SECRET), none), "matrics", "there is no such bucket");
      none.set(0, "s3a://metrics/2026-11");
      assertRefused(fleet(keys("another"), none), "the store refuses these credentials");
      assertRefused(
          fleet(Map.of(), none), "there are no credentials", "AWS_ACCESS_KEY_ID", "Anonymous");
    }
  }

  @Test
  void shouldNameThePackageOfS3AndAnEndpointWhereNobodyAnswers() throws Exception {
    assertRefused(
        fleet(Map.of(), List.of("s3a://metrics/2026-11")),
        "s3a://metrics/2026-11: Spark has no library for s3a://",
        "--packages " + PACKAGES);
    assertRefused(fleet(Map.of(), List.of("s3://metrics/2026-11")), "write s3a://");
    assertRefused(
        fleet(
            keys(Server.SECRET),
            List.of(
                "s3a://metrics/2026-11",
                "--packages",
                PACKAGES,
                "--conf",
                "spark.hadoop.fs.s3a.endpoint=http://127.0.0.1:1")),
        "nobody answers");
  }

  @Test
  void shouldReadHdfs() throws Exception {
    try (Server server = Server.hdfs(folder)) {
      server.put(work, days(folder.resolve("metrics")), "/");
      String at = "hdfs://127.0.0.1:" + server.port();
      Started.Ended ended = fleet(Map.of(), List.of(at + "/metrics", "--json"));
      assertThat(ended.exit()).as(ended.err()).isZero();
      assertIsTwoGroups(ended, at + "/metrics/day=2026-11-01/part.csv");

      ended =
          fleet(Map.of(), List.of(at + "/metrics", "--json", "--conf", "spark.foliot.copyBelow=0"));
      assertThat(ended.exit()).as(ended.err()).isZero();
      assertIsTwoGroups(ended, at + "/metrics/day=2026-11-01/part.csv");

      assertRefused(fleet(Map.of(), List.of(at + "/matrics")), at + "/matrics: no such file");
    }
    assertRefused(fleet(Map.of(), List.of("hdfs://127.0.0.1:1/metrics")), "nobody answers");
    assertRefused(fleet(Map.of(), List.of("hdfs:///metrics")), "write hdfs://HOST:PORT/PATH");
  }

  private static void assertIsTwoGroups(Started.Ended ended, String file) {
    assertThat(ended.out())
        .contains("\"foliot.fleet/1\"", file, "\"rows\" : 7680", "\"answer_kind\" : \"bands\"");
  }

  private static void assertRefused(Started.Ended ended, String... parts) {
    assertThat(ended.exit()).as(ended.err()).isEqualTo(2);
    assertThat(ended.said()).as(ended.err()).hasSize(1);
    assertThat(ended.said().get(0)).contains(parts);
  }
}
