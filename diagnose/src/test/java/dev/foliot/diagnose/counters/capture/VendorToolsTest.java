package dev.foliot.diagnose.counters.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The tables of toplev, VTune, AMDuProfPcm and topdown-tool, written for these tests. */
class VendorToolsTest {
  private static final String TOPLEV =
      """
      # 4.8-full-perf on Intel(R) Xeon(R) Gold 6230 CPU [clx/skylake]
      CPUs,Area,Value,Unit,Description,Sample,Stddev,Multiplex,Bottleneck,Idle
      C0,Frontend_Bound,12.0,% Slots <,"Slots, unused",,0.0,25.0,,
      C0,Bad_Speculation.Machine_Clears,8.0,% Slots,,,0.0,25.0,<==,
      C1,Bad_Speculation.Machine_Clears,4.0,% Slots,,,0.0,25.0,,
      C2,Bad_Speculation.Machine_Clears,90.0,% Slots,,,0.0,25.0,,Y
      C0,Info.Thread.CPI,2.0,Metric,,,0.0,25.0,,
      """;

  private static final String EVENTS =
      """
      Function,Hardware Event Count:CPU_CLK_UNHALTED.THREAD,Hardware Event Count:INST_RETIRED.ANY,Hardware Event Count:MEM_LOAD_RETIRED.L3_MISS_PS,Module,Start Address
      "f(int, int)",3000000000,1000000000,1000000,libjvm.so,0x10
      g,1000000000,1000000000,1000000,libjvm.so,0x20
      """;

  private static final String SUMMARY =
      """
      Hierarchy Level,Metric Name,Metric Value
      0,Elapsed Time,10.000000
      1,CPU Time,20.000000
      1,Clockticks,60000000000
      1,Instructions Retired,30000000000
      1,CPI Rate,2.000000
      1,Retiring,25.0
      1,Front-End Bound,10.0
      1,Bad Speculation,15.0
      2,Machine Clears,14.0
      1,Back-End Bound,50.0
      3,DRAM Bound,N/A with HT on
      1,Bandwidth Utilization,
      1,Bandwidth Domain,Platform Maximum,Observed Maximum,Average
      1,"DRAM, GB/sec",118.0,47.9,8.3
      0,Collection and Platform Info,
      2,Name,Intel(R) Xeon(R) Platinum 8280
      """;

  private static final String CUMULATIVE =
      """
      AMDuProfPcm Report
      CPU Model,AMD EPYC 9745 128-Core Processor
      Sockets,2
      CORE METRICS
      Metric,System (Aggregated),Package (Aggregated)-0
      Utilization (%),22.92,20.0
      Eff Freq (MHz),3000.00,2900.0
      IPC (Sys + User),0.50,0.4
      CPI (Sys + User),2.00,2.5
      Giga Instructions Per Sec,74.40,40.0
      Retired Branches Mispredicted (pti),0.76,0.7
      Demand DC Fills From another CCX in same node (pti),1.20,1.0
      Frontend_Bound.Latency,30.5,29.0
      L3 METRICS
      Metric,System (Aggregated)
      L3 Access,300
      L3 Miss (pti),0.90
      """;

  private static final String OVER_TIME =
      """
      Family,0x19
      CPU Model,AMD EPYC 7713 64-Core Processor
      CORE METRICS,,,,,,L3 METRICS,
      ,Core-0,,,Core-1,,CCX-0,
      Timestamp,Eff Freq (MHz),IPC (Sys + User),L2 Miss (pti),IPC (Sys + User),L2 Miss (pti),L3 Miss,L3 Miss %
      09:12:08.123,3000.0,0.5,2.0,0.5,4.0,1000,50.0
      09:12:09.123,3000.0,0.5,2.0,0.5,4.0,1000,30.0
      """;

  private static final String ARM =
      """
      time,group,stage,level,metric,value,units
      0.10,Topdown_L1,1,1,Frontend Bound,37.11,%
      0.20,Topdown_L1,1,1,Frontend Bound,39.11,%
      0.10,MPKI,2,,Branch MPKI,1.679,"misses per 1,000 instructions"
      0.10,General,2,,Instructions Per Cycle,0.5,per cycle
      0.10,Miss_Ratio,2,,Branch Misprediction Ratio,,per branch
      """;

