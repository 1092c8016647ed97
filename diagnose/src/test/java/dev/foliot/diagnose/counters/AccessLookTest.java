package dev.foliot.diagnose.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.counters.access.AccessResult;
import dev.foliot.diagnose.counters.access.AccessTally;
import dev.foliot.diagnose.counters.access.AccessText;
import dev.foliot.diagnose.counters.access.Made;
import dev.foliot.diagnose.counters.access.ScriptSamples;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A script replaces perf: a test machine may lack sampling of data addresses. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class AccessLookTest {
  private static final long PID = 4711;
  private static final String REST = Programs.ofThisProcess().path();
  private static final String CACHE = Long.toHexString(Made.KLASS + 32);
  private static final String SUPERS = Long.toHexString(Made.KLASS + 40);

  /** Writes and reads of two threads on one line of a class, as on Intel. */
  private static final String CONTENDED =
      "  for i in 1 2 3 4 5 6; do\n"
          + "  echo '4712  200003        cpu/mem-stores/P:  "
          + CACHE
          + "  11e05080144 |OP STORE|LVL L1 hit|SNP N/A|TLB N/A|LCK N/A|BLK  N/A  0 "
          + " 7f3c4d00a1c0'\n"
          + "  echo '4713  13 cpu/mem-loads,ldlat=30/P:  "
          + SUPERS
          + "  10668800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L1 or L2 hit|LCK No|BLK  N/A"
          + "  131  7f3c4d00a1b3'\n"
          + "  done\n";

  @TempDir Path programs;

  @BeforeEach
  void needWhatStartsIt() {
    Programs tools = Programs.ofThisProcess();
    assumeTrue(tools.find("setsid").isPresent() && tools.find("setpriv").isPresent(), "util-linux");
  }

  /** Runs with shell code for recording and for printing. */
  private AccessLook look(String record, String script) throws IOException {
    String text =
        "#!/bin/sh\necho \"$@\" >> "
            + programs
            + "/asked\ncase $1 in\nmem)\n"
            + record
            + "  ;;\nscript)\n"
            + script
            + "  ;;\nesac\n";
    Path perf = Files.writeString(programs.resolve("perf"), text);
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new AccessLook(
        Path.of("/"),
        PID,
        Duration.ofMillis(400),
        new Programs(programs + ":" + REST),
        use -> Reading.of(use.apply(Made.places("com.acme.Both"))));
  }

  private AccessResult taken(String record, String script) throws IOException {
    AccessResult notes = look(record, script).take();
    for (String asked : asked()) {
      String file = asked.replaceAll(".*(?:--output=|-i )(\\S+)/accesses.data.*", "$1");
      assertThat(Path.of(file)).as(asked).isAbsolute().doesNotExist();
    }
    return notes;
  }

  private List<String> asked() throws IOException {
    Path asked = programs.resolve("asked");
    return Files.exists(asked) ? Files.readAllLines(asked) : List.of();
  }

  @Test
  void shouldTryItFirstAndThenSample() throws IOException {
    AccessResult notes = taken("  true\n", CONTENDED);

    assertThat(notes.limits())
        .containsExactly(new CountersReason.DataPlacesUnknown(new JvmReason.LoadersBehind()));
    assertThat(unsupported(notes)).isEmpty();
    assertThat(notes.lookedAt().getFirst())
        .isEqualTo(
            "perf mem for 200 ms: 12 accesses of 2 threads: 100.0 % structures of classes (Klass)");
    assertThat(notes.lookedAt().get(1)).startsWith("confirms sharing: 2 threads touch");
    assertThat(notes.confirmed()).containsOnlyKeys(Made.KLASS);
    assertThat(asked()).hasSize(3);
    assertThat(asked().getFirst())
        .startsWith("mem record --all-user --pid=4711 --max-size=8388608B --output=/")
        .endsWith("setpriv --pdeathsig KILL -- sleep 0.050");
    assertThat(asked().get(1)).endsWith(" sleep 0.200");
    assertThat(asked().getLast())
        .startsWith("script --itrace=M -F " + ScriptSamples.FIELDS + " -i /");
  }

  @Test
  void shouldSampleAllProcessesWherePerfCanSampleNoSingleOne() throws IOException {
    AccessResult notes =
        taken(
            """
              case "$*" in *--pid*)
              echo 'Error: Invalid event (ibs_op//) in per-thread mode' >&2; exit 234;;
              esac
            """,
            "  echo '4712 100000 ibs_op//: "
                + CACHE
                + " 1e05080021 |OP N/A|LVL N/A or N/A|SNP N/A|TLB N/A|LCK N/A|BLK  N/A 0 7f00'\n");

    assertThat(notes.lookedAt())
        .containsExactly(
            "perf mem for 200 ms on all CPUs, since it samples no single process here; of this"
                + " process: 1 access of 1 thread: 100.0 % structures of classes (Klass)");
    assertThat(asked()).hasSize(5);
    assertThat(asked().get(1)).startsWith("mem record --pid=4711 ");
    assertThat(asked().get(2)).startsWith("mem record -a --max-size");
    assertThat(asked().getLast()).endsWith(" --pid=4711");
  }

  @Test
  void shouldSayThatNoSampleHasAnAddress() throws IOException {
    AccessResult notes = taken("  true\n", "  echo '4712 1 ibs_op//: 0 1e05080021 0 7f00'\n");

    assertThat(notes.lookedAt()).isEmpty();
    assertThat(unsupported(notes))
        .singleElement()
        .asString()
        .contains("none of them has an address");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "255 | failed: memory events not supported | 1 | *.metal",
        "255 | failed: no PMU supports the memory events | 1 | hypervisor passes",
        "129 | Error: unknown option max-size=8388608B | 1 | use one of 5.11 or later",
      })
  void shouldSayWhereItWouldBeHad(int exit, String said, int tries, String where)
      throws IOException {
    AccessResult notes = taken("  echo '" + said + "' >&2; exit " + exit + "\n", "");

    assertThat(notes.lookedAt()).isEmpty();
    assertThat(faults(notes)).isEmpty();
    assertThat(unsupported(notes))
        .singleElement()
        .asString()
        .startsWith("which memory the threads touch: perf mem record says: ")
        .contains(where);
    assertThat(asked()).hasSize(tries);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "255 | Access to performance monitoring operations is limited. | 3 | CAP_PERFMON",
        "255 | failed to open: No such process | 1 | PID namespace",
        "255 | Too many events are opened: Too many open files | 1 | ulimit -n",
        "127 | setpriv: failed to execute perf | 1 | install it",
        "139 | Segmentation \u001b[2Jfault | 3 | by itself",
        "244 | '' | 3 | ended with exit code 244 and said nothing",
      })
  void shouldSayWhatHelps(int exit, String said, int tries, String remedy) throws IOException {
    AccessResult notes = taken("  echo '" + said + "' >&2; exit " + exit + "\n", "");

    assertThat(unsupported(notes)).isEmpty();
    assertThat(faults(notes)).singleElement().asString().contains(remedy).doesNotContain("\u001b");
    assertThat(asked()).hasSize(tries);
  }

  @Test
  void shouldAskForTheRightThatIsMissing() throws IOException {
    AccessResult notes =
        taken(
            """
              case "$*" in *--pid*) echo 'Invalid argument' >&2; exit 1;;
              *) echo 'Permission denied' >&2; exit 1;; esac
            """,
            "");

    assertThat(faults(notes)).singleElement().asString().contains("Permission", "CAP_PERFMON");
  }

  @Test
  void shouldRefuseWhatPerfNeverPrints() throws IOException {
    for (String script : new String[] {"  echo rubbish\n", "  head -c 17000000 /dev/zero\n", ""}) {
      AccessResult notes = taken("  true\n", script);

      assertThat(notes.lookedAt()).isEmpty();
      assertThat(faults(notes)).hasSize(1);
    }
    AccessResult ended = taken("  true\n", "  echo 'incompatible file format' >&2; exit 255\n");
    assertThat(faults(ended).getFirst()).contains("perf script says: incompatible file format");
  }

  @Test
  void shouldTellOfLinesThatAreNoSamples() throws IOException {
    AccessResult notes = taken("  true\n", CONTENDED + "  echo '4711 broken'\n");

    assertThat(notes.lookedAt()).hasSizeGreaterThan(1);
    assertThat(faults(notes))
        .anySatisfy(fault -> assertThat(fault).contains("1 lines of perf script", "4711 broken"));
  }

  @Test
  void shouldKeepTheFirstOfWhatDoesNotEnd() throws IOException {
    String line = "4711 1 x: " + CACHE + " 2 |OP LOAD 0 7f00";
    AccessResult notes = taken("  exit 143\n", "  yes '" + line + "' | head -c 20000000\n");

    assertThat(notes.lookedAt().getFirst()).contains("accesses of 1 thread");
    assertThat(faults(notes))
        .anySatisfy(fault -> assertThat(fault).contains("no room for all samples"));
  }

  @Test
  void shouldEndPerfWhenItIsInterrupted() throws Exception {
    Path started = programs.resolve("started");
    AccessLook look =
        look(
            "  echo $$ > "
                + started
                + ".part; mv "
                + started
                + ".part "
                + started
                + "; exec sleep 60\n",
            "");
    AccessLook.Slice slice = new AccessLook.Slice(look);
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    CompletableFuture<AccessResult> notes = new CompletableFuture<>();
    Thread waiting =
        Thread.ofPlatform()
            .start(() -> {
              notes.complete(slice.await());
              flag.complete(Thread.currentThread().isInterrupted());
            });
    while (!Files.exists(started)) {
      waiting.join(Duration.ofMillis(5));
    }
    ProcessHandle perf =
        ProcessHandle.of(Long.parseLong(Files.readString(started).strip())).orElseThrow();
    waiting.interrupt();

    assertThat(faults(notes.get(30, TimeUnit.SECONDS)).getFirst()).contains("interrupted");
    assertThat(flag.get(30, TimeUnit.SECONDS)).isTrue();
    perf.onExit().get(30, TimeUnit.SECONDS);
  }

  @Test
  void shouldAddNothingWherePerfIsMissing() {
    AccessLook look =
        new AccessLook(
            Path.of("/"),
            PID,
            Duration.ofSeconds(1),
            new Programs(programs.toString()),
            use -> Reading.unavailable(new ProcessReason.NoProcess()));

    assertThat(look.take()).isEqualTo(AccessResult.NONE);
  }

  @Test
  void shouldAddToWhatWasCounted() {
    ExaminationRecord counted =
        ExaminationRecord.of(
            Status.DONE,
            null,
            "sum",
            List.of("perf stat for 1 s", "a: 1"),
            Reasons.plain(List.of("x")));
    AccessResult report = report();
    AccessResult notes =
        report.with(
            List.of(
                new CountersReason.AccessesUnknown(new CountersReason.NoDataAddresses(), true)));

    ExaminationRecord both = notes.addedTo(counted);
    assertThat(both.status()).isEqualTo(Status.DONE);
    assertThat(both.lookedAt()).startsWith("perf stat for 1 s", "fake: 0 accesses of 0 threads");
    assertThat(both.lookedAt()).endsWith("a: 1");
    assertThat(both.couldNot()).hasSize(2).startsWith("x");
    assertThat(both.summary()).isEqualTo("sum");

    ExaminationRecord faulty =
        AccessResult.failed(new CountersReason.SamplesCut()).addedTo(counted);
    assertThat(faulty.status()).isEqualTo(Status.PARTIAL);
    assertThat(faulty.limit())
        .contains(new CountersReason.AccessesUnknown(new CountersReason.SamplesCut(), false));
    ExaminationRecord none =
        ExaminationRecord.of(
            Status.UNAVAILABLE,
            new Reason.Plain("why"),
            "could not",
            List.of(),
            Reasons.plain(List.of("why")));
    assertThat(AccessResult.failed(new CountersReason.SamplesCut()).addedTo(none)).isEqualTo(none);
    assertThat(AccessResult.unsupported(new CountersReason.SamplesCut()).addedTo(none))
        .isEqualTo(none);
    assertThat(notes.addedTo(none).status()).isEqualTo(Status.PARTIAL);
    assertThat(notes.addedTo(none).reason()).isEqualTo("why");
  }

  /** The failures. */
  static List<String> faults(AccessResult result) {
    return limits(result, false);
  }

  /** The unsupported parts. */
  static List<String> unsupported(AccessResult result) {
    return limits(result, true);
  }

  private static List<String> limits(AccessResult result, boolean isUnsupported) {
    return result.limits().stream()
        .filter(one ->
            isUnsupported
                == (one instanceof CountersReason.AccessesUnknown it && it.isUnsupported()))
        .map(Reason::text)
        .toList();
  }

  private static AccessResult report() {
    return new AccessText(new AccessTally(64), Made.places("x")).report("fake");
  }
}
