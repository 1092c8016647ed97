package dev.foliot.service.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.process.ChildProcess.Stopped;
import dev.foliot.service.run.ArmException.Fault;
import dev.foliot.text.FoliotException;
import dev.foliot.text.ServiceReason;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class RunningArmTest {
  @TempDir private Path folder;

  private RunningArm start(ArmCommand command) throws InterruptedException {
    return start(command, Services.LONG_NS);
  }

  private RunningArm start(ArmCommand command, long readyWithinNs) throws InterruptedException {
    return RunningArm.start(
        command, folder.resolve("arm.log"), readyWithinNs, Services.LONG_NS, NanoClock.system());
  }

  private ArmException failure(ArmCommand command, long readyWithinNs) {
    return catchThrowableOfType(ArmException.class, () -> start(command, readyWithinNs));
  }

  @Test
  void shouldStartWhereItIsToldAndEndWhenItIsAsked() throws Exception {
    ArmCommand plain = Services.command(Services.freePort());
    int cpu = ((Reading.Value<CpuList>) Affinity.ofCaller()).value().stream().max().orElseThrow();
    ArmCommand command =
        new ArmCommand(
            plain.name(),
            plain.words(),
            folder,
            Map.of("COLOUR", "green"),
            CpuList.of(cpu),
            plain.quotaCpus(),
            plain.memoryBytes(),
            plain.health());

    RunningArm arm = start(command);
    assertThat(Affinity.ofThread(arm.pid())).isEqualTo(Reading.of(CpuList.of(cpu)));
    arm.check();
    Stopped end = arm.stop();

    assertThat(end).isEqualTo(new Stopped(143, false, false));
    assertThat(arm.stop()).isEqualTo(end);
    assertThat(ProcessHandle.of(arm.pid()).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    assertThat(Files.readString(folder.resolve("arm.log")))
        .contains("in " + folder.toRealPath(), "with green");
  }

  @Test
  void shouldKillWhatDoesNotEndAndWhatItStarted() throws Exception {
    RunningArm arm =
        RunningArm.start(
            Services.command(Services.freePort(), "stubborn", "parent"),
            folder.resolve("arm.log"),
            Services.LONG_NS,
            200_000_000L,
            NanoClock.system());
    ProcessHandle child = childOf(arm.pid());

    assertThat(arm.stop()).isEqualTo(new Stopped(137, true, false));

    child.onExit().get(10, TimeUnit.SECONDS);
    assertThat(child.isAlive()).isFalse();
  }

  @Test
  void shouldKillWhatItsProcessLeavesBehind() throws Exception {
    RunningArm arm = start(Services.command(Services.freePort(), "clinging"));
    ProcessHandle child = childOf(arm.pid());

    assertThat(arm.stop()).isEqualTo(new Stopped(143, false, true));

    child.onExit().get(10, TimeUnit.SECONDS);
    assertThat(child.isAlive()).isFalse();
  }

  private static InetSocketAddress at(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void shouldWaitUntilItAcceptsConnections() throws Exception {
    int port = Services.freePort();
    ArmCommand command = ArmCommand.of("small", Services.command(port).words(), null);
    assertThat(RunningArm.isListening(at(port))).isFalse();

    try (RunningArm arm =
        RunningArm.launch(
            command, folder.resolve("arm.log"), Services.LONG_NS, NanoClock.system())) {
      arm.awaitListening(at(port), Services.LONG_NS);

      assertThat(RunningArm.isListening(at(port))).isTrue();
      assertThat(arm.howItEnded()).isEmpty();
    }
  }

  @Test
  void shouldSayWhyNothingAcceptsConnections() throws Exception {
    int port = Services.freePort();
    ArmCommand dies = ArmCommand.of("small", Services.command(port, "dies").words(), null);
    ArmCommand elsewhere = ArmCommand.of("small", Services.command(port).words(), null);

    assertThat(unlistening(dies, port, Services.LONG_NS).what())
        .startsWith("it ended before it was ready: exit code 3")
        .contains("news")
        .doesNotContain("\u001b");
    assertThat(unlistening(elsewhere, Services.freePort(), 1).what())
        .startsWith("not ready after 0 s, nothing accepts connections at 127.0.0.1 port ");
  }

  private ArmException unlistening(ArmCommand command, int port, long withinNs) {
    try (RunningArm arm =
        RunningArm.launch(
            command, folder.resolve("arm.log"), Services.LONG_NS, NanoClock.system())) {
      ArmException failure =
          catchThrowableOfType(ArmException.class, () -> arm.awaitListening(at(port), withinNs));
      assertThat(arm.howItEnded()).isPresent();
      return failure;
    }
  }

  @Test
  void shouldSayThatItDiedBeforeItWasReady() throws Exception {
    ArmException failure = failure(Services.command(Services.freePort(), "dies"), Services.LONG_NS);

    assertThat(failure.fault()).isEqualTo(Fault.NOT_STARTED);
    assertThat(failure).hasMessageContainingAll("exit code 3", "bad ?[31m news");
    assertThat(failure.getMessage()).doesNotContain("\u001b", "\n");
  }

  @Test
  void shouldSayThatItNeverGetsReadyAndLeaveNothing() throws Exception {
    ArmException failure = failure(Services.command(Services.freePort(), "sick"), 1_000_000_000L);

    assertThat(failure.fault()).isEqualTo(Fault.NEVER_HEALTHY);
    assertThat(failure).hasMessageContaining("not ready after 1 s");
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
        .noneMatch(handle -> handle.info().commandLine().orElse("").contains("SmallService"));
  }

  @Test
  void shouldSayThatThePortIsTaken() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ArmException failure = failure(Services.command(other.getLocalPort()), Services.LONG_NS);
      assertThat(failure.fault()).isEqualTo(Fault.PORT_REFUSED);
      assertThat(failure).hasMessageContaining("port " + other.getLocalPort() + " is taken");
    }
  }

  @Test
  void shouldSayThatItDiedUnderLoad() throws Exception {
    int port = Services.freePort();
    try (RunningArm arm = start(Services.command(port));
        HttpClient client = HttpClient.newHttpClient()) {
      assertThatThrownBy(() ->
              client.send(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/die")).build(),
                  HttpResponse.BodyHandlers.discarding()))
          .isInstanceOf(java.io.IOException.class);
      arm.ended().get(10, TimeUnit.SECONDS);

      ArmException failure = catchThrowableOfType(ArmException.class, arm::check);
      assertThat(failure.fault()).isEqualTo(Fault.DIED);
      assertThat(failure).hasMessageContaining("exit code 9");
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchProgram() {
    ArmException failure =
        failure(
            ArmCommand.of("x", List.of("no-such\u001bprogram"), URI.create("http://127.0.0.1:9/")),
            Services.LONG_NS);
    assertThat(failure.fault()).isEqualTo(Fault.NOT_STARTED);
    assertThat(failure).hasMessageContaining("'no-such?program' is no program");
  }

  @Test
  void shouldRefuseOtherMachinesAndWhatIsNoUrl() {
    ArmCommand far = ArmCommand.of("x", List.of("true"), URI.create("http://192.0.2.1:9/"));
    assertThatThrownBy(() -> start(far))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("not a loopback address");
    assertThatThrownBy(() -> ArmCommand.of("x", List.of("true"), URI.create("file:/etc/passwd")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no health URL");
    assertThatThrownBy(() -> ArmCommand.of("x", List.of(), URI.create("http://127.0.0.1:9/")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldLimitItsCpuTimeOrSayWhyNot() throws Exception {
    ArmCommand command =
        Services.command(Services.freePort())
            .limited(OptionalDouble.of(0.9), OptionalLong.of(512L << 20));
    try (RunningArm arm = start(command)) {
      Cgroup group = new Cgroup(Path.of("/"), arm.pid());
      if (arm.missing().isEmpty()) {
        assertThat(group.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.of(0.9)));
        assertThat(group.memoryLimitBytes()).isEqualTo(Reading.of(OptionalLong.of(512L << 20)));
      } else {
        assertThat(arm.missing()).noneMatch(reason -> reason.remedy().isEmpty());
      }
    }
  }

  @Test
  void shouldLimitItsMemoryOrSayWhyNot() throws Exception {
    ArmCommand command =
        Services.command(Services.freePort())
            .limited(OptionalDouble.empty(), OptionalLong.of(512L << 20));
    try (RunningArm arm = start(command)) {
      if (arm.missing().isEmpty()) {
        assertThat(new Cgroup(Path.of("/"), arm.pid()).memoryLimitBytes())
            .isEqualTo(Reading.of(OptionalLong.of(512L << 20)));
      } else {
        assertThat(arm.missing())
            .singleElement()
            .isInstanceOfSatisfying(
                ServiceReason.LimitNotSet.class,
                none -> assertThat(none.limit()).isEqualTo(ServiceReason.Limit.MEMORY));
      }
    }
  }

  @Test
  void shouldDieWithItsParentAndTakeItsChildrenAlong() throws Exception {
    List<String> words = Services.java();
    words.add(SmallParent.class.getName());
    words.add(Integer.toString(Services.freePort()));
    words.add(folder.resolve("arm.log").toString());
    Process parent =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      long pid = Long.parseLong(String.valueOf(out.readLine()));
      ProcessHandle arm = ProcessHandle.of(pid).orElseThrow();
      ProcessHandle child = childOf(pid);

      parent.destroyForcibly();

      arm.onExit().get(10, TimeUnit.SECONDS);
      child.onExit().get(10, TimeUnit.SECONDS);
      assertThat(child.isAlive()).isFalse();
    } finally {
      parent.destroyForcibly();
    }
  }

  private static ProcessHandle childOf(long pid) {
    // it starts before the service is ready
    return ProcessHandle.of(pid).orElseThrow().children().findFirst().orElseThrow();
  }
}
