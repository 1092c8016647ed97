package dev.foliot.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.NanoClock;
import dev.foliot.lab.LabException;
import dev.foliot.lab.arm.ArmCommand;
import dev.foliot.lab.arm.RunningArm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class StartingServiceTest {
  private static final long LONG_NS = 60_000_000_000L;

  @TempDir private Path folder;

  @Test
  void shouldLeaveWhatIsTakenToWhoTookIt() throws Exception {
    StartingService starting = new StartingService("files", this::files);
    try (Service service = starting.take()) {
      starting.close();

      service.check();
      assertThat(starting.await()).isEqualTo(service);
    }
  }

  @Test
  void shouldEndWhatNobodyTook() throws Exception {
    StartingService starting = new StartingService("files", this::files);
    ProcessHandle process = ProcessHandle.of(starting.await().pid()).orElseThrow();

    starting.close();

    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void shouldInterruptAStartThatNobodyWaitsFor() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    try (StartingService _ =
        new StartingService(
            "slow",
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
                throw new AssertionError("nobody counts it down");
              } finally {
                interrupted.set(true);
              }
            })) {
      begun.await();
    }

    assertThat(interrupted).isTrue();
  }

  @Test
  void shouldSayWhyAStartFailed() {
    LabException why = LabException.environment("no port is free");
    try (StartingService starting =
        new StartingService(
            "failing",
            () -> {
              throw why;
            })) {
      assertThatThrownBy(starting::take).isSameAs(why);
    }
  }

  private Service files() throws InterruptedException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException("no port is free", e);
    }
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-m",
            "jdk.httpserver",
            "-p",
            Integer.toString(port),
            "-d",
            folder.toAbsolutePath().toString());
    URI health = URI.create("http://127.0.0.1:" + port + "/");
    return new Service(
        RunningArm.start(
            ArmCommand.of("files", words, health),
            folder.resolve("arm.log"),
            LONG_NS,
            LONG_NS,
            NanoClock.system()),
        port);
  }
}
