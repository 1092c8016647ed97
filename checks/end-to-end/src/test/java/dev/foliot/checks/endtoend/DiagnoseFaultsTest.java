package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.specimens.Operations;
import dev.foliot.checks.specimens.SpecimenProcess;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessRights;
import dev.foliot.linux.proc.ProcessRights.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * {@code foliot diagnose} of a target that dies, stalls or belongs to another user, and a diagnosis
 * that is ended early. The answer is clear, and the target goes on. The amount of results on a busy
 * machine is not asserted.
 */
@EnabledOnOs(OS.LINUX)
final class DiagnoseFaultsTest {
  private static final int REFUSED = 4;
  private static final int INTERRUPTED = 130;
  private static final int INTERRUPT = 2;
  private static final long NO_PROCESS = (1L << 22) + 1;
  private static final Path LIVE = Path.of("/");
  private static final Duration GOES_ON_WITHIN = Duration.ofSeconds(30);

  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--");

  private static final List<String> WITH_PTRACE_ALONE =
      List.of(
          "setpriv",
          "--reuid=65534",
          "--regid=65534",
          "--clear-groups",
          "--no-new-privs",
          "--inh-caps=-all,+sys_ptrace",
          "--ambient-caps=-all,+sys_ptrace",
          "--bounding-set=-all,+sys_ptrace",
          "--");

  private static final List<String> WITHOUT_PTRACE =
      List.of("setpriv", "--inh-caps=-sys_ptrace", "--bounding-set=-sys_ptrace", "--");

  private static SpecimenProcess specimen;

  @TempDir Path folder;

  @BeforeAll
  static void startSpecimen() throws IOException {
    specimen = start();
  }

  @AfterAll
  static void endSpecimen() throws IOException {
    specimen.close();
  }

  private static SpecimenProcess start() throws IOException {
    return SpecimenProcess.start(Jdks.home(17), List.of(), "instanceof-pair");
  }

  @Test
  void shouldSayThatThereIsNoSuchProcess() throws Exception {
    refused(FoliotProcess.call(folder, "diagnose", Long.toString(NO_PROCESS)), "does not exist");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldSayThatTheProcessEndedWhileItLooked() throws Exception {
    try (SpecimenProcess dying = start()) {
      FoliotProcess foliot = diagnose(dying, "--duration", "5s", "--json", "--no-store");
      awaitWatching(foliot, dying);
      assertThat(ProcessHandle.of(dying.pid()).orElseThrow().destroyForcibly()).isTrue();
      Ended ended = foliot.end();

      assertThat(ended.err()).doesNotContain("internal failure");
      assertThat(ended.exit()).as(ended.err()).isEqualTo(REFUSED);
      JsonNode json = StoredFiles.json(ended.out());
      JsonNode sharing = json.at("/examinations/sharing");
      assertThat(sharing.at("/status").asString()).isIn("partial", "unavailable");
      if (sharing.at("/status").asString().equals("partial")) {
        assertThat(sharing.at("/reason").asString()).contains("the process ended after");
        assertThat(json.at("/answer").asString()).contains("The JVM ended after");
        assertThat(json.at("/next_command").toString()).doesNotContain(Long.toString(dying.pid()));
      }
    }
  }

  @Test
  void shouldSayThatTheProcessIsStopped() throws Exception {
    try (Signals signals = new Signals()) {
      assertThat(signals.send(specimen.pid(), Signals.STOP)).isTrue();
      Ended ended = diagnose(specimen, "--duration", "2s", "--json", "--no-store").end();

      assertThat(ended.exit()).as(ended.err()).isZero();
      JsonNode json = StoredFiles.json(ended.out());
      assertThat(json.at("/examinations/sharing/status").asString()).isEqualTo("partial");
      assertThat(json.at("/examinations/sharing/reason").asString())
          .contains("the process is stopped", "SIGCONT");
      assertThat(json.at("/findings").size()).isZero();
    }
    mustGoOn();
  }

  @Test
  void shouldRefuseAnotherUsersProcess() throws Exception {
    assumeThatItRuns(AS_NOBODY);

    Ended ended =
        FoliotProcess.start(
                folder, AS_NOBODY, "diagnose", Long.toString(specimen.pid()), "--no-store")
            .end();

    refused(ended, "is closed to this user", "run as the process's user or as root");
    mustGoOn();
  }

  /** As the examples of a watch run: the file of another user's memory stays closed. */
  @Test
  void shouldExamineAnotherUsersProcessWithCapSysPtraceAlone() throws Exception {
    assumeThatItRuns(WITH_PTRACE_ALONE);

    Ended ended =
        FoliotProcess.start(
                folder,
                WITH_PTRACE_ALONE,
                "diagnose",
                Long.toString(specimen.pid()),
                "--only",
                "locks",
                "--duration",
                "4s",
                "--no-store",
                "--json")
            .end();

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(StoredFiles.json(ended.out()).at("/examinations/locks/status").asString())
        .as(ended.out())
        .isEqualTo("done");
    mustGoOn();
  }

  /** Like root in a container: the same user, without the capability to trace. */
  @Test
  void shouldNameTheCapabilityThatIsMissing() throws Exception {
    Reading<ProcessRights> rights = ProcessRights.of(LIVE, specimen.pid());
    assumeTrue(
        rights.map(held -> held.has(Capability.SYS_PTRACE)).orElse(false),
        "the target has a capability to lack");
    assumeThatItRuns(WITHOUT_PTRACE);

    Ended ended =
        FoliotProcess.start(
                folder, WITHOUT_PTRACE, "diagnose", Long.toString(specimen.pid()), "--no-store")
            .end();

    refused(ended, "CAP_SYS_PTRACE");
    mustGoOn();
  }

  @Test
  void shouldKeepWhatItSawWhenItIsInterrupted() throws Exception {
    FoliotProcess foliot = diagnose(specimen, "--duration", "60s");
    awaitLooking(foliot, specimen);
    foliot.pause(TimeUnit.MILLISECONDS.toNanos(1_500));
    try (Signals signals = new Signals()) {
      assertThat(signals.send(foliot.handle().pid(), INTERRUPT)).isTrue();
      Ended ended = foliot.end();

      assertThat(ended.exit()).as(ended.err()).isEqualTo(INTERRUPTED);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.errors())
          .last()
          .asString()
          .contains("interrupted; what was seen until then is kept in ");
    }
    Path run = StoredFiles.runs(folder).getFirst();
    assertThat(StoredFiles.json(run.resolve("run.json")).at("/complete").asBoolean()).isFalse();
    assertThat(
            StoredFiles.json(run.resolve("diagnosis.json"))
                .at("/examinations/sharing/status")
                .asString())
        .isNotEqualTo("done");
    assertThat(FoliotProcess.left(folder)).isEmpty();
    mustGoOn();
  }

