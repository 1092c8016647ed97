package dev.foliot.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.diagnose.DiagnoseRun.Examiner;
import dev.foliot.cli.diagnose.DiagnoseRun.Profiling;
import dev.foliot.cli.frame.Outputs;
import dev.foliot.cli.screen.Console;
import dev.foliot.diagnose.Diagnosis;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.report.DiagnosisReport;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.Diagnoses;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileFiles;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.store.profile.ProfileStack;
import dev.foliot.text.ServiceReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class DiagnoseRunTest {
  private static final Diagnosis.Request REQUEST =
      new Diagnosis.Request(Duration.ofSeconds(5), Set.of(ExaminationKind.SHARING), false);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void shouldKeepWhatWasFoundAndPrintItForAPerson() {
    assertThat(run(found(Diagnoses.slow()), store(), false).play()).isZero();

    StoredRun stored = store().find("@1");
    assertThat(DiagnosisFiles.diagnosis(stored)).isEqualTo(Diagnoses.slow());
    assertThat(stored.run().commandLine()).containsExactly("foliot", "diagnose", "4711");
    assertThat(stored.run().environment()).isNotEmpty();
    assertThat(stored.run().complete()).isTrue();
    assertThat(out())
        .containsSubsequence(
            "Two problems: true sharing (com.acme.http.FullRequest)",
            "process 4711, com.acme.Gateway, on JDK 17.0.15+6-Debian-1deb12u1 (Debian)",
            "1 of 2: true sharing, high: com.acme.http.FullRequest",
            "2 of 2: false sharing, medium: com.acme.cache.Entry",
            "looked at",
            "cost: 0.91 s of CPU here",
            "stored: " + stored.path());
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldPrintTheRecordAndWhereItIsForATool() {
    assertThat(run(found(Diagnoses.slow()), store(), true).play()).isZero();

    JsonNode json = JsonMapper.shared().readTree(out());
    assertThat(json.path("schema").asString()).isEqualTo("foliot.diagnosis/1");
    assertThat(json.path("pid").asLong()).isEqualTo(4711);
    assertThat(json.at("/jvm/vendor").asString()).isEqualTo("Debian");
    assertThat(json.at("/examinations/sharing/status").asString()).isEqualTo("done");
    assertThat(json.at("/findings/0/kind").asString()).isEqualTo("true-sharing");
    assertThat(json.at("/findings/1/lucky/of").asInt()).isEqualTo(8);
    assertThat(json.at("/cost/watchpoint_hits").asLong()).isEqualTo(6_120);
    assertThat(json.path("store").asString())
        .isEqualTo(folder.resolve("store").toAbsolutePath().toString());
    assertThat(json.path("id").asString()).isEqualTo(store().find("@1").id());
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldKeepNothingWhereItIsAskedNotTo() {
    assertThat(run(found(Diagnoses.fast()), null, true).play()).isZero();
    assertThat(JsonMapper.shared().readTree(out()).has("store")).isFalse();
    out.reset();
    assertThat(run(found(Diagnoses.fast()), null, false).play()).isZero();
    assertThat(out()).startsWith("No problem found.").doesNotContain("stored:");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldKeepAndNameWhatAProfileShows() {
    Profile profile =
        new Profile(
            new ProfileRecord(
                ProfileRecord.SCHEMA,
                ProfileRecord.ASYNC,
                new ProfileRecord.Sampling(10_000_000, 256, 4, 0, 0, 0, 0, 0),
                null),
            List.of(
                new ProfileStack(List.of("com.acme.Main.main", "com.acme.Orders.find"), 3),
                new ProfileStack(List.of("com.acme.Main.main"), 1)));
    Profiling profiling = pid -> Reading.of(() -> Map.of(ProfileKind.CPU, profile));
    assertThat(run(found(Diagnoses.slow()), profiling, store(), true).play()).isZero();

    JsonNode json = JsonMapper.shared().readTree(out());
    assertThat(json.at("/profiles/cpu/methods/0/name").asString())
        .isEqualTo("com.acme.Orders.find");
    assertThat(json.at("/profiles/cpu/methods/0/own").asDouble()).isEqualTo(0.75);
    assertThat(ProfileFiles.read(store().find("@1"))).containsOnlyKeys(ProfileKind.CPU);
    assertThat(DiagnosisReport.html(List.of(store().find("@1")), null))
        .contains("Flame graph: CPU time", "com.acme.Orders.find");
  }

  @Test
  void shouldSayWhyNoProfilerCanBeLoaded() {
    Profiling profiling = pid -> Reading.unavailable(new ServiceReason.ProfilerRefused("no"));
    assertThat(run(found(Diagnoses.slow()), profiling, store(), true).play()).isEqualTo(4);
    assertThat(out()).isEmpty();
    assertThat(err()).startsWith("foliot: ");
  }

  @Test
  void shouldSayWhyTheEnvironmentRefuses() {
    assertThat(
            run(
                    (pid, request, progress) -> Reading.unavailable(new JvmReason.OldJvm(pid, 8)),
                    store(),
                    false)
                .play())
        .isEqualTo(4);
    assertThat(out()).isEmpty();
    assertThat(err())
        .isEqualTo(
            "foliot: process 4711 is a HotSpot of JDK 8; give the process id of a HotSpot of JDK 17"
                + " or later\n");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldEndAsRefusedWhereNothingCouldBeLookedAt() {
    assertThat(run(found(Diagnoses.blind()), store(), false).play()).isEqualTo(4);
    assertThat(out()).startsWith("Nothing could be examined.").contains("could not", "it ended");
  }

  @Test
  void shouldShowWhatItCannotKeep() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    assertThat(run(found(Diagnoses.slow()), Store.open(file), true).play()).isEqualTo(4);
    assertThat(JsonMapper.shared().readTree(out()).has("store")).isFalse();
    assertThat(err().lines()).singleElement().asString().contains("cannot be written", "--store");
  }

  @Test
  void shouldKeepWhatWasSeenUntilItWasInterrupted() throws Exception {
    CountDownLatch began = new CountDownLatch(1);
    DiagnoseRun run =
        run(
            (pid, request, progress) -> {
              began.countDown();
              try {
                Thread.sleep(Duration.ofMinutes(1));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Reading.of(Diagnoses.partial());
              }
              return Reading.unavailable(new ProcessReason.NoProcess());
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
    StoredRun stored = store().find("@1");
    assertThat(err()).contains("interrupted; what was seen until then is kept in " + stored.path());
    assertThat(stored.run().complete()).isFalse();
  }

  @Test
  void shouldNotBeginWhereItWasInterruptedBefore() {
    DiagnoseRun run =
        run(
            (pid, request, progress) -> {
              throw new AssertionError("it looked");
            },
            store(),
            false);
    run.cancel();

    assertThat(run.play()).isEqualTo(130);
    assertThat(err()).contains("interrupted; nothing was seen yet");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldSayHowFarItIsOnATerminal() {
    try (DiagnoseProgressLine line =
        new DiagnoseProgressLine(new Console(stream(out), stream(err), true), 5)) {
      assertThat(line.text()).isEqualTo("finding the JVM; about 5 s left");
      line.step("watching \u001b[2J 3 words", 0.6);
      assertThat(line.text()).isEqualTo("watching ?[2J 3 words; about 2 s left");
      line.step("putting it together", 7);
      assertThat(line.text()).isEqualTo("putting it together");
    }
    assertThat(out()).isEmpty();
  }

  @Test
  void shouldNotLetTheProcessCommandTheTerminal() {
    assertThat(run(found(Diagnoses.hostile()), store(), false).play()).isZero();
    assertThat(out())
        .doesNotContain("\u001b", "\u202e", "\r", "\u2028")
        .contains("?[2J</script>?")
        .hasSizeLessThan(100_000);
    out.reset();
    assertThat(run(found(Diagnoses.hostile()), store(), true).play()).isZero();
    assertThat(out().chars()).allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
    assertThat(JsonMapper.shared().readTree(out()).at("/findings/0/sites/0/frames/0").asString())
        .isEqualTo(Diagnoses.HOSTILE);
  }

  private static Examiner found(DiagnosisRecord diagnosis) {
    return (pid, request, progress) -> Reading.of(diagnosis);
  }

  private DiagnoseRun run(Examiner examiner, @Nullable Store store, boolean json) {
    return run(examiner, Profiling.NONE, store, json);
  }

  private DiagnoseRun run(
      Examiner examiner, Profiling profiling, @Nullable Store store, boolean json) {
    return new DiagnoseRun(
        examiner,
        profiling,
        4711,
        REQUEST,
        store,
        Outputs.details(
            new Console(stream(out), stream(err), false),
            json,
            List.of("foliot", "diagnose", "4711")));
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
