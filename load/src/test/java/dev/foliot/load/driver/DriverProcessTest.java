package dev.foliot.load.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.bench.Kind;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.text.FoliotException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver as a separate process. */
final class DriverProcessTest {
  private static final List<String> SOON_READY = List.of("-XX:TieredStopAtLevel=1");

  @TempDir Path folder;

  @Test
  void shouldBringTheWholeResultOnTheCpusItWasGiven() throws Exception {
    CpuList all = Affinity.ofCaller().toOptional().orElse(CpuList.of(0));
    CpuList last = CpuList.of(all.stream().max().orElse(0));
    CountDownLatch asked = new CountDownLatch(1);
    try (RudeServer server =
            new RudeServer((socket, request, number) -> {
              asked.countDown();
              RudeServer.say(socket, RudeServer.ok("x"));
            });
        DriverProcess driver =
            DriverProcess.start(Plans.open(server.url(), 100, 500, 4), last, folder, SOON_READY)) {
      asked.await();
      assertThat(Affinity.ofThread(driver.handle().pid()).toOptional()).contains(last);
      LoadResult result = driver.await();

      assertThat(driver.startNanoTime()).hasValue(result.startNanoTime());
      PhaseResult phase = result.phases().getFirst();
      assertThat(phase.ok()).isEqualTo(50);
      assertThat(phase.of(Kind.RESPONSE).histogram().getTotalCount()).isEqualTo(50);
      assertThat(phase.of(Kind.RESPONSE).percentileNs(99)).isPositive();
      assertThat(phase.series()).hasSizeGreaterThanOrEqualTo(5);
      assertThat(phase.loops().kernel().unavailable()).isNotNull();
      assertThat(result.validity().verdict()).isEqualTo(phase.validity().verdict());
      assertThat(folder.resolve("load.json")).content().contains("\"schema\" : \"foliot.load/1\"");
      Path again = folder.resolve("again.json");
      result.write(again);
      assertThat(again).hasSameTextualContentAs(folder.resolve("load.json"));
    }
  }

  /** Their classes would cost each load its start. */
  @Test
  void shouldLoadTheLibrariesOfGrpcForGrpcOnly() throws Exception {
    Path loaded = folder.resolve("classes.txt");
    List<String> logging = List.of("-Xlog:class+load:file=" + loaded, SOON_READY.getFirst());
    try (RudeServer server =
            new RudeServer(
                (socket, request, number) -> RudeServer.say(socket, RudeServer.ok("x")));
        DriverProcess driver =
            DriverProcess.start(Plans.open(server.url(), 100, 100, 4), null, folder, logging)) {
      assertThat(driver.await().phases().getFirst().ok()).isEqualTo(10);
      assertThat(loaded)
          .content()
          .contains("dev.foliot.load.http.ProtocolCodec")
          .doesNotContain("io.grpc.", "com.google.", "dev.foliot.load.grpc.", "http.Grpc");
    }
  }

  @Test
  void shouldSayWhyThereIsNoResult() throws Exception {
    // a file of an earlier run
    Files.writeString(folder.resolve("load.json.start"), "1");
    try (DriverProcess driver =
        DriverProcess.start(
            Plans.open("http://no-such-host.invalid:1", 1, 100, 1), null, folder, SOON_READY)) {
      assertThatThrownBy(driver::await)
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("no address is known");
      assertThat(driver.startNanoTime()).isEmpty();
    }
  }

  @Test
  void shouldEndWhenItsParentIsGone() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    try (RudeServer server =
        new RudeServer((socket, request, number) -> {
          asked.countDown();
          RudeServer.say(socket, RudeServer.ok("x"));
        })) {
      Files.createDirectories(folder);
      LoadPlan plan = Plans.open(server.url(), 100, 60_000, 1);
      Path file = folder.resolve("plan.json");
      plan.write(file);
      Process driver =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  DriverMain.class.getName(),
                  file.toString(),
                  folder.resolve("result").toString())
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      asked.await();
      // the kernel does this when the parent ends
      driver.getOutputStream().close();

      assertThat(driver.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(driver.exitValue()).isEqualTo(DriverMain.PARENT_GONE);
      assertThat(folder.resolve("result")).doesNotExist();
    }
  }

  @Test
  void shouldRefuseWhatItHasNoDescriptorsFor() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit is installed");
    Path file = folder.resolve("plan.json");
    Path result = folder.resolve("result");
    Plans.open("http://127.0.0.1:1", 1, 100, 500).write(file);
    Process driver =
        new ProcessBuilder(
                "/usr/bin/prlimit",
                "--nofile=300:300",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                DriverMain.class.getName(),
                "plan.json",
                "result")
            // on the command line, names are relative to the working folder
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();

    assertThat(driver.waitFor()).isEqualTo(DriverMain.FAILED);
    assertThatThrownBy(() -> LoadResult.read(result))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "500 connections need 600 file descriptors, and 300 are allowed: raise ulimit -n, or"
                + " give fewer connections");
  }
}
