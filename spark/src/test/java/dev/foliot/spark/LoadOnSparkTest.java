package dev.foliot.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code foliot load --engine spark}, each in processes of its own. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class LoadOnSparkTest {
  private static final String EXECUTOR = "CoarseGrainedExecutorBackend";
  private static final String DRIVER = "dev.foliot.load.driver.DriverMain";
  private static final int REQUESTS = 600;

  @TempDir Path folder;

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
    byte[] answer = "ok".getBytes(StandardCharsets.US_ASCII);
    server.createContext(
        "/",
        exchange -> {
          boolean hasBody = !exchange.getRequestMethod().equals("HEAD");
          if (hasBody) {
            requests.incrementAndGet();
          }
          exchange.sendResponseHeaders(200, hasBody ? answer.length : -1);
          if (hasBody) {
            exchange.getResponseBody().write(answer);
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private List<String> load(String duration, String... options) {
    List<String> command = new ArrayList<>(Started.foliot("load", url()));
    command.addAll(List.of("--rate", "200/s", "--arrivals", "constant"));
    command.addAll(List.of("--duration", duration, "--warmup", "0s", "--seed", "7", "--json"));
    command.addAll(List.of("--store", folder.resolve("runs").toString()));
    command.addAll(List.of(options));
    return command;
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  private List<String> onSpark(String duration, int parts, String master, String... options) {
    List<String> command = load(duration, "--engine", "spark", "--parts", String.valueOf(parts));
    command.addAll(List.of("--master", master, "--spark-jar", Started.JAR.toString()));
    command.addAll(List.of(options));
    return command;
  }

  private static JsonNode json(Started.Ended ended) throws IOException {
    return new ObjectMapper().readTree(ended.out());
  }

  @Test
  void shouldBeTheWholeLoadOnACluster() throws Exception {
    Started.Ended alone = Started.run(folder, load("3s"));
    assertThat(alone.exit()).as(alone.err()).isIn(0, 5);
    JsonNode whole = json(alone).at("/phases/0");
    assertThat(whole.at("/scheduled").asInt()).isEqualTo(REQUESTS);
    assertThat(requests.getAndSet(0)).isEqualTo(REQUESTS);

    Started.Ended ended = Started.run(folder, onSpark("3s", 4, "local-cluster[2,2,1024]"));
    assertThat(ended.exit()).as(ended.err() + ended.out()).isIn(0, 5);
    assertThat(ended.out()).doesNotContain("PARTS_MISSING", "PART_OF_ANOTHER_LOAD", "PART_CLOCK");
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("spark.task.cpus");
    JsonNode sum = json(ended).at("/phases/0");
    System.out.println("4 parts: " + sum.at("/scheduled") + " requests, exit " + ended.exit());
    // on a busy machine a part may start late: then it says so, and leaves out what it missed
    if (!ended.out().contains("PART_LATE")) {
      assertThat(sum.at("/scheduled").asInt()).isEqualTo(REQUESTS);
    }
    assertThat(sum.at("/requests").asInt()).isEqualTo(sum.at("/scheduled").asInt());
    assertThat(sum.at("/response/count").asInt()).isEqualTo(sum.at("/requests").asInt());
    assertThat(sum.at("/connections").asInt()).isEqualTo(whole.at("/connections").asInt());
    assertThat(requests.get()).isEqualTo(sum.at("/requests").asInt());
  }

  @Test
  void shouldSayWhichPartWasKilled() throws Exception {
    Process process = Started.start(folder, Map.of(), onSpark("2s", 4, "local[4]"));
    ProcessHandle part = awaited(process, 1, line -> line.contains("\0" + "2/4\0")).get(0);
    part.destroyForcibly();
    Started.Ended ended = Started.ended(folder, process);
    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("part 2/4 on ", "it was ended by signal 9");
    assertThat(ended.out()).contains("PARTS_MISSING");
    int played = json(ended).at("/phases/0/requests").asInt();
    assertThat(played).isEqualTo(ended.out().contains("PART_LATE") ? requests.get() : 300);
  }

  @Test
  void shouldSayWhichExecutorWasLost_andLeaveNoProcess() throws Exception {
    Process process = Started.start(folder, Map.of(), onSpark("60s", 2, Started.CLUSTER));
    awaited(process, 2, line -> line.contains(DRIVER));
    List<ProcessHandle> all = process.toHandle().descendants().toList();
    awaited(process, 2, line -> line.contains(EXECUTOR)).get(0).destroyForcibly();
    Started.Ended ended = Started.ended(folder, process);
    assertThat(ended.exit()).as(ended.err()).isEqualTo(4);
    assertThat(ended.said()).hasSize(2);
    assertThat(ended.said().get(0)).contains("this takes about 1 min");
    assertThat(ended.said().get(1)).contains("executor ", " was lost", "play the load again");
    mustEnd(all);
  }

  @Test
  void shouldLeaveNoProcessAtCtrlC() throws Exception {
    // what a script starts in the background ignores Ctrl-C
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(onSpark("60s", 2, Started.CLUSTER));
    Process process = Started.start(folder, Map.of(), command);
    awaited(process, 2, line -> line.contains(DRIVER));
    List<ProcessHandle> all = process.toHandle().descendants().toList();
    new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
    Started.Ended ended = Started.ended(folder, process);
    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    mustEnd(all);
  }

  @Test
  void shouldSayInOneLineWhatIsMissing() throws Exception {
    refused(
        4,
        "no room for 3 tasks",
        onSpark(
            "1s",
            3,
            "local[2]",
            "--conf",
            "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures=1"));
    refused(
        4,
        "spark.foliot.home is /nowhere",
        onSpark("1s", 2, "local[2]", "--conf", "spark.foliot.home=/nowhere"));
    List<String> nobody = onSpark("1s", 2, "local[2]");
    server.stop(0);
    Started.Ended ended = Started.run(folder, nobody);
    assertThat(ended.exit()).as(ended.err()).isIn(2, 4);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("part 1/2 on ", "(and 1 others)");
    ended = Started.run(folder, Map.of("SPARK_HOME", "", "PATH", folder.toString()), nobody);
    assertThat(ended.exit()).isEqualTo(4);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains("SPARK_HOME");
  }

  private void refused(int exit, String reason, List<String> command) throws Exception {
    Started.Ended ended = Started.run(folder, command);
    assertThat(ended.exit()).as(ended.err()).isEqualTo(exit);
    assertThat(ended.said()).hasSize(1);
    assertThat(ended.said().get(0)).contains(reason);
    assertThat(ended.out()).isEmpty();
    assertThat(requests.get()).isZero();
  }

  /** Descendants whose command line is as wanted, as soon as there are so many. */
  private List<ProcessHandle> awaited(Process of, int count, Predicate<String> isWanted)
      throws Exception {
    List<ProcessHandle> found = List.of();
    while (of.isAlive() && found.size() < count) {
      // its end is the other thing that is waited for
      if (!of.waitFor(50, TimeUnit.MILLISECONDS)) {
        found = of.toHandle().descendants().filter(one -> isWanted.test(commandLine(one))).toList();
      }
    }
    assertThat(found)
        .as(Files.readString(folder.resolve("err")))
        .hasSizeGreaterThanOrEqualTo(count);
    return found;
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  private static void mustEnd(List<ProcessHandle> all) throws Exception {
    assertThat(all).hasSizeGreaterThanOrEqualTo(7);
    for (ProcessHandle one : all) {
      one.onExit().get(30, TimeUnit.SECONDS);
    }
  }
}
