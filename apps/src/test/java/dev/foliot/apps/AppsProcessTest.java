package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.json.JsonReader;
import dev.foliot.apps.service.Wire;
import java.io.BufferedReader;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** The apps as a study starts them. */
final class AppsProcessTest {
  @TempDir Path folder;

  @Tag("once")
  @Test
  void shouldServeABankThatCallsItsRemoteSystemAndEndCleanly() throws Exception {
    Path there = Files.createDirectory(folder.resolve("remote"));
    try (AppProcess remote =
            AppProcess.start(
                there,
                "remote",
                "--port",
                "0",
                "--port-file",
                there + "/port",
                "--delay",
                "300ms");
        AppProcess bank =
            AppProcess.start(
                folder,
                "bank",
                "--port",
                "0",
                "--port-file",
                folder + "/port",
                "--remote",
                "http://127.0.0.1:" + remote.port())) {
      assertThat(bank.get("/health").body()).isEqualTo("{\"status\":\"UP\",\"app\":\"bank\"}");
      assertThat(bank.get("/accounts/1").status()).isEqualTo(200);
      assertThat(bank.get("/accounts/1/statement").body()).contains("closing balance");
      // an answer is sent before the pool counts its task as completed
      Map<String, @Nullable Object> threads;
      do {
        threads = JsonReader.object(bank.get("/threads").body());
      } while (!String.valueOf(threads.get("completed")).equals("2"));
      assertThat(threads)
          .containsEntry("strategy", "adaptive")
          .containsKeys("size", "threads", "running", "queued", "state", "task_time", "resizes");
      try (Wire wire = new Wire(bank.port())) {
        wire.send(Wire.request("GET", "/accounts/2", ""));
        while (!drawn(remote).equals("3")) {
          Thread.onSpinWait();
        }
        // SIGTERM while the remote system makes the bank wait
        bank.process().destroy();
        assertThat(wire.read().status()).isEqualTo(200);
        assertThat(wire.isAtEnd()).isTrue();
      }
      assertThat(bank.exit()).isEqualTo(143);
      assertThat(bank.out()).startsWith("serves http://127.0.0.1:");
      remote.process().destroy();
      assertThat(remote.exit()).isEqualTo(143);
    }
  }

  private static String drawn(AppProcess remote) throws Exception {
    return String.valueOf(JsonReader.object(remote.get("/delay").body()).get("drawn"));
  }

