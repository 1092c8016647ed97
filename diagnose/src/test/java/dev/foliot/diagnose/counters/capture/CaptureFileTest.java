package dev.foliot.diagnose.counters.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.CountersReason.CountsScaled;
import dev.foliot.linux.reason.CountersReason.EventsUnsupported;
import dev.foliot.linux.reason.CountersReason.UserModeOnly;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures in the formats of perf 6.1 and PerfSpect, all written for these tests. */
class CaptureFileTest {
  @TempDir Path temp;

  @Test
  void shouldReadWhatPerfSeparates() throws Exception {
    Capture slow = resource("slow.csv");

    assertThat(slow.format()).isEqualTo("perf stat -x");
    assertThat(slow.metrics())
        .contains(entry("cycles per instruction", 2.0))
        .containsKey("branch-misses of branches (%)");
    assertThat(slow.metrics().get("machine_clears.count per 1000 instructions"))
        .isCloseTo(0.8, within(0.001));
    assertThat(slow.metrics().get("GHz while on a CPU")).isCloseTo(3.0, within(0.001));
    assertThat(slow.metrics().get("CPUs used")).isCloseTo(1.001, within(1e-9));
    assertThat(slow.metrics().get("context-switches per CPU-second"))
        .isCloseTo(120.15, within(0.01));
    assertThat(slow.counts()).contains(entry("cycles", 30_037_350_000.0));
    assertThat(slow.notes())
        .anyMatch(
            note -> note instanceof CountsScaled(var events) && events.contains("cycles 83 %"))
        .anyMatch(new EventsUnsupported(List.of("LLC-stores"))::equals);
    assertThat(slow.userOnly()).isEmpty();
  }

  @Test
  void shouldReadWhatPerfPrintsAsJsonWithItsQuirks() throws Exception {
    Capture slow = resource("slow.json");

    assertThat(slow.format()).isEqualTo("perf stat -j");
    assertThat(slow.metrics())
        .contains(entry("cycles per instruction", 2.0), entry("stalled cycles per insn", 0.25));
    assertThat(slow.userOnly()).contains("cycles", "instructions");
    assertThat(slow.notes())
        .anyMatch(note ->
            note instanceof UserModeOnly(var events)
                && events.containsAll(List.of("cycles", "instructions")));
  }

  @Test
  void shouldTakeAnySeparator() {
    for (String separator : List.of(",", ";", "\t", "|", ":", "@", "~", "::", "||", " ; ")) {
      String text =
          "7000.5|msec|task-clock|7000500000|100.00|1.0|CPUs utilized\n3000||cycles|9|100.00||\n"
                  .replace("|", separator)
              + "1000||instructions|9|100.00||\n".replace("|", separator);

      assertThat(CaptureFile.parse("x", text).metrics())
          .as(separator)
          .contains(entry("cycles per instruction", 3.0), entry("task-clock (ms)", 7000.5));
    }
  }

  @Test
  void shouldReadEventsWithCommasBetweenCommas() {
    Capture capture =
        CaptureFile.parse(
            "x",
            """
            1000,,instructions:u,9,100.00,,
            30,,cpu/event=0xc3,umask=0x1,name=machine_clears.count/u,9,100.00,,
            20,,uncore_imc_0/event=0x4,umask=0x3/,9,100.00,,
            """);

    assertThat(capture.counts())
        .contains(
            entry("machine_clears.count", 30.0), entry("uncore_imc_0/event=0x4,umask=0x3/", 20.0));
  }

  @Test
  void shouldReadDecimalCommas() {
    for (String text :
        List.of(
            """
            7000,50;msec;task-clock;7000500000;100,00;0,997;CPUs utilized
            3000;;cycles;9;50,25;;
            """,
            """
            7000,50,msec,task-clock,7000500000,100,00,0,997,CPUs utilized
            3000,,cycles,9,50,25,,
            """,
            """
                 1,000107385,7000,50,msec,task-clock,7000500000,100,00,0,997,CPUs utilized
                 1,000107385,3000,,cycles,9,50,25,,
            """,
            "{\"counter-value\" : \"7000,500000\", \"unit\" : \"msec\", \"event\" : \"task-clock\","
                + " \"event-runtime\" : 7000500000, \"pcnt-running\" : 100,00, \"metric-value\" :"
                + " 0,997000, \"metric-unit\" : \"CPUs utilized\"}\n"
                + "{\"counter-value\" : \"3000,000000\", \"unit\" : \"\", \"event\" : \"cycles\","
                + " \"event-runtime\" : 9, \"pcnt-running\" : 50,25}\n")) {
      Capture capture = CaptureFile.parse("x", text);

      assertThat(capture.metrics()).as(text).contains(entry("task-clock (ms)", 7000.5));
      assertThat(capture.counts()).as(text).contains(entry("cycles", 3000.0));
      assertThat(capture.notes())
          .as(text)
          .anyMatch(
              note -> note instanceof CountsScaled(var events) && events.contains("cycles 50 %"));
      assertThat(capture.metrics()).as(text).containsKey("CPUs used");
    }
  }

