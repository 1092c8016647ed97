package dev.foliot.diagnose.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.counters.CounterRecording.Recorded;
import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.diagnose.counters.compare.CounterComparison;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.PerfProbe;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.store.diagnosis.CountersRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A perf of a processor with five counters, as a script: this machine may have none. */
@EnabledOnOs(OS.LINUX)
class CounterRecordingTest {
  private static final Path LIVE = Path.of("/");
  private static final long SELF = ProcessHandle.current().pid();
  private static final long NO_PROCESS = (1L << 22) + 1;
  private static final String REST = Programs.ofThisProcess().path();
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final CounterRecording.Progress QUIET = (counted, planned) -> {};

  /**
   * Its group of more than five events is never counted, as a kernel's. Of LLC and remote events it
   * knows none. The process works twice as much in its later rounds.
   */
  private static final String PERF =
      """
      #!/bin/bash
      echo "$*" >> FOLDER/asked
      if [ "$1" = list ]; then echo "TopdownL1:"; exit 0; fi
      separator=none; log=none; interval=0; count=0; target=none; metrics=
      events=()
      shift
      while [ $# -gt 0 ]; do
        case "$1" in
        -x) separator=$2; shift ;;
        --log-fd) log=$2; shift ;;
        -I) interval=$2; shift ;;
        --interval-count) count=$2; shift ;;
        -e) events+=("$2"); shift ;;
        -M) metrics=$2; shift ;;
        -p) target=$2; shift ;;
        --) target=trial; break ;;
        *) echo "Error: unknown option $1" >&2; exit 129 ;;
        esac
        shift
      done
      [ "$separator" = ";" ] && [ "$log" = 1 ] || { echo "Error: bad arguments" >&2; exit 129; }
      work=1
      before=
      if [ "$target" != trial ]; then
        [ "$interval" -ge 100 ] && [ "$count" = 1 ] || { echo "Error: bad interval" >&2; exit 129; }
        before="     1.000000000;"
        echo x >> FOLDER/rounds
        [ "$(wc -l < FOLDER/rounds)" -gt 6 ] && work=2
      fi
      if [ -n "$metrics" ]; then
        echo "${before}1000;;slots;1000;100.00;41.5;%  tma_backend_bound"
        echo "${before};;;;;;8.5;%  tma_bad_speculation"
        exit 0
      fi
      for word in "${events[@]}"; do
        inner=${word#\\{}; inner=${inner%\\}}
        IFS=, read -ra names <<< "$inner"
        for name in "${names[@]}"; do
          case "$name" in
          *xsnp*|*ls_*|*remote*|*l2*) echo "event syntax error: '$name'" >&2; exit 129 ;;
          LLC*|slots*|topdown*) echo "${before}<not supported>;;$name;0;100.00;;"; continue ;;
          task-clock) value=900; unit=msec ;;
          context-switches) value=50; unit= ;;
          cpu-migrations) value=2; unit= ;;
          page-faults) value=9; unit= ;;
          cycles) value=$((3000000 * work * SLOW)); unit= ;;
          instructions) value=$((1000000 * work)); unit= ;;
          machine_clears.count) value=$((400 * work * SLOW)); unit= ;;
          *) value=$((20000 * work)); unit= ;;
          esac
          if [ "${#names[@]}" -gt 5 ]; then
            echo "${before}<not counted>;;$name;0;0.00;;"
          else
            echo "${before}$value;$unit;$name;1000000000;100.00;;"
          fi
        done
      done
      """;

  @TempDir Path folder;

  @BeforeEach
  void needWhatStartsIt() {
    Programs tools = Programs.ofThisProcess();
    assumeTrue(
        tools.find("setsid").isPresent()
            && tools.find("setpriv").isPresent()
            && tools.find("bash").isPresent(),
        "util-linux and bash");
  }

  @Test
  void shouldCountInRoundsThatFitTheProcessor() throws IOException {
    Recorded recorded = record(PERF, 1);

    assertThat(recorded.cut()).isNull();
    assertThat(recorded.counted()).isEqualTo(recorded.planned()).isEqualTo(3 * recorded.rounds());
    List<String> rounds =
        Files.readAllLines(folder.resolve("asked")).stream()
            .filter(line -> line.endsWith("-p " + SELF))
            .toList();
    assertThat(rounds).hasSize(recorded.planned());
    List<String> groups = new ArrayList<>();
    for (String round : rounds.subList(0, recorded.rounds() - 1)) {
      Matcher group = Pattern.compile("-e \\{([^}]*)}").matcher(round);
      assertThat(group.find()).as(round).isTrue();
      groups.add(group.group(1));
      assertThat(group.find()).as("one group in " + round).isFalse();
    }
    assertThat(groups)
        .allSatisfy(group ->
            assertThat(group.split(",")).startsWith("cycles", "instructions").hasSizeBetween(3, 5));
    assertThat(groups.getFirst())
        .isEqualTo("cycles,instructions,machine_clears.count,branches,branch-misses");
    assertThat(rounds.get(recorded.rounds() - 1)).contains("-M TopdownL1").doesNotContain("-e ");
    assertThat(rounds.getFirst()).contains("-e task-clock -e context-switches");
    assertThat(recorded.without()).anyMatch(text -> text.contains("LLC-loads"));
  }