  @Tag("once")
  @Test
  void shouldEndWithItsParentHoweverThatGoes() throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(
        List.of("-cp", System.getProperty("java.class.path"), OrphanMaker.class.getName()));
    words.addAll(AppProcess.command(List.of()));
    words.addAll(List.of("remote", "--port", "0", "--port-file", folder + "/port"));
    Process parent = new ProcessBuilder(words).redirectErrorStream(true).start();
    try (BufferedReader said = parent.inputReader()) {
      ProcessHandle child = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
      try {
        assertThat(Wire.get(AppProcess.port(folder.resolve("port"), child), "/health").status())
            .isEqualTo(200);
        CompletableFuture<ProcessHandle> gone = child.onExit();
        parent.destroyForcibly();
        gone.get(1, TimeUnit.MINUTES);
      } finally {
        child.destroyForcibly();
      }
    } finally {
      parent.destroyForcibly();
    }
  }

  @Tag("once")
  @Test
  void shouldSayThatThePortIsTakenAndLeaveNothingBehind() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        AppProcess ping =
            AppProcess.start(folder, "ping", "--port", String.valueOf(taken.getLocalPort()))) {
      assertThat(ping.exit()).isEqualTo(4);
      assertThat(ping.err().lines()).hasSize(1).first().asString().contains("--port 0");
      assertThat(ping.out()).isEmpty();
    }
  }

  @Tag("once")
  @Test
  void shouldRefuseACommandThatItDoesNotUnderstand() throws Exception {
    try (AppProcess ping = AppProcess.start(folder, "ping", "--prot", "1")) {
      assertThat(ping.exit()).isEqualTo(2);
      assertThat(ping.err().lines()).hasSize(1).first().asString().startsWith("foliot-apps: ");
    }
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_20)
  void shouldSayThatVirtualThreadsNeedANewerJdk() throws Exception {
    try (AppProcess ping =
        AppProcess.start(folder, "ping", "--port", "1", "--strategy", "adaptive-virtual")) {
      assertThat(ping.exit()).isEqualTo(4);
      assertThat(ping.err().lines()).hasSize(1).first().asString().contains("JDK 21");
    }
  }

  @Tag("once")
  @Test
  void shouldBurnAndWriteTheResultWhole() throws Exception {
    Path result = folder.resolve("result.json");
    try (AppProcess burn =
        AppProcess.start(
            folder,
            "burn",
            "--strategy",
            "fixed:2",
            "--work",
            "0.1ms",
            "--clients",
            "4",
            "--warmup",
            "100ms",
            "--warmup-cpu",
            "1h",
            "--duration",
            "400ms",
            "--result",
            result.toString())) {
      assertThat(burn.exit()).isZero();
      assertThat(burn.out()).isEmpty();
      Map<String, @Nullable Object> told = JsonReader.object(Files.readString(result));
      assertThat(told)
          .containsEntry("strategy", "fixed:2")
          .containsEntry("work_ns", new BigDecimal(100_000))
          .containsEntry("clients", new BigDecimal(4));
      assertThat(String.valueOf(told.get("tasks"))).matches("[1-9][0-9]*");
      assertThat(told.get("throughput_per_s")).isInstanceOf(BigDecimal.class);
      assertThat((List<?>) told.get("intervals")).hasSize(40);
      assertThat((List<?>) told.get("warmup_intervals"))
          .as("four times the least warm-up, which never takes an hour of CPU time")
          .hasSize(39);
      assertThat(String.valueOf(told.get("queue_wait")))
          .contains("count=", "p50=", "p90=", "p99=", "max=", "bucket_ns=", "bucket_counts=");
      assertThat(String.valueOf(told.get("response"))).contains("unit=ns", "count=");
      assertThat(String.valueOf(told.get("parked")))
          .contains("samples=", "queued_share=", "parked_while_queued_share=", "longest_us=");
    }
  }

  @Tag("once")
  @Test
  void shouldMeasureTheLotteryOnlyOnceItMay() throws Exception {
    Path ready = folder.resolve("ready");
    Path go = folder.resolve("go");
    Path result = folder.resolve("result.json");
    try (AppProcess lottery =
        AppProcess.start(
            folder,
            "lottery",
            "--filler-methods",
            "3",
            "--warmup",
            "0ms",
            "--duration",
            "100ms",
            "--ready-file",
            ready.toString(),
            "--go-file",
            go.toString(),
            "--result",
            result.toString())) {
      while (!Files.exists(ready)) {
        assertThat(lottery.process().isAlive()).as(lottery.err()).isTrue();
        Thread.onSpinWait();
      }
      assertThat(result).doesNotExist();
      long mayNs = System.nanoTime();
      Files.createFile(go);
      assertThat(lottery.exit()).as(lottery.err()).isZero();
      Map<String, @Nullable Object> told = JsonReader.object(Files.readString(result));
      assertThat(told)
          .containsEntry("app", "lottery")
          .containsEntry("filler_methods", new BigDecimal(3));
      assertThat(new BigDecimal(String.valueOf(told.get("start_nano_time"))).longValue() - mayNs)
          .isPositive();
      assertThat(String.valueOf(told.get("reader"))).matches("\\{checks=[1-9][0-9]*, cpu_ns=.*");
      assertThat(String.valueOf(told.get("writer"))).matches("\\{checks=[1-9][0-9]*, cpu_ns=.*");
      assertThat((List<?>) told.get("intervals")).hasSize(20);
    }
  }

  @Test
  void shouldPingWithStepsThatWereCalibratedElsewhere() throws Exception {
    try (AppProcess calibrate = AppProcess.start(folder, "calibrate")) {
      assertThat(calibrate.exit()).isZero();
      String steps = String.valueOf(JsonReader.object(calibrate.out()).get("steps_per_ns"));
      try (AppProcess ping =
          AppProcess.start(
              folder,
              "ping",
              "--port",
              "0",
              "--port-file",
              folder + "/port",
              "--strategy",
              "cached",
              "--steps-per-ns",
              steps)) {
        assertThat(ping.get("/ping").body()).isEqualTo("{\"answer\":\"pong\",\"work_ns\":75000}");
        assertThat(ping.get("/ping?work=1us").body()).contains("\"work_ns\":1000}");
        assertThat(ping.get("/ping?work=11s").status()).isEqualTo(400);
        assertThat(JsonReader.object(ping.get("/threads").body()))
            .containsEntry("strategy", "cached")
            .containsEntry("size", null)
            .containsEntry("resizes", List.of());
      }
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldServeOnVirtualThreads() throws Exception {
    try (AppProcess ping =
        AppProcess.start(
            folder,
            "ping",
            "--port",
            "0",
            "--port-file",
            folder + "/port",
            "--strategy",
            "virtual")) {
      assertThat(ping.get("/ping").status()).isEqualTo(200);
      assertThat(ping.get("/threads").body()).contains("\"strategy\":\"virtual\"");
    }
  }
}
