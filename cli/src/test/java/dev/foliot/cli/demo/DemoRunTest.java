package dev.foliot.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.NanoClock;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Outputs;
import dev.foliot.cli.screen.Console;
import dev.foliot.demo.Cancellation;
import dev.foliot.demo.Demo;
import dev.foliot.demo.DemoExperiment;
import dev.foliot.demo.DemoReason;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reasons;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class DemoRunTest {
  private static final String HOSTILE = "\u001b[2J</script>\u202e\r\n\u2028" + "x".repeat(10_000);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void shouldKeepWhatWasShownPrintItAndMakeAPage() throws Exception {
    assertThat(run(false, null, shows("stall", Validity.valid())).play()).isZero();

    StoredRun stored = store().find("@1");
    assertThat(DemoFiles.demo(stored).parts()).extracting(DemoPart::name).containsExactly("stall");
    assertThat(stored.run().commandLine()).containsExactly("foliot", "demo");
    Path page = stored.path().resolve("report.html");
    assertThat(out())
        .startsWith(
            """
            One experiment shows what users wait for, and why.

            1. What stall shows
               said of stall
            """)
        .contains("stored: " + stored.path(), "page: " + page.toAbsolutePath());
    assertThat(Files.readString(page))
        .startsWith("<!DOCTYPE html>")
        .contains("1. What stall shows", "said of stall", "foliot report 20261201-150000-aaaa");
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldGoOnWithoutWhatThisMachineCannot() throws Exception {
    DemoExperiment cannot =
        experiment(
            "placement",
            (step, cancellation) -> {
              throw FoliotException.environment(new DemoReason.JdkHasCure("25.0.1"));
            });

    assertThat(run(true, null, cannot, shows("burst", Validity.valid())).play()).isZero();

    JsonNode json = JsonMapper.shared().readTree(out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.demo/1");
    assertThat(json.at("/parts/0/status").asString()).isEqualTo("unavailable");
    assertThat(json.at("/parts/0/reason").asString()).contains("install a JDK");
    assertThat(json.at("/parts/0/reason_code/code").asString()).isEqualTo("JDK_HAS_CURE");
    assertThat(json.at("/parts/0/reason_code/params/jdk").asString()).isEqualTo("25.0.1");
    assertThat(json.at("/parts/1/status").asString()).isEqualTo("done");
    assertThat(json.at("/id").asString()).isEqualTo(store().find("@1").id());
    assertThat(json.at("/page").asString()).endsWith("report.html");
    assertThat(Files.readString(Path.of(json.at("/page").asString())))
        .contains("NOT AVAILABLE HERE", "install a JDK");
  }

  @Test
  void shouldRefuseWhereNothingCanBeShown() throws Exception {
    DemoExperiment cannot =
        experiment(
            "stall",
            (step, cancellation) -> {
              throw FoliotException.environment("this is no Linux");
            });

    assertThat(run(false, null, cannot).play()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(out()).contains("not available here: this is no Linux");
  }

  @Test
  void shouldSayWhatCannotBeReliedUpon() throws Exception {
    Validity invalid = Validity.of(Verdict.INVALID, Reasons.plain(List.of("one", "two", "three")));

    assertThat(run(false, null, shows("stall", invalid)).play()).isEqualTo(ExitCode.INVALID);
    assertThat(out()).contains("INVALID: one", "INVALID: two", "and 1 more reasons, on the page");
    assertThat(run(false, null, shows("stall", suspect())).play()).isZero();
  }

  private static Validity suspect() {
    return Validity.of(Verdict.SUSPECT, Reasons.plain(List.of("steal")));
  }

  @Test
  void shouldEndWhenItIsInterruptedAndNameWhatIsWhole() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    DemoExperiment endless =
        experiment(
            "placement",
            (step, cancellation) -> {
              cancellation.step(Thread.currentThread()::interrupt);
              began.countDown();
              Thread.sleep(Duration.ofMinutes(1));
              throw new AssertionError("it was not interrupted");
            });
    DemoExperiment never =
        experiment(
            "burst",
            (step, cancellation) -> {
              throw new AssertionError("it was begun");
            });
    DemoRun run = run(false, null, shows("stall", Validity.valid()), endless, never);
    FutureTask<Integer> playing =
        new FutureTask<>(() -> {
          int exit = run.play();
          assertThat(Thread.currentThread().isInterrupted()).isFalse();
          return exit;
        });
    new Thread(playing).start();
    began.await();
    run.cancel();

    assertThat(playing.get()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(out()).isEmpty();
    assertThat(err())
        .isEqualTo("foliot: interrupted; whole parts are kept: 20261201-150000-aaaa\n");
    assertThat(store().runs()).isEmpty();
  }

  @Test
  void shouldNotTakeWhatFailsSinceItWasCancelledForAReason() throws Exception {
    DemoRun[] run = new DemoRun[1];
    DemoExperiment fails =
        experiment(
            "stall",
            (step, cancellation) -> {
              run[0].cancel();
              throw FoliotException.environment("the fork was killed");
            });
    run[0] = run(false, null, fails);

    assertThat(run[0].play()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(err()).isEqualTo("foliot: interrupted; no part was whole yet\n");
  }

  @Test
  void shouldNotBeginWhereItWasInterruptedBefore() throws Exception {
    DemoRun run = run(false, null, shows("stall", Validity.valid()));
    run.cancel();

    assertThat(run.play()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldShowWhatItCannotKeep() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    DemoRun run = run(true, Store.open(file), null, shows("stall", Validity.valid()));

    assertThat(run.play()).isEqualTo(ExitCode.ENVIRONMENT);
    JsonNode json = JsonMapper.shared().readTree(out());
    assertThat(json.has("store")).isFalse();
    assertThat(json.has("page")).isFalse();
    assertThat(err().lines()).singleElement().asString().contains("cannot be written", "--store");
  }

  @Test
  void shouldLeaveItToTheCommandToSayThatTheStoreIsClosed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    DemoExperiment keeps =
        experiment(
            "stall",
            (step, cancellation) -> {
              Store.open(file).begin("bench");
              throw new AssertionError("it was written");
            });

    assertThatThrownBy(() -> run(false, null, keeps).play()).isInstanceOf(StoreException.class);
  }

  @Test
  void shouldSayThatThePageCannotBeWritten() throws Exception {
    DemoRun run = run(false, folder.resolve("none/page.html"), shows("stall", suspect()));

    assertThat(run.play()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(out()).contains("1. What stall shows", "stored: ").doesNotContain("page: ");
    assertThat(err()).contains("cannot be written", "--output");
  }

  @Test
  void shouldNotLetAReasonCommandTheTerminal() throws Exception {
    DemoExperiment cannot =
        experiment(
            "stall",
            (step, cancellation) -> {
              throw FoliotException.environment(HOSTILE);
            });

    assertThat(run(false, null, cannot).play()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(out()).doesNotContain("\u001b", "\u202e", "\r", "\u2028").hasSizeLessThan(20_000);
    assertThat(Files.readString(store().find("@1").path().resolve("report.html")))
        .doesNotContain("\u001b", "\u202e", "</script>\ufffd");
  }

  @Test
  void shouldSayHowLongItWillTake() {
    long[] nowNs = {0};
    Console console = new Console(stream(out), stream(err), false);
    List<DemoExperiment.Topic> topics =
        List.of(
            new DemoExperiment.Topic("a", "", List.of(), 20),
            new DemoExperiment.Topic("b", "", List.of(), 30));
    try (DemoProgressLine line = new DemoProgressLine(console, topics, () -> nowNs[0])) {
      line.begin(0);
      nowNs[0] = 5_000_000_000L;
      line.step("waiting\u001b");
      assertThat(line.text()).startsWith("part 1 of 2, waiting").endsWith("; about 45 s left");
      line.begin(1);
      nowNs[0] = 90_000_000_000L;
      assertThat(line.text()).isEqualTo("part 2 of 2, starting; about 1 s left");
    }
  }

  private interface Play {
    DemoPart of(Consumer<String> step, Cancellation cancellation) throws InterruptedException;
  }

  private static DemoExperiment shows(String name, Validity validity) {
    return experiment(
        name,
        (step, cancellation) -> {
          step.accept("showing " + name);
          return new DemoPart(
              name,
              "What " + name + " shows",
              DemoPart.Status.DONE,
              null,
              new DemoPart.Shown(
                  List.of("said of " + name), List.of("a", "b"), List.of(), List.of(), Map.of()),
              List.of("20261201-150000-aaaa"),
              List.of("foliot runs"),
              validity);
        });
  }

  private static DemoExperiment experiment(String name, Play play) {
    return new DemoExperiment() {
      @Override
      public Topic topic() {
        return new Topic(name, "What " + name + " shows", List.of("foliot runs"), 1);
      }

      @Override
      public DemoPart play(Consumer<String> step, Cancellation cancellation)
          throws InterruptedException {
        return play.of(step, cancellation);
      }
    };
  }

  private DemoRun run(boolean json, @Nullable Path output, DemoExperiment... experiments) {
    return run(json, store(), output, experiments);
  }

  private DemoRun run(
      boolean json, Store store, @Nullable Path output, DemoExperiment... experiments) {
    return new DemoRun(
        new Demo(List.of(experiments), NanoClock.system()),
        store,
        Outputs.details(
            new Console(stream(out), stream(err), false), json, List.of("foliot", "demo")),
        output,
        NanoClock.system());
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