  @Test
  void shouldDivideEachEventByTheWorkOfItsOwnRounds() throws IOException {
    Capture capture = record(PERF, 1).capture();

    assertThat(capture.metrics().get("cycles per instruction")).isEqualTo(3, within(1e-9));
    // twenty thousand in a million, in rounds with little and in rounds with much work
    assertThat(capture.metrics())
        .extractingByKeys(
            "L1-dcache-loads per 1000 instructions",
            "branches per 1000 instructions",
            "iTLB-load-misses per 1000 instructions")
        .allSatisfy(value -> assertThat(value).isEqualTo(20, within(1e-9)));
    assertThat(capture.metrics().get("machine_clears.count per 1000 instructions"))
        .isEqualTo(0.4, within(1e-9));
    assertThat(capture.metrics().get("tma_backend_bound (%)")).isEqualTo(41.5);
    assertThat(capture.metrics().get("CPUs used")).isEqualTo(0.9, within(1e-9));
    assertThat(capture.notes()).noneMatch(note -> note instanceof CountersReason.CountsScaled);
  }

  @Test
  void shouldWriteWhatAComparisonReads() throws IOException {
    Capture slow = CaptureFile.parse("slow.csv", record(PERF, 2).text());
    Files.delete(folder.resolve("rounds"));
    Capture fast = CaptureFile.parse("fast.csv", record(PERF, 1).text());

    CountersRecord found = CounterComparison.of(slow, fast);
    assertThat(found.hypotheses().getFirst().name()).startsWith("cache lines shared");
    assertThat(found.rows().getFirst().ratio()).isNotNull();
    assertThat(found.slow().format()).isEqualTo("foliot counters record");
  }

  @Test
  void shouldKeepWholeRoundsWhereTheProcessEnds() throws Exception {
    Process target = new ProcessBuilder("sleep", "60").start();
    try {
      String dying =
          PERF.replace(
              "work=2",
              "{ kill -KILL "
                  + target.pid()
                  + "; while kill -0 "
                  + target.pid()
                  + " 2>/dev/null; do sleep 0.01; done; }");
      Recorded recorded = value(recording(dying, 1).of(target.pid(), SECOND, QUIET));

      assertThat(recorded.counted()).isEqualTo(6);
      assertThat(recorded.cut())
          .isInstanceOfSatisfying(
              CountersReason.CountingCut.class,
              cut -> assertThat(cut.why()).isEqualTo(CountersReason.Cut.PROCESS_ENDED));
      assertThat(CaptureFile.parse("x", recorded.text()).metrics())
          .containsKey("cycles per instruction");
    } finally {
      target.destroyForcibly();
    }
  }

  @Test
  void shouldKeepWholeRoundsAndLeaveNoPerfWhenItIsInterrupted() throws Exception {
    Path started = folder.resolve("started");
    String slow =
        PERF.replace(
            "work=2",
            "{ echo $$ > "
                + started
                + ".part; mv "
                + started
                + ".part "
                + started
                + "; exec sleep 60; }");
    CounterRecording recording = recording(slow, 1);
    CompletableFuture<Reading<Recorded>> ended = new CompletableFuture<>();
    Thread counting =
        Thread.ofPlatform().start(() -> ended.complete(recording.of(SELF, SECOND, QUIET)));
    while (!Files.exists(started)) {
      assertThat(counting.isAlive()).isTrue();
      counting.join(Duration.ofMillis(5));
    }
    ProcessHandle perf =
        ProcessHandle.of(Long.parseLong(Files.readString(started).strip())).orElseThrow();
    counting.interrupt();

    Recorded recorded = value(ended.get(60, TimeUnit.SECONDS));
    assertThat(recorded.interrupted()).isTrue();
    assertThat(recorded.counted()).isEqualTo(6);
    perf.onExit().get(60, TimeUnit.SECONDS);
    assertThat(perf.isAlive()).isFalse();
  }

  @Test
  void shouldSayWhyNothingCanBeCounted() throws IOException {
    assertThat(
            new CounterRecording(LIVE, new Programs(folder.toString()), PerfRunTest.granting())
                .of(SELF, SECOND, QUIET))
        .satisfies(none -> refused(none, "perf is not installed", "install it"));
    assertThat(recording(PERF, 1).of(NO_PROCESS, SECOND, QUIET))
        .satisfies(none -> refused(none, "there is no process " + NO_PROCESS, "PID namespace"));
    String denied =
        PERF.replace(
            "work=1",
            "[ \"$target\" = trial ] || { echo 'Error: Access to performance monitoring and"
                + " observability operations is limited.' >&2; exit 255; }\nwork=1");
    assertThat(recording(denied, 1).of(SELF, SECOND, QUIET))
        .satisfies(none -> refused(none, "exit code 255", "perf_event_paranoid"));
  }

  /** Most virtual machines; on one with counters it counts. */
  @Test
  void shouldRefuseAMachineWithoutCountersOrCount() {
    assumeTrue(Programs.ofThisProcess().find("perf").isPresent(), "there is no perf");
    Reading<Recorded> recorded = new CounterRecording().of(SELF, SECOND, QUIET);

    if (PerfProbe.counts(PerfEvent.Hardware.CYCLES) instanceof Reading.Unavailable<Long>) {
      assertThat(recorded).isInstanceOf(Reading.Unavailable.class);
    } else {
      assertThat(value(recorded).capture().metrics()).containsKey("cycles per instruction");
    }
  }

  private static void refused(Reading<Recorded> reading, String... words) {
    assertThat(((Reading.Unavailable<Recorded>) reading).sentence()).contains(words);
  }

  private static Recorded value(Reading<Recorded> reading) {
    assertThat(reading).isInstanceOf(Reading.Value.class);
    return reading.toOptional().orElseThrow();
  }

  private Recorded record(String script, int slow) throws IOException {
    return value(recording(script, slow).of(SELF, SECOND, QUIET));
  }

  private CounterRecording recording(String script, int slow) throws IOException {
    String text =
        script.replace("FOLDER", folder.toString()).replace("SLOW", Integer.toString(slow));
    Path perf = Files.writeString(folder.resolve("perf"), text);
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new CounterRecording(LIVE, new Programs(folder + ":" + REST), PerfRunTest.granting());
  }
}
