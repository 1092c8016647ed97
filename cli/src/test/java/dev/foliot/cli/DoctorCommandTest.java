package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.diagnose.DoctorCommand;
import dev.foliot.cli.frame.Output;
import dev.foliot.cli.frame.Outputs;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.watch.WatchChecks;
import dev.foliot.doctor.DoctorCapability;
import dev.foliot.doctor.DoctorCheck;
import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.doctor.DoctorReport;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.linux.Reading;
import dev.foliot.service.jdk.InstalledJdk;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.watch.WatchRights;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class DoctorCommandTest {
  private static final String HOSTILE = "\u001b[2J</script>\u202e\r\n" + "x".repeat(10_000);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console = new Console(stream(out), stream(err), false);

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldTellAToolWhatThisMachineCanMeasure() {
    assertThat(Commands.execute(args("--json"), console)).isZero();

    JsonNode json = JsonMapper.shared().readTree(out());
    assertThat(json.path("schema").asString()).isEqualTo("foliot.doctor/1");
    assertThat(json.path("verdict").asString()).isIn("ok", "unknown", "limits", "spoils");
    assertThat(json.path("checks"))
        .hasSizeGreaterThan(25)
        .allSatisfy(check -> {
          assertThat(check.path("area").asString()).isNotBlank();
          assertThat(check.path("name").asString()).isNotBlank();
          assertThat(check.path("status").asString()).isIn("ok", "unknown", "limits", "spoils");
          assertThat(check.path("meaning").asString()).isNotBlank();
          assertThat(check.has("remedy")).isEqualTo(!check.path("status").asString().equals("ok"));
          assertThat(check.has("value"))
              .isEqualTo(!check.path("status").asString().equals("unknown"));
        });
    assertThat(json.path("capabilities"))
        .hasSizeGreaterThan(15)
        .allSatisfy(capability -> {
          assertThat(capability.path("name").asString()).isNotBlank();
          assertThat(capability.path("needed_by")).isNotEmpty();
          assertThat(capability.has("reason"))
              .isNotEqualTo(capability.path("available").asBoolean());
          assertThat(capability.has("remedy"))
              .isNotEqualTo(capability.path("available").asBoolean());
        });
    assertThat(json.path("jdks"))
        .anySatisfy(jdk -> {
          assertThat(jdk.path("runs_foliot").asBoolean()).isTrue();
          assertThat(jdk.path("feature").asInt()).isEqualTo(Runtime.version().feature());
        });
    assertThat(err()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSayWhichJvmsCanBeWatched() {
    DoctorReport report = report(check(Status.OK, 1L, "ns"));
    List<TimelineSource> sources =
        List.of(
            new TimelineSource("safepoints", 1, 1, null),
            new TimelineSource("steal", 0, 0, "no file"));
    Reading.Unavailable<List<TimelineSource>> old =
        new Reading.Unavailable<>(new JvmReason.OldJvm(9, 8));
    List<DoctorCheck> checks =
        WatchChecks.of(
            List.of(
                new WatchRights(7, HOSTILE, Reading.of(sources.subList(0, 1)), Reading.of(true)),
                new WatchRights(
                    8,
                    "b.C",
                    Reading.of(sources),
                    Reading.unavailable(new JvmReason.AttachForbidden())),
                new WatchRights(9, "", old, old.retyped())));

    Output brief = new Output(console, false, false, new NextCommands(List.of("foliot"), null));
    assertThat(DoctorCommand.show(report.with(checks), brief)).isZero();
    assertThat(out()).contains("watch      2 JVMs can be watched, 1 without a gap");
    assertThat(DoctorCommand.show(report.with(checks), details(false))).isZero();
    assertThat(out())
        .contains("1 source of stops can be read; --attach can record it")
        .contains("1 of 2 sources of stops; no steal: no file; no --attach: ")
        .doesNotContain("\u001b", "\u202e");
    assertThat(WatchChecks.of(List.of()))
        .singleElement()
        .satisfies(none -> assertThat(none.status()).isEqualTo(Status.UNKNOWN));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldTellAPersonWhatThisMachineCanMeasure() {
    assertThat(Commands.execute(args("--details"), console)).isZero();

    assertThat(out())
        .contains("\ncpu\n", "\ntime\n", "\nmemory\n", "\nnoise\n", "\nrights\n", "\nroom\n")
        .contains("nanoTime cost", "perf cycles", "watchpoint, write", "\nJDKs\n", "(runs this)");
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldSayElsewhereThatItCannotLook() {
    DoctorReport nothing =
        new DoctorReport(
            false,
            List.of(
                new DoctorCapability("store", true, null, null, List.of("bench")),
                new DoctorCapability("watchpoint", false, "no", "run on Linux", List.of("x"))),
            List.of(
                new DoctorCheck(
                    "cpu", "smt", Status.UNKNOWN, null, null, "no /proc", "run on Linux")),
            List.of());

    assertThat(DoctorCommand.show(nothing, details(false))).isEqualTo(4);
    assertThat(out())
        .isEqualTo(
            """
            Nothing speaks against measuring here, but not everything is known: 1 check, 0 spoil, \
            0 limit, 1 unknown.

            cpu
              unknown  smt                  no /proc
                       remedy: run on Linux

            what can be done here, each tried just now
              yes      store (bench)
              no       watchpoint (x): no
                       remedy: run on Linux

            JDKs
            """);
    assertThat(err().lines()).singleElement().asString().contains("run it on Linux");
    out.reset();
    assertThat(DoctorCommand.show(nothing, details(true))).isEqualTo(4);
    assertThat(JsonMapper.shared().readTree(out()).path("verdict").asString()).isEqualTo("unknown");
  }

  @Test
  void shouldShowEachKindOfValueWithItsUnit() {
    DoctorReport report =
        report(
            check(Status.OK, 50_000L, "ns"),
            check(Status.OK, 3L << 29, "bytes"),
            check(Status.OK, 10L, "bytes"),
            check(Status.LIMITS, 0.25, "CPUs"),
            check(Status.SPOILS, true, null),
            check(Status.OK, false, null),
            check(Status.OK, 2, null));

    assertThat(DoctorCommand.show(report, details(false))).isZero();
    assertThat(out())
        .startsWith(
            "Figures from this machine would mislead: 7 checks, 1 spoil, 1 limit, 0 unknown.")
        .contains(
            " 50,000 ns: m",
            " 1.50 GiB: m",
            " 10 B: m",
            " 0.25 CPUs: m",
            " on: m",
            " off: m",
            " 2: m");
    out.reset();
    assertThat(DoctorCommand.show(report, details(true))).isZero();
    JsonNode checks = JsonMapper.shared().readTree(out()).path("checks");
    assertThat(checks.get(0).path("value").asLong()).isEqualTo(50_000);
    assertThat(checks.get(0).path("unit").asString()).isEqualTo("ns");
    assertThat(checks.get(4).path("value").asBoolean()).isTrue();
    assertThat(checks.get(4).has("unit")).isFalse();
  }

  @Test
  void shouldNotLetTheMachineCommandTheTerminal() {
    DoctorReport report =
        new DoctorReport(
            true,
            List.of(new DoctorCapability(HOSTILE, false, HOSTILE, HOSTILE, List.of(HOSTILE))),
            List.of(
                new DoctorCheck("noise", HOSTILE, Status.SPOILS, HOSTILE, null, HOSTILE, HOSTILE)),
            List.of(new InstalledJdk(Path.of("/x\u001b[2J\u202e"), HOSTILE, 25, HOSTILE, true)));

    assertThat(DoctorCommand.show(report, details(false))).isZero();
    assertThat(out()).doesNotContain("\u001b", "\u202e", "\r").hasSizeLessThan(5_000);
    assertThat(out().lines()).hasSize(12);
    out.reset();
    assertThat(DoctorCommand.show(report, details(true))).isZero();
    assertThat(out().chars()).allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
    assertThat(JsonMapper.shared().readTree(out()).path("checks").get(0).path("value").asString())
        .isEqualTo(HOSTILE);
  }

  @Test
  void shouldAnswerAlikeOnTheTerminalAndInJson() {
    DoctorReport report = report(check(Status.LIMITS, 0.25, "CPUs"), check(Status.OK, 2, null));
    String answer = "This machine measures, within limits: 2 checks, 0 spoil, 1 limit, 0 unknown.";

    DoctorCommand.show(report, details(false));
    assertThat(out()).startsWith(answer + "\n");
    out.reset();
    DoctorCommand.show(
        report,
        new Output(console, false, false, new NextCommands(List.of("foliot", "doctor"), null)));
    assertThat(out()).startsWith(answer + "\n").contains("foliot doctor --details");
    out.reset();
    DoctorCommand.show(report, details(true));
    JsonNode json = JsonMapper.shared().readTree(out());
    assertThat(json.path("answer").asString()).isEqualTo(answer);
    assertThat(json.path("answer_kind").asString()).isEqualTo("limited");
    assertThat(json.path("answer_figures"))
        .hasSize(4)
        .allSatisfy(figure -> assertThat(answer).contains(figure.path("shown").asString()));
    assertThat(json.path("next_command")).hasSize(3);
  }

  private Output details(boolean json) {
    return Outputs.details(console, json, List.of("foliot", "doctor"));
  }

  private static DoctorReport report(DoctorCheck... checks) {
    return new DoctorReport(true, List.of(), List.of(checks), List.of());
  }

  private static DoctorCheck check(Status status, Object value, @Nullable String unit) {
    return new DoctorCheck("cpu", "n", status, value, unit, "m", status == Status.OK ? null : "r");
  }

  private String[] args(String... more) {
    List<String> args = new ArrayList<>(List.of("doctor", "--store", folder.toString()));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
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