  @Test
  void shouldEndItsRecordingInTheJvmWhenItIsInterrupted() throws Exception {
    Jcmd jcmd = new Jcmd(Jdks.home(25), specimen.pid());
    FoliotProcess foliot =
        diagnose(specimen, "--only", "recording", "--attach", "--duration", "60s");
    while (!jcmd.ask("JFR.check").orElse("").contains("name=foliot-")) {
      assertThat(foliot.handle().isAlive()).isTrue();
      foliot.pause(TimeUnit.MILLISECONDS.toNanos(10));
    }
    try (Signals signals = new Signals()) {
      assertThat(signals.send(foliot.handle().pid(), INTERRUPT)).isTrue();
      assertThat(foliot.end().exit()).isEqualTo(INTERRUPTED);
    }

    assertThat(jcmd.ask("JFR.check").orElse("")).contains("No available recordings");
    mustGoOn();
  }

  @Test
  void shouldLeaveNothingBehindWhenItIsKilled() throws Exception {
    FoliotProcess foliot = diagnose(specimen, "--duration", "5s");
    awaitWatching(foliot, specimen);
    foliot.handle().destroyForcibly();
    foliot.end();

    // the kernel ends its children after it
    while (!FoliotProcess.left(folder).isEmpty()) {
      Thread.onSpinWait();
    }
    mustGoOn();
    assertThat(Files.readString(Path.of("/proc/" + specimen.pid() + "/status")))
        .contains("TracerPid:\t0\n");
  }

  private FoliotProcess diagnose(SpecimenProcess target, String... options) throws IOException {
    return FoliotProcess.start(
        folder,
        Stream.concat(Stream.of("diagnose", Long.toString(target.pid())), Stream.of(options))
            .toArray(String[]::new));
  }

  private static void refused(Ended ended, String... words) {
    assertThat(ended.exit()).as(ended.err()).isEqualTo(REFUSED);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).singleElement().asString().startsWith("foliot: ").contains(words);
  }

  /** Waits until it has the target's memory open. */
  private static void awaitLooking(FoliotProcess foliot, SpecimenProcess target)
      throws InterruptedException {
    String memory = "/proc/" + target.pid() + "/mem";
    foliot.await(() -> hasOpen(foliot, memory));
  }

  /** Waits until it also has a perf event open, for a limited time: it may not be allowed to. */
  private static void awaitWatching(FoliotProcess foliot, SpecimenProcess target)
      throws InterruptedException {
    awaitLooking(foliot, target);
    for (int i = 0; i < 300 && !hasOpen(foliot, "perf_event"); i++) {
      foliot.pause(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private static boolean hasOpen(FoliotProcess foliot, String words) {
    try {
      for (Path file : StoredFiles.list(Path.of("/proc/" + foliot.handle().pid() + "/fd"))) {
        if (Files.isSymbolicLink(file) && Files.readSymbolicLink(file).toString().contains(words)) {
          return true;
        }
      }
    } catch (IOException e) {
      // Closed during the reading, or the process has ended; the next reading decides.
      return false;
    }
    return false;
  }

  /** Whether Foliot can be started by this command here, which needs rights and a readable tree. */
  private void assumeThatItRuns(List<String> by) throws Exception {
    // They must not run the first build.
    assertThat(FoliotProcess.run(folder, "--version").exit()).isZero();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Ended ended;
    try {
      ended = FoliotProcess.start(folder, by, "--version").end();
    } catch (IOException e) {
      assumeTrue(false, "there is no " + by.getFirst() + ": " + e.getMessage());
      return;
    }
    assumeTrue(ended.exit() == 0, () -> by + " cannot start it: " + ended.err());
  }

  private static void mustGoOn() throws Exception {
    long before = rounds();
    long startNs = System.nanoTime();
    while (rounds() <= before) {
      assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(GOES_ON_WITHIN);
      Thread.sleep(10);
    }
  }

  private static long rounds() throws IOException {
    return specimen.operations().threads().values().stream().mapToLong(Operations.Count::ops).sum();
  }
}
