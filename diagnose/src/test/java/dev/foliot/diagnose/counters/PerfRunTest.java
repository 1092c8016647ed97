package dev.foliot.diagnose.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.PerfProbe;
import dev.foliot.linux.perf.PerfTarget;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.text.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A real perf, a failing one and a missing one: scripts replace the features that this machine
 * lacks.
 */
@EnabledOnOs(OS.LINUX)
class PerfRunTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long SELF = ProcessHandle.current().pid();
  private static final long NO_PROCESS = (1L << 22) + 1;
  private static final String REST = Programs.ofThisProcess().path();

  /** A dry run ends in "-- true", and its event is the last word but two. */
  private static final String FAKE =
      """
      #!/bin/sh
      echo "$@" >> FOLDER/asked
      for word; do event=$before; before=$last; last=$word; done
      case "$last" in
      true)
        case "$event" in
        *LLC*|*slots*) echo "<not supported>;;$event;0;100.00;;" ;;
        *xsnp*|*ls_*) echo "event syntax error" >&2; exit 129 ;;
        *) echo "1;;x;1;100.00;;" ;;
        esac ;;
      *)
      echo "     1.000000000;900.00;msec;task-clock;900000000;100.00;0.9;CPUs utilized"
      echo "     1.000000000;2700000;;cycles;900000000;60.00;3.0;GHz"
      echo "     1.000000000;900000;;instructions;900000000;60.00;0.33;insn per cycle"
      ;;
      esac
      """;

  @TempDir Path folder;

  @BeforeEach
  void needWhatStartsIt() {
    Programs tools = Programs.ofThisProcess();
    assumeTrue(tools.find("setsid").isPresent() && tools.find("setpriv").isPresent(), "util-linux");
  }

  @Test
  void shouldCountWhatTheMachineGrants() {
    assumeTrue(Programs.ofThisProcess().find("perf").isPresent(), "there is no perf");
    Reading<String> allowed =
        PerfProbe.opens(PerfEvent.Software.CONTEXT_SWITCHES, PerfTarget.thread(SELF).withKernel());
    assumeTrue(allowed instanceof Reading.Value<String>, allowed::toString);

    ExaminationRecord record = new CountersExamination().alone(LIVE, SELF, SECOND, false).record();

    assertThat(record.status()).as(record.toString()).isIn(Status.DONE, Status.PARTIAL);
    boolean hardware = record.counts().counters().containsKey("cycles");
    assertThat(record.counts().counters())
        .containsKeys("task-clock", "context-switches", "page-faults", "duration_time");
    assertThat(record.lookedAt()).anyMatch(line -> line.startsWith("perf stat for "));
    if (!hardware) {
      assertThat(record.status()).isEqualTo(Status.DONE);
      assertThat(record.couldNot().getFirst()).contains("*.metal", "PMU");
    }
  }

  @Test
  void shouldTryEachHardwareEventFirst() throws IOException {
    ExaminationRecord record = fake(FAKE, granting()).record();

    assertThat(record.counts().counters())
        .contains(entry("cycles", 2_700_000.0), entry("duration_time", 1e9));
    assertThat(record.summary()).startsWith("3 cycles per instruction");
    assertThat(record.lookedAt()).anyMatch(line -> line.contains("scaled up by perf"));
    assertThat(record.couldNot())
        .singleElement()
        .asString()
        .startsWith("looked without mem_load_l3_hit_retired.xsnp_hitm, ")
        .contains("LLC-loads, LLC-load-misses, ", "slots", "does not count them; perf list");
    assertThat(record.status()).as("it has metrics, and lacks some events").isEqualTo(Status.DONE);
    assertThat(record.reason()).isNull();
    String counted = Files.readAllLines(folder.resolve("asked")).getLast();
    assertThat(counted)
        .contains("-I 200 --interval-count 5", "-e {cycles,instructions}", "machine_clears.count")
        .endsWith("-p " + SELF)
        .doesNotContain("LLC", "xsnp");
  }

  @Test
  void shouldSayThatTheForemostMetricIsMissing() throws IOException {
    ExaminationRecord record =
        fake(
                FAKE.replace("*LLC*", "*LLC*|*cycles*")
                    .replace(";;cycles;", ";;branches;")
                    .replace("0.33;insn per cycle", ";"),
                granting())
            .record();

    assertThat(record.status()).isEqualTo(Status.PARTIAL);
    assertThat(record.reason()).startsWith("cycles per instruction");
  }

  @Test
  void shouldCountAGroupByItsEvents() throws IOException {
    write(FAKE);
    PerfChild perf = PerfChild.in(new Programs(folder + ":" + REST)).toOptional().orElseThrow();

    Granted six = Granted.on(SELF, 6, perf, granting()).toOptional().orElseThrow();
    assertThat(six.words()).contains("{cycles,instructions}").doesNotContain("branches");
    assertThat(six.descriptors()).isEqualTo(6);
    assertThat(six.couldNot()).singleElement().isInstanceOf(CountersReason.EventsLeftOut.class);
    Granted five = Granted.on(SELF, 5, perf, granting()).toOptional().orElseThrow();
    assertThat(five.words())
        .contains("machine_clears.count")
        .doesNotContain("{cycles,instructions}", "branches");
    assertThat(five.descriptors()).isEqualTo(5);
  }

  @Test
  void shouldKeepTheMarkOfWhatLeavesTheKernelOut() throws IOException {
    String script =
        """
        #!/bin/sh
        echo "     1.000000000;900.00;msec;task-clock:u;900000000;100.00;0.9;CPUs utilized"
        echo "     1.000000000;70;;page-faults:u;900000000;100.00;;"
        """;
    ExaminationRecord record = fake(script, software()).record();

    assertThat(record.counts().counters())
        .containsOnly(
            entry("page-faults:u", 70.0), entry("task-clock", 900.0), entry("duration_time", 1e9));
    assertThat(record.lookedAt()).contains("in user mode only: page-faults");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "255 | Access to performance monitoring and observability operations is limited. | PERFMON",
        "1   | Error: syscall() returned with 13 (Permission denied) | CAP_PERFMON",
        "129 | event syntax error: 'x' parser error | perf list",
        "1   | sys_perf_event_open() returned with 38 (Function not implemented) | perf list",
        "255 | returned with 2 (No such file or directory) for event (x) | perf list",
        "255 | Too many events are opened: Too many open files | ulimit -n",
        "255 | failed to open: No such process | PID namespace",
        "127 | setpriv: failed to execute perf: No such file or directory | install it",
        "2   | WARNING: perf not found for kernel 6.1.0 | install it",
        "139 | Segmentation fault | try perf stat",
      })
  void shouldTellWhatHelpsAgainstEachFailure(int exit, String said, String remedy)
      throws IOException {
    ExaminationRecord record =
        fake("#!/bin/sh\necho \"" + said + "\" >&2\nexit " + exit + "\n", software()).record();

    unavailable(record, "perf counted nothing (exit code " + exit + ")", remedy);
    if (!remedy.endsWith("PERFMON")) {
      assertThat(record.reason()).doesNotContain("perf_event_paranoid");
    }
  }

  /** perf stat fails this way if a thread ends after it listed them. */
  @Test
  void shouldCountAgainWhereAThreadEndedMeanwhile() throws IOException {
    String twice =
        """
        #!/bin/sh
        echo "$@" >> FOLDER/asked
        if [ "$(wc -l < FOLDER/asked)" -lt 3 ]; then
          echo "Error: sys_perf_event_open() returned with 3 (No such process) for (x)." >&2
          exit 255
        fi
        echo "     1.000000000;900.00;msec;task-clock;900000000;100.00;0.9;CPUs utilized"
        """;

    ExaminationRecord record = fake(twice, software()).record();

    assertThat(record.status()).as(record.toString()).isEqualTo(Status.DONE);
    assertThat(record.counts().counters()).contains(entry("task-clock", 900.0));
    assertThat(Files.readAllLines(folder.resolve("asked"))).hasSize(3);
  }

  @Test
  void shouldNotAskForEverWhereThreadsEndAllTheTime() throws IOException {
    String never =
        """
        #!/bin/sh
        echo "$@" >> FOLDER/asked
        echo "Error: sys_perf_event_open() returned with 3 (No such process) for (x)." >&2
        exit 255
        """;

    unavailable(fake(never, software()).record(), "No such process", "perf stat -a");

    assertThat(Files.readAllLines(folder.resolve("asked"))).hasSize(10);
  }

  @Test
  void shouldSayWhereHardwareCountersWouldBeHad() throws IOException {
    ExaminationRecord record = fake(FAKE, software()).record();

    assertThat(record.status()).isEqualTo(Status.DONE);
    assertThat(record.couldNot().getFirst())
        .contains("cycles, instructions", "no such counter", "*.metal");
    assertThat(Files.readAllLines(folder.resolve("asked"))).hasSize(1);
  }

  @Test
  void shouldLeaveOutWhatOnlyTheKernelTells() throws IOException {
    Granted.Probe ownOnly = probe(Reading.unavailable(NO_COUNTER), target -> !target.kernel());

    ExaminationRecord record = fake(FAKE, ownOnly).record();

    assertThat(record.couldNot()).first().asString().startsWith("switches between threads");
    assertThat(Files.readAllLines(folder.resolve("asked")).getLast())
        .contains("-e task-clock -e page-faults")
        .doesNotContain("context-switches");
  }

  @Test
  void shouldSayThatPerfIsMissing() {
    ExaminationRecord record =
        new PerfRun(LIVE, SELF, SECOND, new Programs(folder.toString()), software()).record();

    unavailable(record, "perf is not installed", "install it");
  }

  @Test
  void shouldSayThatItIsNotPermitted() throws IOException {
    Granted.Probe denied = probe(Reading.unavailable(NO_COUNTER), target -> false);

    unavailable(fake(FAKE, denied).record(), "not permitted", "grant CAP_PERFMON");
    assertThat(folder.resolve("asked")).doesNotExist();
  }

  @Test
  void shouldSayWhatPerfSaidWhenItCountedNothing() throws IOException {
    ExaminationRecord record =
        fake("#!/bin/sh\necho 'Error: access is limited \u001b[2J' >&2\nexit 255\n", software())
            .record();

    unavailable(record, "perf counted nothing (exit code 255): Error: access is limited");
    assertThat(record.toString()).doesNotContain("\u001b");
  }

  @Test
  void shouldRefuseWhatPerfNeverPrints() throws IOException {
    for (String printed : new String[] {"rubbish", "1;;5", "head -c 5000000 /dev/zero"}) {
      String line = printed.startsWith("head") ? printed : "echo '" + printed + "'";
      unavailable(fake("#!/bin/sh\n" + line + "\n", software()).record(), "perf counted nothing");
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchProcess() {
    unavailable(
        new PerfRun(LIVE, NO_PROCESS, SECOND, Programs.ofThisProcess(), Granted.Probe.LIVE)
            .record(),
        "does not exist");
  }

  @Test
  void shouldKeepWhatWasCountedUntilTheProcessEnded() throws Exception {
    Process target = new ProcessBuilder("sleep", "60").start();
    try {
      String script =
          "#!/bin/sh\necho '     0.200000000;5.00;msec;task-clock;5000000;100.00;;'\nkill -KILL "
              + target.pid()
              + "\nwhile kill -0 "
              + target.pid()
              + " 2>/dev/null; do sleep 0.01; done\n";
      write(script);
      PerfRun run =
          new PerfRun(
              LIVE,
              target.pid(),
              Duration.ofSeconds(5),
              new Programs(folder + ":" + REST),
              software());

      ExaminationRecord record = run.record();

      assertThat(record.status()).isEqualTo(Status.PARTIAL);
      assertThat(record.reason()).contains("the process ended after 200 ms");
      assertThat(record.counts().counters()).contains(entry("task-clock", 5.0));
    } finally {
      target.destroyForcibly();
    }
  }

  @Test
  void shouldEndPerfWhenItIsInterrupted() throws Exception {
    Path started = folder.resolve("started");
    String script =
        "#!/bin/sh\necho '     0.200000000;5.00;msec;task-clock;5000000;100.00;;'\necho $$ > "
            + started
            + ".part\nmv "
            + started
            + ".part "
            + started
            + "\nexec sleep 60\n";
    write(script);
    PerfRun run =
        new PerfRun(
            LIVE, SELF, Duration.ofSeconds(30), new Programs(folder + ":" + REST), software());
    CompletableFuture<ExaminationRecord> record = new CompletableFuture<>();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread examining =
        Thread.ofPlatform()
            .start(() -> {
              record.complete(run.record());
              flag.complete(Thread.currentThread().isInterrupted());
            });
    while (!Files.exists(started)) {
      assertThat(examining.isAlive()).isTrue();
      examining.join(Duration.ofMillis(5));
    }
    long child = Long.parseLong(Files.readString(started).strip());
    ProcessHandle perf = ProcessHandle.of(child).orElseThrow();
    examining.interrupt();

    ExaminationRecord ended = record.get(60, TimeUnit.SECONDS);
    assertThat(ended.status()).isEqualTo(Status.PARTIAL);
    assertThat(ended.reason()).contains("interrupted after 200 ms");
    assertThat(flag.get(60, TimeUnit.SECONDS)).isTrue();
    perf.onExit().get(60, TimeUnit.SECONDS);
    assertThat(perf.isAlive()).isFalse();
  }

  private PerfRun fake(String script, Granted.Probe probe) throws IOException {
    write(script);
    return new PerfRun(LIVE, SELF, SECOND, new Programs(folder + ":" + REST), probe);
  }

  private void write(String script) throws IOException {
    Path perf =
        Files.writeString(folder.resolve("perf"), script.replace("FOLDER", folder.toString()));
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  static Granted.Probe granting() {
    return probe(Reading.of(1L), target -> true);
  }

  private static Granted.Probe software() {
    return probe(Reading.unavailable(NO_COUNTER), target -> true);
  }

  private static final Reason NO_COUNTER = new SystemReason.NoHardwareCounter("cycles", 2);

  private interface Allowed {
    boolean on(PerfTarget target);
  }

  private static Granted.Probe probe(Reading<Long> hardware, Allowed allowed) {
    return new Granted.Probe() {
      @Override
      public Reading<Long> counts(PerfEvent event) {
        return hardware;
      }

      @Override
      public Reading<String> opens(PerfEvent event, PerfTarget target) {
        return allowed.on(target)
            ? Reading.of(event.title())
            : Reading.unavailable(new SystemReason.EventNotPermitted(event.title(), "4", 1));
      }
    };
  }

  private static void unavailable(ExaminationRecord record, String... words) {
    assertThat(record.status()).as(record.toString()).isEqualTo(Status.UNAVAILABLE);
    assertThat(Objects.requireNonNull(record.reason())).contains(words);
    assertThat(record.counts().counters()).isEmpty();
  }
}
