package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.DoneTwice;
import dev.foliot.checks.endtoend.tasks.EatsMemory;
import dev.foliot.checks.endtoend.tasks.Exits;
import dev.foliot.checks.endtoend.tasks.ExitsAtTheEnd;
import dev.foliot.checks.endtoend.tasks.Healthy;
import dev.foliot.checks.endtoend.tasks.NeverDone;
import dev.foliot.checks.endtoend.tasks.NoConstructor;
import dev.foliot.checks.endtoend.tasks.NoTask;
import dev.foliot.checks.endtoend.tasks.Stuck;
import dev.foliot.checks.endtoend.tasks.Throws;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Faults of the task, the options or the store, as a user meets them. */
final class BenchFaultsTest {
  @TempDir Path folder;

  static Stream<Arguments> sickTasks() {
    return Stream.of(
        Arguments.of(Throws.class, "the task threw java.lang.IllegalStateException: boom"),
        Arguments.of(NeverDone.class, "message 1000 was not done within 1s"),
        Arguments.of(DoneTwice.class, "of done matched no open message"),
        Arguments.of(Exits.class, "exited with code 7; the end of its output: so long"),
        Arguments.of(EatsMemory.class, "out of memory"),
        Arguments.of(Stuck.class, "it is still in "));
  }

  @ParameterizedTest
  @MethodSource("sickTasks")
  void shouldKeepAForkOfASickTaskAsInvalid(Class<?> task, String reason) throws Exception {
    Ended ended = call(task, "--forks", "1", "--timeout", "1s", "--jvm-arg=-Xmx64m", "--json");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/validity/verdict").asString()).isEqualTo("INVALID");
    assertThat(json.at("/forks/0/validity/reasons/0").asString()).contains(reason);
    assertThat(ended.errors()).singleElement().asString().contains("fork 1 is INVALID");
    assertThat(StoredFiles.runs(folder))
        .singleElement()
        .satisfies(run -> {
          assertThat(run.resolve("fork-001/fork.json")).exists();
          assertThat(run.resolve("fork-001/fork.log")).exists();
        });
  }

  @Test
  void shouldKeepTheMeasurementOfATaskThatEndsTheJvmInItsLastMethods() {
    for (String where : List.of("runComplete", "tearDown")) {
      Ended ended =
          call(ExitsAtTheEnd.class, "--forks", "1", "--json", "--jvm-arg=-Dexits.where=" + where);

      // a busy machine may make the fork INVALID, which is 5
      assertThat(ended.exit()).as(where + ": " + ended.err()).isIn(0, 5);
      JsonNode json = StoredFiles.json(ended.out());
      assertThat(json.at("/forks/0/completed").asLong()).as(where).isPositive();
      assertThat(json.at("/forks/0/lost").asLong()).as(where).isZero();
    }
  }

  static Stream<List<String>> wrongOptions() {
    return Stream.of(
        List.of("--rate", "0", "not above zero"),
        List.of("--rate", "-1/s", "not above zero"),
        List.of("--rate", "1e12/s", "out of range"),
        List.of("--rate", "40000", "write 40000/s"),
        List.of("--rate", "10k/s,max", "give it alone"),
        List.of("--arrivals", "sometimes", "no kind of arrivals"),
        List.of("--arrivals", "trace:missing.txt", "cannot be read"),
        List.of("--dispatch", "threads:0", "no way to dispatch"),
        List.of("--warmup", "5", "write 5s"),
        List.of("--duration", "0s", "above zero"),
        List.of("--forks", "0", "--forks must be 1 to 1000"),
        List.of("--forks", "many", "--forks"),
        List.of("--jdk", "missing", "no bin/java"),
        List.of("--cpus", "a-b", "--cpus"),
        List.of("--classpath", "missing.jar", "is not there"),
        List.of("--frobnicate", "1", "unknown option"));
  }

  @ParameterizedTest
  @MethodSource("wrongOptions")
  void shouldRefuseAWrongOptionInOneLine(List<String> option) throws Exception {
    Ended ended = call(Healthy.class, option.get(0), option.get(1));

    refusedInOneLine(ended, 2, option.get(2));
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldRefuseAClassThatIsNotThere() {
    Ended ended =
        FoliotProcess.call(folder, "bench", "no.such.Task", "--classpath", FoliotProcess.tasks());

    refusedInOneLine(ended, 2, "class no.such.Task is not on the class path");
  }

  @Test
  void shouldRefuseAClassThatIsNoTask() throws Exception {
    refusedInOneLine(call(NoTask.class), 2, "is no task: it must implement");
  }

  @Test
  void shouldRefuseATaskThatCannotBeMade() throws Exception {
    refusedInOneLine(call(NoConstructor.class), 2, "a constructor without arguments");
  }

  @Test
  void shouldRefuseAClassPathThatIsNoJar() throws Exception {
    Path text = Files.writeString(folder.resolve("text.jar"), "no zip");

    refusedInOneLine(
        FoliotProcess.call(folder, "bench", "a.B", "--classpath", text.toString()),
        2,
        "no folder and no jar");
  }

  @Test
  void shouldRefuseACpuThatIsNotThere() throws Exception {
    refusedInOneLine(call(Healthy.class, "--cpus", "60000"), 4, "--cpus 60000");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldRefuseAStoreThatCannotBeWritten() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    refusedInOneLine(
        call(Healthy.class, "--store", file.toString()), 4, "cannot be written", "--store");
    refusedInOneLine(
        call(Healthy.class, "--store", "/proc/foliot"), 4, "cannot be written", "--store");
  }

  /** A short bench: its forks are processes, and it is none. */
  private Ended call(Class<?> task, String... options) {
    return FoliotProcess.call(folder, "bench", words(task, options).toArray(String[]::new));
  }

  /** The given options replace the defaults. */
  private static List<String> words(Class<?> task, String... options) {
    List<String> words = new ArrayList<>(List.of(task.getName()));
    List<String> ours =
        List.of("--warmup", "0s", "--duration", "300ms", "--classpath", FoliotProcess.tasks());
    for (int i = 0; i < ours.size(); i += 2) {
      if (!List.of(options).contains(ours.get(i))) {
        words.addAll(ours.subList(i, i + 2));
      }
    }
    words.addAll(List.of(options));
    return words;
  }

  private static void refusedInOneLine(Ended ended, int exit, String... words) {
    assertThat(ended.exit()).as(ended.err()).isEqualTo(exit);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).singleElement().asString().startsWith("foliot: ").contains(words);
  }
}