  private static final String PCM =
      """
      System,,,,,,,,,,Socket0,,
      Date,Time,EXEC,IPC,FREQ,AFREQ,L3MISS,L2MISS,L3MPI,L2MPI,EXEC,IPC,FREQ
      2026-11-28,10:00:01,0.50,0.80,0.60,0.90,1.2,5.0,0.0004,0.0010,0.1,0.2,0.3
      2026-11-28,10:00:02,0.50,0.80,0.60,0.70,1.2,5.0,0.0006,0.0010,0.1,0.2,0.3
      """;

  private static final String LIKWID =
      """
      --------------------------------------------------------------------------------
      CPU name:	Intel(R) Xeon(R) Gold 6148 CPU
      --------------------------------------------------------------------------------
      Group 1: BRANCH
      +------------------------------+---------+--------------+--------------+
      |             Event            | Counter | HWThread 0   | HWThread 1   |
      +------------------------------+---------+--------------+--------------+
      |       INSTR_RETIRED_ANY      |  FIXC0  | 1000000000   | 3000000000   |
      |     CPU_CLK_UNHALTED_CORE    |  FIXC1  | 2000000000   | 4000000000   |
      | BR_MISP_RETIRED_ALL_BRANCHES |   PMC1  |    2000000   |    6000000   |
      +------------------------------+---------+--------------+--------------+
      |           Event          | Counter |     Sum    | Min | Max | Avg |
      |  INSTR_RETIRED_ANY STAT  |  FIXC0  | 4000000000 |  1  |  3  |  2  |
      +----------------------------+------------+------------+
      |           Metric           | HWThread 0 | HWThread 1 |
      +----------------------------+------------+------------+
      |     Runtime (RDTSC) [s]    |     2.0    |     2.0    |
      |         Clock [MHz]        |   2400     |   2600     |
      """;

  private static final String LIKWID_CSV =
      """
      CPU name:,Intel(R) Xeon(R) Gold 6148 CPU,,
      TABLE,Group 1 Raw,BRANCH,3
      Event,Counter,HWThread 0,HWThread 1
      INSTR_RETIRED_ANY,FIXC0,1000000000,3000000000
      CPU_CLK_UNHALTED_CORE,FIXC1,2000000000,4000000000
      BR_MISP_RETIRED_ALL_BRANCHES,PMC1,2000000,6000000
      TABLE,Group 1 Raw STAT,BRANCH,1
      Event,Counter,Sum,Min,Max,Avg
      INSTR_RETIRED_ANY STAT,FIXC0,4000000000,1,3,2
      TABLE,Group 1 Metric,BRANCH,2
      Metric,HWThread 0,HWThread 1
      Runtime (RDTSC) [s],2.0,2.0
      Clock [MHz],2400,2600
      """;

  private static final String JMH =
      """
      Benchmark                              Mode  Cnt   Score    Error      Units
      Map.get                                avgt    5   4.000 \u00b1  0.100      ns/op
      Map.get:CPI                            avgt        0.250            clks/insn
      Map.get:L1-dcache-load-misses          avgt        0.400                 #/op
      Map.get:cycles                         avgt    3  10.000 \u00b1  0.200       #/op
      Map.get:\u00b7instructions:u            avgt       40.000                 #/op
      """;

  private static final String JMH_JSON =
      """
      [
          {
              "jmhVersion" : "1.37",
              "benchmark" : "Map.get",
              "primaryMetric" : {"score" : 4.0, "scoreUnit" : "ns/op"},
              "secondaryMetrics" : {
                  "\u00b7CPI" : {"score" : 0.25, "scoreUnit" : "clks/insn"},
                  "\u00b7cycles" : {"score" : 10.0, "scoreError" : "NaN", "scoreUnit" : "#/op"},
                  "\u00b7instructions" : {"score" : 40.0, "scoreUnit" : "#/op"},
                  "\u00b7L1-dcache-load-misses" : {"score" : 0.4, "scoreUnit" : "#/op"}
              }
          }
      ]
      """;

  private static final List<String> ALL =
      List.of(
          TOPLEV,
          EVENTS,
          SUMMARY,
          CUMULATIVE,
          OVER_TIME,
          ARM,
          PCM,
          LIKWID,
          LIKWID_CSV,
          JMH,
          JMH_JSON);

  /** JMH prints its table below a log, so a line that is no row is no damage there. */
  private static final List<String> TABLES = ALL.subList(0, ALL.indexOf(JMH));