  /** As a spreadsheet writes them, or perf in another locale. */
  @Test
  void shouldReadGroupsOfThousands() {
    String lines = "%s;msec;task-clock;9;100.00;;\n%s;;cs;9;100.00;;\n%s;;cycles;9;50.00;;\n";
    for (String text :
        List.of(
            lines.formatted("1.234,56", "1.330", "60.000.000"),
            lines.formatted("1,234.56", "1,330", "60,000,000"),
            lines.formatted("1234,56", "1330", "60000000"))) {
      assertThat(CaptureFile.parse("x", text).counts())
          .as(text)
          .containsOnly(entry("task-clock", 1234.56), entry("cs", 1330.0), entry("cycles", 60e6));
    }
  }

  @Test
  void shouldAddUpIntervalsCpusAndThreads() {
    assertThat(
            counts(
                """
                # started on Sun Nov 22 09:00:00 2026
                     1.000107385;1000;;cycles;9;100.00;;
                     1.000107385;<not counted>;;instructions;0;0.00;;
                     2.000231112;2000;;cycles;9;100.00;;
                     2.000231112;500;;instructions;9;100.00;;
                """))
        .contains(
            entry("cycles", 3000.0),
            entry("instructions", 500.0),
            entry("duration_time", 2000231112.0));
    assertThat(counts("CPU0,1000,,cycles,9,100.00,,\nCPU1,2000,,cycles,9,100.00,,\n"))
        .contains(entry("cycles", 3000.0));
    assertThat(counts("S0,8,1000,,cycles,9,100.00,,\nS1,8,2000,,cycles,9,100.00,,\n"))
        .contains(entry("cycles", 3000.0));
    assertThat(counts("S0-D0-C1,2,1000,,cycles,9,100.00,,\n")).contains(entry("cycles", 1000.0));
    assertThat(counts("     1.000107385,S0,8,20.5,msec,task-clock,9,100.00,1.0,CPUs utilized\n"))
        .contains(entry("task-clock", 20.5));
    assertThat(
            counts(
                """
                          java-4711;1000;;cycles;9;100.00;;
                GC Thread#0-4712;2000;;cycles;9;100.00;;
                """))
        .contains(entry("cycles", 3000.0));
    assertThat(
            counts(
                """
                {"interval" : 1.000107385, "cpu" : "0", "counter-value" : "1000.000000", "unit" : "", "event" : "cycles", "event-runtime" : 9, "pcnt-running" : 100.00}
                {"interval" : 1.000107385, "cpu" : "1", "counter-value" : "500.000000", "unit" : "", "event" : "cycles", "event-runtime" : 9, "pcnt-running" : 100.00}
                """))
        .contains(entry("cycles", 1500.0), entry("duration_time", 1000107385.0));
  }

  private static java.util.Map<String, Double> counts(String text) {
    return CaptureFile.parse("x", text).counts();
  }

  @Test
  void shouldAddUpTheCpusThatThreadsUse() {
    Capture capture =
        CaptureFile.parse(
            "x",
            """
            java-4711;750.00;msec;task-clock;750000000;100.00;0.750;CPUs utilized
            GC Thread#0-4712;500.00;msec;task-clock;500000000;100.00;0.500;CPUs utilized
            """);

    assertThat(capture.metrics()).contains(entry("CPUs used", 1.25));
  }

  @Test
  void shouldReadRepetitionsGroupsAndLinesThatGoOn() {
    Capture capture =
        CaptureFile.parse(
            "x",
            """
            3000;;cycles;1.53%;9;100.00;2.5;GHz
            1000;;instructions;0.20%;9;100.00;0.33;insn per cycle
            ;;;;;;0.75;stalled cycles per insn
            30;;branch-misses;/sys/fs/cgroup/a;9;100.00;;
            12;;slots;9;100.00;25.0;%  tma_retiring
            """);

    assertThat(capture.metrics())
        .contains(
            entry("cycles per instruction", 3.0),
            entry("stalled cycles per insn", 0.75),
            entry("branch-misses per 1000 instructions", 30.0),
            entry("tma_retiring (%)", 25.0));
  }

