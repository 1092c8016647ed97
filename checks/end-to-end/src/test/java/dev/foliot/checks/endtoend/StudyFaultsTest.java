package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.LeakingAgent;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Failures of studies: services that fail in every way, and an end at any time. */
final class StudyFaultsTest {
  private static final long GONE_WITHIN_S = 10;

  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldGoOnWithoutAnArmThatDoesNotStart() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            study(
                "ramp-up",
                "fixed:4",
                "--jvm-arg=-XX:+UseCompactObjectHeaders",
                "--json",
                "--jdk",
                Jdks.home(17).toString(),
                "--jdk",
                Jdks.home(25).toString()));

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode points = StoredFiles.json(ended.out()).at("/points");
    assertThat(points).hasSize(2);
    for (JsonNode point : points) {
      boolean old = point.at("/arm").asString().contains(" on 17");
      assertThat(point.has("failure")).as(point.toString()).isEqualTo(old);
      if (old) {
        assertThat(point.at("/failure").asString())
            .contains("it ended before it was ready: exit code 1", "UseCompactObjectHeaders");
        assertThat(point.at("/validity/verdict").asString()).isEqualTo("INVALID");
      } else {
        assertThat(point.at("/throughput_per_s").asDouble()).isPositive();
      }
    }
  }

  @Tag("studies")
  @Test
  void shouldSayThatAnArmDiedUnderLoadAndGoOn() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(folder, study("throughput", "fixed:4", "--json", "--forks", "2"));
    ProcessHandle service = foliot.child("Apps bank");
    foliot.child("DriverMain");

    service.destroyForcibly();
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode points = StoredFiles.json(ended.out()).at("/points");
    assertThat(points.at("/0/failure").asString())
        .contains("arm fixed:4: it died under load: it was killed (SIGKILL)");
    // the loads of the first process, then those of another
    assertThat(points.at("/1/failure")).isEqualTo(points.at("/0/failure"));
    assertThat(points.at("/2/throughput_per_s").asDouble()).isPositive();
    assertThat(points.at("/3/throughput_per_s").asDouble()).isPositive();
  }

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldSuspectAServiceThatLeaksThreads() throws Exception {
    Path jar = agent(LeakingAgent.class);
    Ended ended;
    JsonNode point;
    int runs = 0;
    do { // with very little CPU it rarely samples the threads
      ended =
          FoliotProcess.run(
              folder, study("throughput", "fixed:4", "--json", "--jvm-arg=-javaagent:" + jar));
      point = StoredFiles.json(ended.out()).at("/points/0");
      runs++;
    } while (runs < 3 && isStarved(point));

    assertThat(point.at("/validity/verdict").asString()).as(ended.err()).isEqualTo("SUSPECT");
    assertThat(point.at("/validity/reasons").toString())
        .contains("the service's threads still grew", "it leaks threads");
  }

  private static boolean isStarved(JsonNode point) {
    String reasons = point.at("/validity/reasons").toString();
    return reasons.contains("waited for a CPU") && !reasons.contains("it leaks them");
  }

  @Test
  void shouldSayThatThereAreTooFewFileDescriptorsBeforeAnythingStarts() throws Exception {
    Path prlimit = Path.of("/usr/bin/prlimit");
    assumeTrue(Files.isExecutable(prlimit), "prlimit is installed");

    Ended ended =
        FoliotProcess.start(
                folder,
                List.of(prlimit.toString(), "--nofile=128:128"),
                study("ramp-up", "fixed:4"))
            .end();

    assertThat(ended.exit()).isEqualTo(4);
    assertThat(ended.errors())
        .containsExactly(
            "foliot: 60 connections need 160 file descriptors, and 128 are allowed: raise ulimit"
                + " -n, or give fewer connections");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  /**
   * Each process in its turn, before a fork is complete. These are the processes of a fork, and
   * those that determine a study's loads before the first fork.
   */
  @Tag("real-time")
  @Tag("full")
  @ParameterizedTest
  @CsvSource({
    "throughput, Apps remote",
    "throughput, Apps bank",
    "throughput, DriverMain",
    "memory, Apps bank",
    "memory, DriverMain",
    "short-tasks, Apps calibrate"
  })
  void shouldLeaveNoProcessAtAnEarlyEnd(String study, String when) throws Exception {
    assertInterruptionLeavesWhatIsWhole(study, when);
    assertDeathLeavesWhatIsWhole(study, when);
  }

  @Tag("studies")
  @Test
  void shouldKeepWholeForksAtAnInterruptionAndLeaveNoProcess() throws Exception {
    assertInterruptionLeavesWhatIsWhole("throughput", "fork-001");
  }

  @Test
  void shouldKeepWholeForksOfAKilledParentAndLeaveNoProcess() throws Exception {
    assertDeathLeavesWhatIsWhole("throughput", "fork-001");
  }

  /** The service performs the collection at the end of a fork, and logs it. */
  @Tag("real-time")
  @Tag("full")
  @Test
  void shouldLeaveNoProcessWhereTheMemoryIsCollected() throws Exception {
    String log = "--jvm-arg=-Xlog:gc:file=" + folder.resolve("gc-%p.txt");
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, List.of("setsid"), study("memory", "fixed:4", "--forks", "50", log));
    foliot.await(() -> collectsAtACommand());

    StudyLeft.interrupt(foliot);
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    new StudyLeft(folder).assertNoProcess();
    Path run = StoredFiles.runs(folder).getLast();
    StudyLeft.assertWhole(
        run, !StoredFiles.json(run.resolve("study.json")).at("/points").isEmpty());
    assertThat(StoredFiles.list(run)).noneMatch(path -> path.toString().endsWith(".part"));
  }

  private boolean collectsAtACommand() {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".txt")).toList()) {
        if (Files.readString(file).contains("Diagnostic Command")) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  @Tag("real-time")
  @Tag("full")
  @Test
  void shouldKeepWholeStudiesWhereTheNextIsInterrupted() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder,
            List.of("setsid"),
            "study",
            "--shortest",
            "--arms",
            "fixed:4",
            "--forks",
            "1",
            "--jvm-arg=-XX:TieredStopAtLevel=1");
    foliot.await(() -> isWholeAndAnotherBegun());

    StudyLeft.interrupt(foliot);
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    new StudyLeft(folder).assertNoProcess();
    List<Path> runs = StoredFiles.runs(folder);
    Path whole = runs.getFirst();
    assertThat(StoredFiles.json(whole.resolve("study.json")).at("/complete").asBoolean()).isTrue();
    assertThat(StoredFiles.json(runs.getLast().resolve("study.json")).at("/complete").asBoolean())
        .isFalse();
    assertThat(ended.errors())
        .last()
        .asString()
        .startsWith("foliot: interrupted; ")
        .contains("; whole before: " + whole.getFileName());
  }

  private boolean isWholeAndAnotherBegun() {
    try {
      return StoredFiles.runs(folder).size() > 1;
    } catch (IOException e) {
      return false;
    }
  }

  private void assertInterruptionLeavesWhatIsWhole(String study, String when) throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(folder, List.of("setsid"), study(study, "fixed:4", "--forks", "50"));
    await(foliot, when);

    StudyLeft.interrupt(foliot);

    new StudyLeft(folder).assertInterrupted(foliot.end(), when.startsWith("fork"));
  }

  private void assertDeathLeavesWhatIsWhole(String study, String when) throws Exception {
    FoliotProcess foliot = FoliotProcess.start(folder, study(study, "fixed:4", "--forks", "50"));
    await(foliot, when);

    foliot.handle().destroyForcibly();

    foliot.handle().onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    new StudyLeft(folder).assertNoProcess();
    StudyLeft.assertWhole(StoredFiles.runs(folder).getLast(), when.startsWith("fork"));
    assertThat(FoliotProcess.call(folder, "runs").out()).contains("(incomplete)");
  }

  private void await(FoliotProcess foliot, String when) throws Exception {
    if (when.startsWith("fork")) {
      new StudyLeft(folder).awaitFork(foliot);
    } else {
      foliot.child(when);
    }
  }

  /** A study whose figures do not matter, with quickly started services. */
  private static String[] study(String name, String arms, String... options) {
    String jit = "--jvm-arg=-XX:TieredStopAtLevel=1";
    return Stream.concat(
            Stream.of("study", name, "--shortest", "--arms", arms, jit), Arrays.stream(options))
        .toArray(String[]::new);
  }

  /** A jar that makes a JVM run a class before its own. */
  private Path agent(Class<?> agent) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", agent.getName());
    Path jar = folder.resolve("agent.jar");
    String file = agent.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      entries.putNextEntry(new JarEntry(file));
      entries.write(Files.readAllBytes(Path.of(FoliotProcess.tasks()).resolve(file)));
      entries.closeEntry();
    }
    return jar;
  }
}
