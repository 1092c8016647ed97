package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.CollectsNowAndThen;
import dev.foliot.checks.endtoend.tasks.DiesWhenRecorded;
import dev.foliot.checks.endtoend.tasks.PlantedCause;
import dev.foliot.checks.endtoend.tasks.TakesTwoMicros;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Planted causes of slow messages. Other processes of the machine may add their own, so only the
 * planted one is asked for.
 */
final class ExplainTest {
  /** Longer than it goes on between, so that on a busy machine too this is the largest cause. */
  private static final long STOP_NS = Duration.ofMillis(600).toNanos();

  private static final long BETWEEN_NS = Duration.ofMillis(400).toNanos();

  @TempDir Path folder;

  @Test
  void shouldNameTheCollectionsThatStoppedTheJvm() throws Exception {
    JsonNode json = explained(bench(CollectsNowAndThen.class.getName()));

    JsonNode cause = cause(json, "gc-pause");
    assertThat(cause.at("/stops").asInt()).isPositive();
    assertThat(cause.at("/longest_ns").asLong()).isGreaterThan(1_000_000);
    assertThat(cause.at("/detail").asString()).isNotEmpty();
    double shares = json.at("/unexplained_share").asDouble();
    for (JsonNode one : json.at("/causes")) {
      shares += one.at("/delay_share").asDouble();
    }
    assertThat(shares).isBetween(0.999, 1.001);
    Ended text = FoliotProcess.call(folder, "explain");
    assertThat(text.out()).contains("of the delay beyond p", "gc-pause", "looked at");
  }

  @Test
  void shouldNameTheSignalThatStoppedTheProcess() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder,
            Stream.concat(Stream.of("bench"), Stream.of(words(TakesTwoMicros.class.getName())))
                .toArray(String[]::new));
    try (Signals signals = new Signals()) {
      ProcessHandle fork = foliot.fork();
      while (fork.isAlive()) {
        LockSupport.parkNanos(BETWEEN_NS);
        if (!signals.send(fork.pid(), Signals.STOP)) {
          break;
        }
        LockSupport.parkNanos(STOP_NS);
        signals.send(fork.pid(), Signals.CONTINUE);
      }
    }

    JsonNode json = explained(foliot.end());

    JsonNode first = json.at("/causes/0");
    assertThat(first.at("/code").asString()).isEqualTo("stopped");
    assertThat(first.at("/stops").asInt()).isPositive();
    assertThat(first.at("/longest_ns").asLong()).isGreaterThan(STOP_NS / 2);
  }

  @Test
  void shouldNameTheLockInAnExtraForkThatIsInNoFigure() throws Exception {
    JsonNode json =
        explained(
            bench(
                PlantedCause.class.getName(),
                "--explain",
                "--jvm-arg=-Dplanted.cause=" + PlantedCause.Cause.MONITOR,
                // most of the delay, also where the machine stands still for 20 ms again and again
                "--jvm-arg=-Dplanted.held-ms=300"));

    assertThat(json.at("/forks").asInt()).isEqualTo(1);
    JsonNode likely = cause(json.at("/recorded"), "monitor");
    assertThat(likely.at("/stops").asInt()).isPositive();
    assertThat(likely.at("/detail").asString()).startsWith(PlantedCause.class.getName() + ".send:");
    Ended text = FoliotProcess.call(folder, "explain");
    assertThat(text.out()).contains("Likely cause", "in one extra fork", "monitor");
  }

  @Test
  void shouldKeepTheFiguresWhereTheExtraForkDies() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "bench",
            DiesWhenRecorded.class.getName(),
            "--classpath",
            FoliotProcess.tasks(),
            "--rate=1k/s",
            "--forks=1",
            "--warmup=0s",
            "--duration=300ms",
            "--no-wait",
            "--explain",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.errors())
        .filteredOn(line -> line.contains("--explain"))
        .singleElement()
        .asString()
        .contains("the fork died", "exited with code 9");
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/forks")).hasSize(1);
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/explanation/recorded").isMissingNode()).isTrue();
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Test
  void shouldSayInOneLineWhatItCannotExplain() {
    Ended ended = FoliotProcess.call(folder, "explain", "nosuch");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors()).singleElement().asString().contains("nosuch");
  }

  private Ended bench(String task, String... more) {
    return FoliotProcess.call(folder, "bench", words(task, more));
  }

  private static String[] words(String task, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                task,
                "--classpath",
                FoliotProcess.tasks(),
                "--rate=400/s",
                "--forks=1",
                "--warmup=200ms",
                "--duration=2s",
                "--no-wait",
                "--json"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private JsonNode explained(Ended bench) {
    assertThat(bench.exit()).as(bench.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(FoliotProcess.call(folder, "explain", "--json").out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.explanation/1");
    assertThat(StoredFiles.json(bench.out()).at("/explanation")).isEqualTo(json);
    return json;
  }

  private static JsonNode cause(JsonNode json, String code) {
    for (JsonNode one : json.at("/causes")) {
      if (one.at("/code").asString().equals(code)) {
        return one;
      }
    }
    throw new AssertionError("no cause " + code + " among " + json.at("/causes"));
  }
}