  /** Newer versions print the whole of AMD's and Arm's shares. */
  @Test
  void shouldNameAShareWithoutWhatItIsOf() {
    assertThat(
            CaptureFile.parse(
                    "x",
                    """
                    12;;a;9;100.00;25.0;%slots  frontend_bound
                    12;;b;9;100.00;5.5;percent of slots  bad_speculation
                    12;;c;9;100.00;1.5;%ops  bad_speculation_from_mispredicts
                    12;;d;9;100.00;7.5;MPKI  branch_mpki
                    """)
                .metrics())
        .contains(
            entry("frontend_bound (%)", 25.0),
            entry("bad_speculation (%)", 5.5),
            entry("bad_speculation_from_mispredicts (%)", 1.5),
            entry("MPKI branch_mpki", 7.5));
    assertThat(
            CaptureFile.parse(
                    "x",
                    "{\"metric-value\" : \"5.5\", \"metric-unit\" : \"percent of slots "
                        + " retiring\"}")
                .metrics())
        .containsExactly(entry("retiring (%)", 5.5));
  }

  @Test
  void shouldReadMetricsAlone() {
    assertThat(
            CaptureFile.parse("x", "GHz,insn per cycle,of all branches,\n3.1,0.5,1.2,\n").metrics())
        .contains(entry("cycles per instruction", 2.0), entry("GHz while on a CPU", 3.1));
    assertThat(
            CaptureFile.parse(
                    "x",
                    "{\"GHz\" : \"3.1\", \"insn per cycle\" : \"0.5\", \"tma_retiring\" : 20.5}\n")
                .metrics())
        .contains(entry("cycles per instruction", 2.0), entry("tma_retiring", 20.5));
  }

  @Test
  void shouldNotCountHybridCoresTwice() {
    Capture capture =
        CaptureFile.parse(
            "x",
            """
            4000;;cpu_core/cycles/;9;50.00;;
            2000;;cpu_atom/cycles/;9;50.00;;
            2000;;cpu_core/instructions/;9;50.00;;
            4000;;cpu_atom/instructions/;9;50.00;4.0;insn per cycle
            """);

    assertThat(capture.metrics()).contains(entry("cycles per instruction", 1.0));
    assertThat(capture.counts()).contains(entry("cycles", 3000.0));
    assertThat(capture.notes()).anyMatch(CountersReason.CountsAddedUp.class::isInstance);
  }

  @Test
  void shouldReadTheTopDownLevelsFromTheirEvents() {
    assertThat(
            CaptureFile.parse(
                    "x",
                    """
                    1000;;slots;9;100.00;;
                    250;;topdown-retiring;9;100.00;;
                    500;;topdown-be-bound;9;100.00;;
                    """)
                .metrics())
        .contains(entry("tma_retiring (%)", 25.0), entry("tma_backend_bound (%)", 50.0));
  }

  @Test
  void shouldReadPerfSpectInItsVersions() throws Exception {
    Capture summary = resource("perfspect-slow.csv");
    assertThat(summary.format()).isEqualTo("PerfSpect CSV");
    assertThat(summary.metrics())
        .contains(
            entry("cycles per instruction", 2.1),
            entry("GHz while on a CPU", 2.5),
            entry("TMA_..Machine_Clears(%)", 8.4))
        .doesNotContainKey("NUMA %_Reads addressed to remote DRAM");
    assertThat(CaptureFile.parse("x", "metrics,avg,p95,min,max\nmetric_CPI,0.5,1,1,1\n").metrics())
        .containsExactly(entry("cycles per instruction", 0.5));
    assertThat(CaptureFile.parse("x", "metric,CPU0,CPU1\nCPI,1,3\n").metrics())
        .containsExactly(entry("cycles per instruction", 2.0));
    assertThat(
            CaptureFile.parse("x", "SKT,metric,mean,min,max,stddev\n0,CPI,1,1,1,1\n1,CPI,3,1,1,1\n")
                .metrics())
        .containsExactly(entry("cycles per instruction", 2.0));
    assertThat(CaptureFile.parse("x", "TS,SKT,CPU,CID,CPI\n5,,,,1\n10,,,,3\n").metrics())
        .containsExactly(entry("cycles per instruction", 2.0));
  }

