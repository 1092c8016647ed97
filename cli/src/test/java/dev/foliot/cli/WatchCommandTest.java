package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.SlowRequest;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.store.watch.WatchFrame;
import dev.foliot.store.watch.WatchLog;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user asks of a watch, and what its store answers. */
class WatchCommandTest {
  private static final String EVIL = "</script>\u001b[31m\u202eWAITS" + "x".repeat(10_000);
  private static final Path EXAMPLES = Path.of("..", "examples", "watch");
  private static final long START_MS = Instant.parse("2026-11-28T13:00:00Z").toEpochMilli();
  private static final long NS_PER_MS = 1_000_000;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  private int run(String... words) {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--store", folder.resolve("store").toString()));
    return Commands.execute(
        all.toArray(String[]::new),
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false));
  }

  @EnabledOnOs(OS.LINUX)
  @ParameterizedTest
  @CsvSource({
    "'', say which JVM",
    "4711 --all, leave out 4711",
    "4711 --keep 7, is no size",
    "4711 --keep 10MB --keep-for 1s, at least 1h",
    "4711 --duration 1ms, at least 1s",
    "4711 --slow 200ms, need --requests FILE",
    "4711 --attach, need --requests FILE",
    "4711 --requests otlp:70000, has no port up to 65535",
    "4711 --requests otlp --requests-format envoy, OTLP needs none",
    "--all --requests a.log, is of one JVM",
    "4711 --requests a.log --requests-format iis, is unknown",
    "4711 --serve x, --serve",
    "4711 --serve 70000, --serve",
    "4711 --on-episode /no/such/program, is no program that can be run",
  })
  void shouldRefuseInOneLineWithTheRemedy(String words, String remedy) {
    List<String> all = new ArrayList<>(List.of("watch"));
    if (!words.isEmpty()) {
      all.addAll(List.of(words.split(" ")));
    }
    assertThat(run(all.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains(remedy);
    assertThat(folder.resolve("store")).doesNotExist();
  }

  @EnabledOnOs(OS.LINUX)
  @Test
  void shouldSayThatAProcessIsNotThere() {
    assertThat(run("watch", "4000000", "--duration", "1s")).isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("4000000");
  }

  /** With a port that is none, they are refused only for that. */
  @ParameterizedTest
  @ValueSource(strings = {"foliot-watch.service", "sidecar.yaml", "daemonset.yaml"})
  void shouldTakeTheExamples(String example) throws IOException {
    String text = Files.readString(EXAMPLES.resolve(example));
    List<String> words =
        new ArrayList<>(
            example.endsWith(".yaml")
                ? Manifests.arguments(text, "foliot", "spec")
                : Manifests.executed(text));
    assertThat(words).startsWith("watch", "--all").contains("--serve", "9464");
    words.set(words.indexOf("9464"), "70000");
    if (words.contains("--store")) {
      words.subList(words.indexOf("--store"), words.indexOf("--store") + 2).clear();
    }

    assertThat(run(words.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("'70000' is no port");
  }

  @Test
  void shouldAskForNoMoreThanTheRightToTrace() throws IOException {
    String unit = Files.readString(EXAMPLES.resolve("foliot-watch.service"));
    assertThat(unit)
        .contains("CapabilityBoundingSet=CAP_SYS_PTRACE\n", "AmbientCapabilities=CAP_SYS_PTRACE\n");
    Object sidecar = rights("sidecar.yaml");
    assertThat(Manifests.field(sidecar, "drop")).isEqualTo(List.of("ALL"));
    assertThat(((Map<?, ?>) sidecar).containsKey("add")).isFalse();
    Object daemon = rights("daemonset.yaml");
    assertThat(Manifests.field(daemon, "drop")).isEqualTo(List.of("ALL"));
    assertThat(Manifests.field(daemon, "add")).isEqualTo(List.of("SYS_PTRACE"));
    Object collector = Manifests.document(Files.readString(EXAMPLES.resolve("collector.yaml")));
    assertThat(
            Manifests.document(
                String.valueOf(
                    Manifests.field(Manifests.field(collector, "data"), "collector.yaml"))))
        .asString()
        .contains("127.0.0.1:9464");
  }

  private static Object rights(String example) throws IOException {
    Object container =
        Manifests.container(Files.readString(EXAMPLES.resolve(example)), "foliot", "spec");
    return Manifests.field(Manifests.field(container, "securityContext"), "capabilities");
  }

  /** An hour of a JVM: one episode, a slow request, a note. */
  private String stored(String main) throws IOException {
    Store store = Store.open(folder.resolve("store"));
    RunFolder run = store.begin(WatchFiles.COMMAND);
    Path log = Files.createDirectory(run.path().resolve("jvm-001"));
    try (WatchLog frames = new WatchLog(log, 10 << 20, Duration.ofDays(7))) {
      for (int minute = 0; minute < 60; minute++) {
        List<WatchSecond> seconds = new ArrayList<>();
        for (int second = 0; second < 60; second++) {
          seconds.add(
              new WatchSecond(
                  START_MS / 1_000 + 60L * minute + second,
                  Map.of(
                      WatchColumn.CPU_NS,
                      500_000_000L,
                      WatchColumn.GC_NS,
                      10_000_000L,
                      WatchColumn.REQUESTS,
                      10L)));
        }
        frames.add(new WatchFrame.Seconds(seconds));
        frames.add(
            new WatchFrame.Requests(
                new RequestMinute(
                    START_MS + 60_000L * minute,
                    Map.of("GET /a", new RequestMinute.Route(600, 2, 5, 6, 7)),
                    Map.of(70 + minute % 10, 600L),
                    minute != 30 ? List.of() : List.of(slow()))));
      }
      long atMs = START_MS + 30 * 60_000;
      Episode begun =
          new Episode(
              1,
              atMs,
              atMs + 412,
              EpisodeKind.STOP,
              new Episode.Level(412e6, 12e6, "ns"),
              "gc-pause: " + main,
              null);
      frames.add(new WatchFrame.Changed(atMs + 500, begun));
      frames.add(
          new WatchFrame.Changed(
              atMs + 3_000, begun.found(new Episode.Found(main, "episode-1.json"))));
      frames.add(
          new WatchFrame.Stops(
              List.of(
                  new Stop(
                      atMs * NS_PER_MS,
                      (atMs + 412) * NS_PER_MS,
                      412 * NS_PER_MS,
                      NS_PER_MS,
                      StopKind.GC_PAUSE,
                      main))));
      frames.add(new WatchFrame.Note(atMs, "the clock was set back by " + main));
    }
    WatchFiles.write(
        run.path(),
        new WatchRecord(
            WatchRecord.SCHEMA,
            "host-1",
            10 << 20,
            List.of(
                new WatchRecord.Jvm(
                    "jvm-001",
                    4711,
                    new WatchRecord.Program(main, "25", main),
                    START_MS,
                    START_MS + 3_600_000,
                    List.of()))));
    Instant end = Instant.ofEpochMilli(START_MS + 3_600_000);
    run.write(
        WatchFiles.run(
            run.id(), main, List.of("foliot", "watch", main), Instant.ofEpochMilli(START_MS), end));
    return run.id();
  }

  private static SlowRequest slow() {
    return new SlowRequest(
        START_MS + 30 * 60_000,
        450 * NS_PER_MS,
        NS_PER_MS,
        "GET /a",
        500,
        430 * NS_PER_MS,
        Map.of(
            StopKind.GC_PAUSE,
            new SlowRequest.Cause(0.6, ""),
            StopKind.MONITOR,
            new SlowRequest.Cause(0.3, "acme.Ledger.book:7")),
        "trace-1");
  }

  @Test
  void shouldSayWhatHappenedInATime() throws IOException {
    String id = stored("acme.Orders");
    assertThat(run("explain", id)).isZero();
    String said = out.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    assertThat(said)
        .contains("acme.Orders had 1 episode; the worst at")
        .contains("the JVM stood still for 412 ms (gc-pause: acme.Orders), usually at most 12.0 ms")
        .contains("The largest loss: garbage collection stopped the JVM, 1.0 % of the time.")
        .contains(
            "36,000, 120 errors; the delay of the slow ones: gc-pause 60 %, monitor 30 %"
                + " (acme.Ledger.book:7), unexplained 10 %")
        .contains("450 ms GET /a: gc-pause 60 %");
    assertThat(run("explain", id, "--from", "2026-11-28T13:00:00Z", "--to", "2026-11-28T13:10:00Z"))
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("was as in the hour before");
    assertThat(
            run(
                "explain",
                id,
                "--json",
                "--from",
                "2026-11-27T13:00:00Z",
                "--to",
                "2026-11-27T14:00:00Z"))
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"answer_kind\" : \"not_watched\"");
  }

  @Test
  void shouldDrawADay() throws IOException {
    String id = stored("acme.Orders");
    assertThat(run("report", id)).isZero();
    String html = Files.readString(Path.of(out.toString(StandardCharsets.UTF_8).strip()));
    assertThat(html)
        .contains("acme.Orders had 1 episode", "Slow requests", "trace-1", "class=\"heat\"")
        .contains("--from 2026-11-28T13:25:00Z --to 2026-11-28T13:35:00Z");
  }

  @Test
  void shouldEscapeWhatComesFromOutside() throws IOException {
    String id = stored(EVIL);
    assertThat(run("explain", id, "--details")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b", "\u202e");
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(400));
    assertThat(run("report", id)).isZero();
    String html = Files.readString(Path.of(out.toString(StandardCharsets.UTF_8).strip()));
    assertThat(html).doesNotContain("</script>\u001b", "\u202e", "x".repeat(5_000));
  }

  @ParameterizedTest
  @CsvSource({
    "compare RUN RUN, is a watch",
    "export RUN --format jmh, is a watch",
    "explain RUN --from 25:00, is no moment",
    "explain RUN --from 2026-11-28T14:00:00Z --to 2026-11-28T13:00:00Z, --from must be before",
  })
  void shouldRefuseWhatAWatchHasNot(String words, String remedy) throws IOException {
    String id = stored("acme.Orders");
    assertThat(run(words.replace("RUN", id).split(" "))).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(remedy);
  }

  @Test
  void shouldListItAmongTheRuns() throws IOException {
    stored("acme.Orders");
    assertThat(run("runs")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("watch", "acme.Orders");
  }
}