  @Test
  void shouldReadTheWholeSystemsColumnsOfPcm() {
    for (String text : List.of(PCM, PCM.replace(',', ';'))) {
      Capture capture = CaptureFile.parse("x", text);

      assertThat(capture.format()).isEqualTo("PCM CSV");
      assertThat(capture.metrics())
          .containsOnly(
              entry("cycles per instruction", 1.25),
              entry("instructions per nominal cycle", 0.5),
              entry("AFREQ", 0.8),
              entry("L3 miss per instr", 0.0005),
              entry("L2 miss per instr", 0.001));
    }
  }

  @Test
  void shouldAddUpTheThreadsOfLikwid() {
    for (String text : List.of(LIKWID, LIKWID_CSV)) {
      Capture capture = CaptureFile.parse("x", text);

      assertThat(capture.format()).isEqualTo("likwid-perfctr");
      assertThat(capture.cpu()).startsWith("Intel(R) Xeon(R) Gold 6148");
      assertThat(capture.metrics())
          .contains(
              entry("cycles per instruction", 1.5),
              entry("instructions per second", 2e9),
              entry("GHz while on a CPU", 2.5),
              entry("br_misp_retired_all_branches per 1000 instructions", 2.0));
    }
  }

  @Test
  void shouldReadWhatJmhDividesByTheOperations() {
    for (String text : List.of(JMH, JMH_JSON)) {
      Capture capture = CaptureFile.parse("x", text);

      assertThat(capture.format()).isEqualTo("JMH perfnorm");
      assertThat(capture.metrics())
          .contains(
              entry("cycles per instruction", 0.25),
              entry("cycles per operation", 10.0),
              entry("instructions per operation", 40.0),
              entry("L1-dcache-load-misses per 1000 instructions", 10.0));
    }
    assertThatThrownBy(
            () -> CaptureFile.parse("x", JMH + JMH.replace("Map.get", "Map.put").substring(78)))
        .isInstanceOf(CaptureException.class)
        .hasMessageContaining("2 benchmarks");
    for (String cut :
        List.of(
            LIKWID.stripTrailing().substring(0, LIKWID.length() - 9),
            JMH_JSON.substring(0, 90) + "\"secondaryMetrics\"")) {
      assertThatThrownBy(() -> CaptureFile.parse("x", cut)).isInstanceOf(CaptureException.class);
    }
  }

  @Test
  void shouldReadToplevWithTheShareOfTheTimeThatWasCounted() {
    Capture capture = CaptureFile.parse("x", TOPLEV);

    assertThat(capture.format()).isEqualTo("toplev CSV");
    assertThat(capture.cpu()).startsWith("Intel(R) Xeon(R) Gold 6230");
    assertThat(capture.metrics())
        .containsOnly(
            entry("tma_frontend_bound (%)", 12.0),
            entry("tma_machine_clears (%)", 6.0),
            entry("cycles per instruction", 2.0));
    assertThat(capture.errors().get("tma_machine_clears (%)")).isGreaterThan(0.2);
    assertThat(
            CaptureFile.parse(
                    "x",
                    """
                    Timestamp;Area;Value;Unit;Description
                    0.5;Frontend_Bound;1,5;% Slots <;
                    SUMMARY;Frontend_Bound;2,5;% Slots <;
                    """)
                .metrics())
        .containsOnly(entry("tma_frontend_bound (%)", 2.5));
  }

  @Test
  void shouldAddUpTheFunctionsOfVtune() {
    for (String separator : List.of(",", "\t", ";", "^")) {
      Capture capture =
          CaptureFile.parse("x", EVENTS.replace("f(int, int)", "f").replace(",", separator));

      assertThat(capture.format()).isEqualTo("VTune hw-events CSV");
      assertThat(capture.metrics())
          .contains(
              entry("cycles per instruction", 2.0),
              entry("mem_load_retired.l3_miss per 1000 instructions", 1.0));
      assertThat(capture.errors().get("mem_load_retired.l3_miss per 1000 instructions"))
          .isCloseTo(0.56, within(0.05));
    }
    assertThat(CaptureFile.parse("x", EVENTS).counts()).contains(entry("inst_retired.any", 2e9));
    assertThat(
            CaptureFile.parse(
                    "x",
                    """
                    Function\tHardware Event Count:INST_RETIRED.ANY:Self (K)\tHardware Event Count:INST_RETIRED.ANY:Total (K)
                    f\t10\t30
                    """)
                .counts())
        .containsOnly(entry("inst_retired.any", 10_000.0));
  }