  @Test
  void shouldRefuseDamageWithItsLine() {
    List<String> damaged =
        List.of(
            "3000;;cycles;9;100.00;;\n100",
            "3000;;cycles;9;100.00;;\n1000;;instr",
            "3000;;cycles;9;100.00;;\n10x0;;instructions;9;100.00;;\n",
            "3000;;cycles;9;100.00;;\n-10;;instructions;9;100.00;;\n",
            "3000;;cycles;9;100.00;;\n10;;instructions;9;700.00;;\n",
            "3000;;cycles;9;100.00;;\nSegmentation fault\n",
            "3000;;cycles;9;100.00;;\n" + "9".repeat(70_000) + ";;x;9;100.00;;\n",
            "3000;;cycles;9;100.00;;\n\0\0\0\n",
            "{\"counter-value\" : \"3\", \"unit\" : \"\", \"event\" : \"cycles\", \"event-runtime\""
                + " : 9, \"pcnt-running\" : 100.00}\n"
                + "{\"counter-value\" : \"5\", \"unit\" : \"\", \"ev",
            "{\"counter-value\" : \"3\", \"unit\" : \"\", \"event\" : \"cycles\"}\n"
                + "{\"counter-value\" : \"5\", \"unit\" : \"\"}",
            "{\"counter-value\" : \"3\", \"unit\" : \"\", \"event\" : \"cycles\"}\n"
                + "{\"counter-value\" : \"five\", \"unit\" : \"\", \"event\" : \"instructions\"}",
            "{\"counter-value\" : \"3\", \"event\" : \"cycles\"}\nhello\n",
            "metric,mean,min,max,stddev\nCPI,one,1,1,1\n",
            "metric,mean,min,max,stddev\nCPI,1,1\n",
            "metric,mean,min,max,stddev\nCPI," + "9".repeat(400) + ",1,1,1\n",
            "GHz,insn per cycle,\n3.1,x,\n");
    for (String text : damaged) {
      assertThatThrownBy(() -> CaptureFile.parse("some.txt", text))
          .as(text.substring(0, Math.min(200, text.length())))
          .isInstanceOf(CaptureException.class)
          .hasMessageStartingWith("some.txt:2: ");
    }
  }

  @Test
  void shouldRefuseWhatIsNoCaptureWithItsLine() {
    for (String text :
        List.of("", "\n\n", "hello\n", "a,b\n1,2\n", "\u001b[2J\n", "PERFILE2\0\0", "12 34\n")) {
      assertThatThrownBy(() -> CaptureFile.parse("some.txt", text))
          .as(text)
          .isInstanceOf(CaptureException.class)
          .hasMessageStartingWith("some.txt:1: ")
          .message()
          .doesNotContain("\u001b", "\n", "\0");
    }
    assertThatThrownBy(() -> CaptureFile.parse("x", "hello"))
        .hasMessageContaining("perf stat (as text, -x or -j)")
        .hasMessageContaining("Arm topdown-tool CSV");
    assertThatThrownBy(() -> CaptureFile.parse("x", "<not supported>;;cycles;0;100.00;;\n"))
        .hasMessageContaining("none of its events (cycles)");
    assertThatThrownBy(() -> CaptureFile.parse("x", "PERFILE2\0"))
        .hasMessageContaining("perf's own file")
        .hasMessageContaining("perf c2c report --stats");
    assertThatThrownBy(() ->
            CaptureFile.parse("x", "====\n  Shared Data Cache Line Table (2 entries)\n====\n"))
        .hasMessageContaining("give its statistics, which perf c2c report --stats prints");
  }

  @Test
  void shouldRefuseFilesThatAreNoCaptures() throws IOException {
    assertThatThrownBy(() -> CaptureFile.read(temp.resolve("none")))
        .isInstanceOf(CaptureException.class)
        .hasMessageContaining("no such file");
    assertThatThrownBy(() -> CaptureFile.read(temp)).isInstanceOf(CaptureException.class);
    Path long17 = Files.write(temp.resolve("long"), new byte[17 << 20]);
    assertThatThrownBy(() -> CaptureFile.read(long17)).hasMessageContaining("longer than 16 MiB");
  }

  /** Any input is parsed, or refused in one line. */
  @Test
  void shouldSurviveAnyDamage() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (String name : List.of("slow.csv", "slow.json", "perfspect-slow.csv")) {
      byte[] good = Files.readAllBytes(path(name));
      for (int i = 0; i < 300; i++) {
        byte[] bad =
            random.nextInt(3) == 0
                ? Arrays.copyOf(good, random.nextInt(good.length))
                : good.clone();
        for (int n = random.nextInt(4); n > 0 && bad.length > 0; n--) {
          bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
        }
        try {
          CaptureFile.parse(name, new String(bad, StandardCharsets.UTF_8));
        } catch (CaptureException e) {
          assertThat(e.getMessage()).as("seed %d", seed).doesNotContainPattern("\\p{Cntrl}");
        }
      }
    }
  }

  @Test
  void shouldNotTakeLongOverHostileLines() {
    for (String line :
        List.of(
            "\"".repeat(60_000),
            "{" + "\"a\":\"".repeat(8_000),
            ";".repeat(60_000),
            "/,".repeat(30_000),
            "{\"a\" : \"" + "\\".repeat(50_000))) {
      assertThatExceptionOfType(CaptureException.class)
          .isThrownBy(() -> CaptureFile.parse("x", line + "\n" + line));
    }
  }

  private static Capture resource(String name) throws Exception {
    return CaptureFile.read(path(name));
  }

  private static Path path(String name) throws URISyntaxException {
    return Path.of(
        Objects.requireNonNull(
                CaptureFileTest.class.getResource("/dev/foliot/diagnose/counters/" + name))
            .toURI());
  }
}
