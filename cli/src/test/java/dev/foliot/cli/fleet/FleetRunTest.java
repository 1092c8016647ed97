package dev.foliot.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.cli.details.Fleets;
import dev.foliot.cli.fleet.FleetRun.Analyst;
import dev.foliot.cli.frame.Outputs;
import dev.foliot.cli.screen.Console;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class FleetRunTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void shouldKeepWhatWasFoundAndPrintItForAPerson() {
    assertThat(run(found(Fleets.bands()), store(), false).play()).isZero();

    StoredRun stored = store().find("@1");
    assertThat(FleetFiles.fleet(stored)).isEqualTo(Fleets.bands());
    assertThat(stored.run().commandLine()).containsExactly("foliot", "fleet", "nodes.csv");
    assertThat(stored.run().environment()).containsKey("jdk_version");
    assertThat(stored.run().load().seed()).isEqualTo(42);
    assertThat(out()).startsWith("Two groups: 19 of 24 nodes").contains("stored: " + stored.path());
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldPrintTheFieldsThatOthersRead() {
    assertThat(run(found(Fleets.bands()), store(), true).play()).isZero();

    JsonNode json = JsonMapper.shared().readTree(out());
    assertThat(json.path("schema").asString()).isEqualTo("foliot.fleet/1");
    assertThat(json.path("nodes").asInt()).isEqualTo(25);
    assertThat(json.path("metric").asString()).isEqualTo("cpu/rps");
    assertThat(json.path("verdict").asString()).isEqualTo("bands");
    assertThat(json.path("confidence").asDouble()).isEqualTo(0.99);
    for (String field :
        List.of("band", "nodes", "share", "share_low", "share_high", "center", "spread")) {
      assertThat(json.at("/bands/1").has(field)).as(field).isTrue();
    }
    assertThat(json.path("separation").asDouble()).isEqualTo(19.5);
    assertThat(json.path("dip_p").asDouble()).isEqualTo(0.034);
    assertThat(json.at("/eighths/consistent_k/2").asInt()).isEqualTo(3);
    assertThat(json.at("/eighths/expected_by_chance").asDouble()).isEqualTo(0.95);
    assertThat(json.at("/loyalty/verdict").asString()).isEqualTo("drawn anew at a restart");
    assertThat(json.at("/explained_by/0/label").asString()).isEqualTo("zone");
    assertThat(json.at("/explained_by/0/value").asString()).isEqualTo("eu-1a");
    assertThat(json.at("/explained_by/0/effect").asDouble()).isEqualTo(0.61);
    assertThat(json.at("/explained_by/0/p_adjusted").asDouble()).isEqualTo(0.0087);
    assertThat(json.at("/assignments/node-07").asInt()).isZero();
    assertThat(json.at("/outliers/0").asString()).isEqualTo("node-99");
    assertThat(json.at("/data/rows").asInt()).isEqualTo(4800);
    assertThat(json.at("/data/missing").asInt()).isEqualTo(12);
    assertThat(json.at("/data/duplicates").asInt()).isEqualTo(2);
    assertThat(json.path("store").asString())
        .isEqualTo(folder.resolve("store").toAbsolutePath().toString());
    assertThat(json.path("id").asString()).isEqualTo(store().find("@1").id());
    assertThat(json.path("seed").asInt()).isEqualTo(42);
    assertThat(json.at("/input/guesses").size()).isEqualTo(2);
    assertThat(json.has("plots")).isFalse();
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldSayNullOfWhatOneBandHasNot() {
    assertThat(run(found(Fleets.oneBand()), null, true).play()).isZero();

    JsonNode json = JsonMapper.shared().readTree(out());
    for (String field : List.of("separation", "eighths", "loyalty")) {
      assertThat(json.has(field)).as(field).isTrue();
      assertThat(json.path(field).isNull()).as(field).isTrue();
    }
    assertThat(json.has("store")).isFalse();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldLeaveItToTheCommandToSayWhatIsUnreadable() {
    FleetRun run =
        run(
            (request, seed, step) -> {
              throw new FleetException("'a.csv' is empty: name one with rows");
            },
            store(),
            false);

    assertThatThrownBy(run::play).isInstanceOf(FleetException.class);
    assertThat(out()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldShowWhatItCannotKeep() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    assertThat(run(found(Fleets.bands()), Store.open(file), true).play()).isEqualTo(4);
    assertThat(JsonMapper.shared().readTree(out()).has("store")).isFalse();
    assertThat(err().lines()).singleElement().asString().contains("cannot be written", "--store");
  }

  @Test
  void shouldEndWhenItIsInterrupted() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    FleetRun run =
        run(
            (request, seed, step) -> {
              began.countDown();
              try {
                Thread.sleep(Duration.ofMinutes(1));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new FleetException("interrupted");
              }
              throw new AssertionError("it was not interrupted");
            },
            store(),
            false);
    FutureTask<Integer> playing =
        new FutureTask<>(() -> {
          int exit = run.play();
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
          return exit;
        });
    Thread thread = new Thread(playing);
    thread.start();
    began.await();
    run.cancel();

    assertThat(playing.get()).isEqualTo(130);
    assertThat(out()).isEmpty();
    assertThat(err()).isEqualTo("foliot: interrupted; nothing is kept\n");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldNotBeginWhereItWasInterruptedBefore() {
    FleetRun run =
        run(
            (request, seed, step) -> {
              throw new AssertionError("it looked");
            },
            store(),
            false);
    run.cancel();

    assertThat(run.play()).isEqualTo(130);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldNotLetTheDataCommandTheTerminal() {
    assertThat(run(found(Fleets.hostile()), store(), false).play()).isZero();
    assertThat(out())
        .doesNotContain("\u001b", "\u202e", "\r", "\u2028")
        .contains("?[2J</script>?")
        .hasSizeLessThan(200_000);
    out.reset();
    assertThat(run(found(Fleets.hostile()), store(), true).play()).isZero();
    assertThat(out().chars()).allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
    assertThat(JsonMapper.shared().readTree(out()).at("/outliers/0").asString())
        .isEqualTo(Fleets.HOSTILE);
  }

  private static Analyst found(FleetRecord fleet) {
    return (request, seed, step) -> List.of(fleet);
  }

  private FleetRun run(Analyst analyst, @Nullable Store store, boolean json) {
    return new FleetRun(
        analyst,
        FleetRequest.of(List.of("nodes.csv")),
        42,
        store,
        Outputs.details(
            new Console(stream(out), stream(err), false),
            json,
            List.of("foliot", "fleet", "nodes.csv")),
        FleetRun.Wanted.USUAL);
  }

  private Store store() {
    return Store.open(folder.resolve("store"));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