  @Test
  void shouldReadTheSummaryOfVtune() {
    Capture capture = CaptureFile.parse("x", SUMMARY);

    assertThat(capture.format()).isEqualTo("VTune summary CSV");
    assertThat(capture.cpu()).contains("Platinum 8280");
    assertThat(capture.metrics())
        .contains(
            entry("cycles per instruction", 2.0),
            entry("CPUs used", 2.0),
            entry("tma_machine_clears (%)", 14.0),
            entry("tma_frontend_bound (%)", 10.0));
    assertThat(
            CaptureFile.parse(
                    "x",
                    SUMMARY
                        .replace("25.0", "0.25")
                        .replace("10.0\n", "0.10\n")
                        .replace("15.0", "0.15")
                        .replace("14.0", "0.14")
                        .replace("50.0", "0.50"))
                .metrics())
        .contains(entry("tma_retiring (%)", 25.0));
  }

  @Test
  void shouldReadTheWholeSystemOfUprof() {
    Capture capture = CaptureFile.parse("x", CUMULATIVE);

    assertThat(capture.format()).isEqualTo("AMDuProfPcm CSV");
    assertThat(capture.cpu()).isEqualTo("AMD EPYC 9745 128-Core Processor");
    assertThat(capture.metrics())
        .contains(
            entry("cycles per instruction", 2.0),
            entry("GHz while on a CPU", 3.0),
            entry("instructions per second", 74.4e9),
            entry("Retired Branches Mispredicted per 1000 instructions", 0.76),
            entry("frontend_bound_latency (%)", 30.5),
            entry("L3 Miss per 1000 instructions", 0.9))
        .doesNotContainKey("L3 Access");
  }

  @Test
  void shouldAverageTheCoresOfUprofOverTime() {
    assertThat(CaptureFile.parse("x", OVER_TIME).metrics())
        .containsOnly(
            entry("GHz while on a CPU", 3.0),
            entry("cycles per instruction", 2.0),
            entry("L2 Miss per 1000 instructions", 3.0),
            entry("L3 Miss %", 40.0));
  }

  @Test
  void shouldReadBothTablesOfTopdownTool() {
    Capture capture = CaptureFile.parse("x", ARM);

    assertThat(capture.format()).isEqualTo("Arm topdown-tool CSV");
    assertThat(capture.metrics())
        .containsOnly(
            entry("frontend_bound (%)", 38.11),
            entry("Branch MPKI", 1.679),
            entry("cycles per instruction", 2.0));
    assertThat(
            CaptureFile.parse("x", "level,stage,group,metric,value,units\n1,1,G,Retiring,5,%\n")
                .metrics())
        .containsOnly(entry("retiring (%)", 5.0));
    assertThat(
            CaptureFile.parse(
                    "x",
                    """
                    run,time,event,value
                    1,,cpu_cycles,1000
                    1,,inst_retired,500
                    2,,inst_retired,400
                    2,,l1d_cache,
                    """)
                .metrics())
        .contains(entry("cycles per instruction", 2.0));
  }

  @Test
  void shouldRefuseDamageInOneLine() {
    for (String good : TABLES) {
      String damaged = good.substring(0, good.lastIndexOf('\n', good.length() - 2) + 4);
      for (String bad : List.of(damaged, good + "5,x\n", good.lines().findFirst().orElseThrow())) {
        assertThatThrownBy(() -> CaptureFile.parse("some.csv", bad))
            .as(bad)
            .isInstanceOf(CaptureException.class)
            .message()
            .startsWith("some.csv")
            .doesNotContainPattern("\\p{Cntrl}");
      }
    }
    assertThatThrownBy(() -> CaptureFile.parse("x", "Function,CPU Time,Retiring(%)\nf,1.5,20.0\n"))
        .hasMessageContaining("no known capture");
  }

  /** Any input is parsed, or refused in one line. */
  @Test
  void shouldSurviveAnyDamage() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (String good : ALL) {
      for (int i = 0; i < 300; i++) {
        StringBuilder bad = new StringBuilder(good.substring(0, random.nextInt(good.length())));
        for (int n = random.nextInt(4); n > 0 && !bad.isEmpty(); n--) {
          bad.setCharAt(random.nextInt(bad.length()), (char) random.nextInt(300));
        }
        try {
          CaptureFile.parse("x", bad.toString());
        } catch (CaptureException e) {
          assertThat(e.getMessage()).as("seed %d", seed).doesNotContainPattern("\\p{Cntrl}");
        }
      }
    }
  }
}
