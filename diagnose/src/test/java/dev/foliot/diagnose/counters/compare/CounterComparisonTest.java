package dev.foliot.diagnose.counters.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterQuestion;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CounterUnexplained;
import dev.foliot.store.diagnosis.CountersRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CounterComparisonTest {
  private static final Path REAL = Path.of("..", "..", "shared", "data", "counters");
  private static final String SHARED = "cache lines shared between cores";

  @Test
  void shouldSuspectSharedLinesByThePatternOfTheFleet() throws Exception {
    CountersRecord found = CounterComparison.of(resource("slow.csv"), resource("fast.csv"));

    assertThat(row(found, "cycles per instruction").ratio()).isCloseTo(3, within(0.001));
    CounterHypothesis first = found.hypotheses().getFirst();
    assertThat(first.name()).isEqualTo(SHARED);
    assertThat(first.confidence()).isGreaterThan(0.8);
    assertThat(first.evidence())
        .contains("cycles per instruction 2 against 0.667 (3 times)", "machine_clears.count");
    assertThat(first.source()).contains("Netflix");
    assertThat(first.confirm()).startsWith("foliot diagnose PID --only sharing");
  }

  @Test
  void shouldPutTheRowsInOrderOfTheirDistanceFromOne() throws Exception {
    CountersRecord found = CounterComparison.of(resource("slow.csv"), resource("fast.csv"));

    List<Double> distances = new ArrayList<>();
    for (CounterRow row : found.rows()) {
      distances.add(Math.abs(Math.log(Objects.requireNonNull(row.ratio()))));
    }
    int sure = (int) found.rows().stream().filter(row -> !row.withinError()).count();
    assertThat(found.rows().subList(0, sure)).noneMatch(CounterRow::withinError);
    assertThat(distances.subList(0, sure)).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(distances.subList(sure, distances.size()))
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(found.hypotheses())
        .isSortedAccordingTo(Comparator.comparingDouble(CounterHypothesis::confidence).reversed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"slow.csv", "fast.csv", "slow.json", "perfspect-slow.csv"})
  void shouldHaveNoHypothesisForEqualCaptures(String name) throws Exception {
    CountersRecord found = CounterComparison.of(resource(name), resource(name));

    assertThat(found.hypotheses()).isEmpty();
    assertThat(found.rows()).isNotEmpty().allMatch(row -> Objects.equals(row.ratio(), 1.0));
  }

  @Test
  void shouldCompareAcrossTheFormatsOfOneTool() throws Exception {
    CountersRecord found = CounterComparison.of(resource("slow.json"), resource("fast.csv"));

    assertThat(row(found, "cycles per instruction").ratio()).isCloseTo(3, within(0.001));
    assertThat(found.hypotheses()).first().extracting(CounterHypothesis::name).isEqualTo(SHARED);
    assertThat(found.slow().notes()).anyMatch(note -> note.contains("the two do not compare"));
    assertThat(found.fast().notes()).anyMatch(note -> note.startsWith("on this side only: "));
  }

  @Test
  void shouldSayWhichEventsLeaveTheKernelOutOnOneSideOnly() {
    Capture user = CaptureFile.parse("user", "70;;page-faults:u;9;100.00;;\n5;;cs;9;100.00;;\n");
    Capture whole = CaptureFile.parse("whole", "90;;page-faults;9;100.00;;\n5;;cs;9;100.00;;\n");

    CountersRecord found = CounterComparison.of(user, whole);
    assertThat(found.slow().notes())
        .contains("in user mode only: page-faults")
        .anyMatch(note ->
            note.startsWith(
                "the other side counted page-faults in the kernel too: the two do not"));
    assertThat(CounterComparison.of(user, user).slow().notes())
        .containsExactly("in user mode only: page-faults");
  }

  @Test
  void shouldNotAddWhatLeavesTheKernelOutToWhatDoesNot() {
    Capture both =
        CaptureFile.parse(
            "both", "100;;cycles;9;100.00;;\n60;;cycles:u;9;100.00;;\n40;;cycles:k;9;100.00;;\n");

    assertThat(both.counts())
        .containsOnly(
            Map.entry("cycles", 100.0), Map.entry("cycles:u", 60.0), Map.entry("cycles:k", 40.0));
    assertThat(both.userOnly()).containsExactly("cycles:u");
    assertThat(both.marked("cycles")).isEqualTo("cycles");
    assertThat(both.marked("cycles:u")).isEqualTo("cycles:u");
  }

  @Test
  void shouldReadThePatternFromPerfSpect() throws Exception {
    CountersRecord found =
        CounterComparison.of(resource("perfspect-slow.csv"), resource("perfspect-fast.csv"));

    assertThat(found.hypotheses()).first().extracting(CounterHypothesis::name).isEqualTo(SHARED);
    assertThat(found.hypotheses().getFirst().confidence()).isGreaterThan(0.8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LLC-load-misses per 1000 instructions | 8 | 2 | memory bandwidth or latency",
        "L1-icache-load-misses per 1000 instructions | 30 | 8 | the code does not fit",
        "branch-misses per 1000 instructions | 12 | 4 | branches predicted wrongly",
        "dTLB-load-misses per 1000 instructions | 6 | 1 | address translation",
        "mem_load_l3_hit_retired.xsnp_hitm per 1000 instructions | 2 | 0.1 | cache lines shared",
        "ls_dmnd_fills_from_sys.near_cache per 1000 instructions | 2 | 0.1 | cache lines shared",
        "tma_machine_clears (%) | 18 | 3 | cache lines shared",
        "bad_speculation_mispredicts (%) | 18 | 3 | branches predicted wrongly",
        "frontend_bound_latency (%) | 40 | 12 | the code does not fit",
        "ls_dmnd_fills_from_sys.dram_io_far per 1000 instructions | 4 | 0.5 | memory of the other",
        "remote_access per 1000 instructions | 4 | 0.5 | memory of the other",
        "NUMA %_Reads addressed to remote DRAM | 60 | 5 | memory of the other socket",
        "context-switches per CPU-second | 40000 | 3000 | switches between threads",
        "page-faults per CPU-second | 90000 | 1000 | page faults",
      })
  void shouldNameThePatternOfASlowerCpu(String metric, double slow, double fast, String name) {
    CountersRecord found =
        compare(
            Map.of("cycles per instruction", 1.2, metric, slow),
            Map.of("cycles per instruction", 0.7, metric, fast));

    assertThat(found.hypotheses())
        .first()
        .extracting(CounterHypothesis::name)
        .asString()
        .startsWith(name);
  }

  /** AMD does not report another core's write as the cause. */
  @Test
  void shouldNotSuspectSharedLinesByRestartsAlone() {
    Map<String, Double> slow =
        Map.of(
            "cycles per instruction", 1.2,
            "resyncs_or_nc_redirects per 1000 instructions", 0.9,
            "bad_speculation_pipeline_restarts (%)", 20.0);
    Map<String, Double> fast =
        Map.of(
            "cycles per instruction", 0.7,
            "resyncs_or_nc_redirects per 1000 instructions", 0.1,
            "bad_speculation_pipeline_restarts (%)", 2.0);
    assertThat(compare(slow, fast).hypotheses()).isEmpty();

    Map<String, Double> more = new LinkedHashMap<>(slow);
    more.put("ls_dmnd_fills_from_sys.far_cache per 1000 instructions", 2.0);
    Map<String, Double> less = new LinkedHashMap<>(fast);
    less.put("ls_dmnd_fills_from_sys.far_cache per 1000 instructions", 0.1);
    assertThat(names(compare(more, less))).containsExactly(SHARED);
    assertThat(compare(more, less).hypotheses().getFirst().evidence())
        .contains("far_cache", "restarts");
  }

  @Test
  void shouldTellALowerClockMoreWorkAndWaitsFromASlowerCpu() {
    assertThat(names(compare(Map.of("GHz while on a CPU", 2.0), Map.of("GHz while on a CPU", 3.2))))
        .containsExactly("a lower clock: frequency, throttling");
    assertThat(
            names(
                compare(
                    Map.of("cycles per instruction", 0.7, "instructions per second", 4e9),
                    Map.of("cycles per instruction", 0.7, "instructions per second", 2e9))))
        .containsExactly("more instructions: other work, not a slower CPU");
    assertThat(names(compare(Map.of("CPUs used", 0.5), Map.of("CPUs used", 3.0))))
        .singleElement()
        .asString()
        .startsWith("it waits: off the CPU");
  }

  @Test
  void shouldNotSuspectACpuThatIsAsFast() {
    Map<String, Double> slow =
        Map.of("cycles per instruction", 0.7, "LLC-load-misses per 1000 instructions", 8.0);
    Map<String, Double> fast =
        Map.of("cycles per instruction", 0.7, "LLC-load-misses per 1000 instructions", 2.0);

    assertThat(compare(slow, fast).hypotheses()).isEmpty();
  }

  @Test
  void shouldNotSuspectWhatIsTooLittleToMatter() {
    Map<String, Double> slow =
        Map.of("cycles per instruction", 1.4, "LLC-load-misses per 1000 instructions", 0.004);
    Map<String, Double> fast =
        Map.of("cycles per instruction", 0.7, "LLC-load-misses per 1000 instructions", 0.001);

    assertThat(compare(slow, fast).hypotheses()).isEmpty();
  }

  @Test
  void shouldLeaveARatioOutThatThereIsNot() {
    CountersRecord found = compare(Map.of("a", 1.0, "b", 0.0), Map.of("a", 0.0, "b", 0.0));

    assertThat(found.rows()).extracting(CounterRow::metric).containsExactly("a", "b");
    assertThat(row(found, "a").ratio()).isNull();
    assertThat(row(found, "b").ratio()).isEqualTo(1);
  }

  @Test
  void shouldRefuseCapturesWithNothingInCommon() {
    assertThatThrownBy(() -> compare(Map.of("a", 1.0), Map.of("b", 1.0)))
        .isInstanceOf(CaptureException.class)
        .hasMessageContaining("no metric in common");
  }

  /** SPEC's 500.perlbench on two processors, by PerfSpect: real, but without our problem. */
  @Test
  void shouldReadThePublishedCaptures() {
    assumeTrue(Files.isDirectory(REAL), "no " + REAL);
    Capture clx = CaptureFile.read(REAL.resolve("clx_500.csv"));
    Capture icx = CaptureFile.read(REAL.resolve("icx_500.csv"));

    CountersRecord found = CounterComparison.of(clx, icx);

    assertThat(row(found, "cycles per instruction").ratio()).isCloseTo(1.314, within(0.001));
    assertThat(found.rows()).hasSizeGreaterThan(15);
    assertThat(names(found)).contains("memory bandwidth or latency").doesNotContain(SHARED);
    assertThat(names(CounterComparison.of(icx, clx)))
        .contains("a lower clock: frequency, throttling")
        .doesNotContain(SHARED, "memory bandwidth or latency");
    assertThat(CounterComparison.of(clx, clx).hypotheses()).isEmpty();
  }

  /** Its 19 HITM in 70,418 loads would look clean: the loads wait in the fill buffers. */
  @Test
  void shouldSeeTheIllnessInThePublishedSamples() {
    Path real = REAL.resolve("type_pollution_c2c_stats.txt");
    assumeTrue(Files.isRegularFile(real), "no " + real);
    Capture sick = CaptureFile.read(real);

    assertThat(sick.metrics().get("Load Local HITM per 1000 loads")).isCloseTo(0.27, within(0.01));
    assertThat(sick.metrics().get("Fill Buffer Hits on shared lines per 1000 loads"))
        .isCloseTo(995.6, within(0.1));
    assertThat(CounterComparison.of(sick, sick).hypotheses()).isEmpty();
    Map<String, Double> healthy = new LinkedHashMap<>(sick.metrics());
    healthy.replaceAll((name, value) -> name.contains("shared lines") ? value / 300 : value);
    assertThat(names(compare(sick.metrics(), healthy))).containsExactly(SHARED);
  }

  /** One program, measured for 10 s and for 30 s. */
  @Test
  void shouldCompareRatesAndNotCounts() throws Exception {
    for (CountersRecord found : bothOrders(resource("intel-a.csv"), resource("intel-30s.csv"))) {
      assertThat(found.hypotheses()).isEmpty();
      assertThat(found.rows())
          .isNotEmpty()
          .allSatisfy(row ->
              assertThat(row.ratio())
                  .as(row.metric())
                  .satisfies(ratio -> assertThat(ratio).isCloseTo(1.0, within(0.001))));
      assertThat(found.rows())
          .extracting(CounterRow::metric)
          .contains("instructions per second")
          .doesNotContain("instructions", "cycles", "task-clock (ms)");
      assertThat(found.notes()).isEmpty();
    }
  }

  /** No elapsed time, and no CPU time: the time that each event was counted for is left. */
  @Test
  void shouldCompareWithoutAClock() {
    Capture ten = CaptureFile.parse("a", "30000000000;;cycles;10000000000;100.00;;\n");
    Capture thirty = CaptureFile.parse("b", "90000000000;;cycles;30000000000;100.00;;\n");

    for (CountersRecord found : bothOrders(ten, thirty)) {
      assertThat(found.hypotheses()).isEmpty();
      assertThat(row(found, "cycles per counted second").ratio()).isEqualTo(1.0);
      assertThat(found.rows()).hasSize(1);
    }
    Capture bare = CaptureFile.parse("c", "{\"counter-value\" : \"90\", \"event\" : \"cycles\"}");
    CountersRecord totals = CounterComparison.of(bare, bare);
    assertThat(totals.notes()).singleElement().asString().contains("only counts are in common");
  }

  @Test
  void shouldSayThatTheProcessorsDiffer() throws Exception {
    for (CountersRecord found : bothOrders(resource("intel-a.csv"), resource("amd-a.csv"))) {
      assertThat(found.hypotheses()).isEmpty();
      assertThat(List.of(found.slow().cpu() + "", found.fast().cpu() + ""))
          .containsExactlyInAnyOrder("Intel", "AMD Zen 4 or later");
      assertThat(found.notes()).anyMatch(note -> note.startsWith("the processors differ ("));
      assertThat(found.notes())
          .anyMatch(
              note -> note.contains("count it differently") && note.contains("L1-dcache-loads"));
      assertThat(found.rows())
          .extracting(CounterRow::metric)
          .contains("cycles per instruction", "branch-misses of branches (%)")
          .noneMatch(metric -> metric.contains("dcache"));
      assertThat(found.question()).isNull();
    }
  }

  /** Time off the CPU is the kernel's, and means the same on all. */
  @Test
  void shouldStillMakeHypothesesOfTheKernelsFigures() {
    String events = "1000000000;;cycles;9;100.00;;\n1000000000;;instructions;9;100.00;;\n";
    Capture intel =
        CaptureFile.parse(
            "a",
            events
                + "1000;msec;task-clock;9;100.00;;\n90000;;context-switches;9;100.00;;\n"
                + "5000000;;machine_clears.count;9;100.00;;\n");
    Capture arm =
        CaptureFile.parse(
            "b",
            events
                + "1000;msec;task-clock;9;100.00;;\n1000;;context-switches;9;100.00;;\n"
                + "5000;;l1d_cache_refill;9;100.00;;\n");

    assertThat(names(CounterComparison.of(intel, arm)))
        .containsExactly("switches between threads and CPUs");
  }

  @Test
  void shouldKnowTheProcessorsByTheirEvents() {
    assertThat(cpu("machine_clears.memory_ordering")).isEqualTo("Intel");
    assertThat(cpu("topdown.backend_bound_slots")).isEqualTo("Intel");
    assertThat(cpu("ls_dmnd_fills_from_sys.ext_cache_local")).isEqualTo("AMD Zen 3");
    assertThat(cpu("ls_refills_from_sys.ls_mabresp_rmt_cache")).isEqualTo("AMD Zen 1 or 2");
    assertThat(cpu("ex_ret_brn_misp")).isEqualTo("AMD");
    assertThat(cpu("armv8_pmuv3_0/l1d_cache_refill/")).isEqualTo("Arm");
    assertThat(cpu("remote_access")).isEqualTo("Arm");
    assertThat(cpu("pm_br_mpred_cmpl")).isEqualTo("IBM Power");
    assertThat(cpu("branch-misses")).isNull();
    assertThat(cpu("LLC-load-misses")).isNull();
  }

  private static @Nullable String cpu(String event) {
    Capture capture = CaptureFile.parse("x", "5;;" + event + ";9;100.00;;\n");
    return CounterComparison.of(capture, capture).slow().cpu();
  }

  /** The user knows which side is slow; the counters may only ask. */
  @Test
  void shouldNeverTurnTheSidesRound() throws Exception {
    CountersRecord given = CounterComparison.of(resource("slow.csv"), resource("fast.csv"));
    CountersRecord doubtful = CounterComparison.of(resource("fast.csv"), resource("slow.csv"));

    assertThat(given.question()).isNull();
    assertThat(given.notes()).isEmpty();
    assertThat(doubtful.slow().name()).endsWith("fast.csv");
    assertThat(names(doubtful)).doesNotContain(SHARED);
    CounterQuestion question = Objects.requireNonNull(doubtful.question());
    assertThat(question.workPerCpuSecond()).isCloseTo(3, within(0.01));
    assertThat(Objects.requireNonNull(question.ifTurned()).name()).isEqualTo(SHARED);
  }

  /** The cases of a slow side that takes more cycles, by nothing or by one thing that was read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cycles | 1.3 | ''",
        "cycles | 1.6 | ''",
        "cycles | 2 | ''",
        "iTLB-load-misses | 60 | the code does not fit",
        "L1-icache-load-misses | 4 | the code does not fit",
        "branch-misses | 3 | branches predicted wrongly",
        "dTLB-load-misses | 6 | address translation",
        "LLC-load-misses | 5 | memory bandwidth or latency",
        "L1-dcache-load-misses | 4 | the first cache",
      })
  void shouldSayWhyASlowSideTakesMoreCyclesOrThatNothingReadSaysWhy(
      String event, double times, String name) {
    double cycles = event.equals("cycles") ? times : 1.6;
    Capture fast = plain(1, Map.of());
    Capture slow = plain(cycles, event.equals("cycles") ? Map.of() : Map.of(event, times));

    CountersRecord found = CounterComparison.of(slow, fast);

    assertThat(found.question()).isNull();
    assertThat(found.slow().name()).isEqualTo("x");
    if (name.isEmpty()) {
      assertThat(found.hypotheses()).isEmpty();
      CounterUnexplained more = Objects.requireNonNull(found.unexplained());
      assertThat(more.times()).isCloseTo(times, within(0.001));
      assertThat(more.wouldSay())
          .anyMatch(events -> events.contains("TopdownL1"))
          .anyMatch(events -> events.contains("machine_clears"))
          .noneMatch(events -> events.contains("LLC") || events.contains("branch"));
    } else {
      assertThat(found.unexplained()).isNull();
      assertThat(names(found)).first().asString().startsWith(name);
    }
    CountersRecord turned = CounterComparison.of(fast, slow);
    assertThat(turned.hypotheses()).as("less CPU for the same work is no waiting").isEmpty();
    assertThat(turned.unexplained()).isNull();
    assertThat(Objects.requireNonNull(turned.question()).workPerCpuSecond())
        .isCloseTo(cycles, within(0.001));
  }

  @Test
  void shouldTellAClockMoreInstructionsAndALimitByTheRatesOfTheWholeRun() {
    String rate = "%d;msec;task-clock;9;100.00;%s;CPUs utilized\n%d;;cycles;9;100.00;;\n";
    String work = "%d;;instructions;9;100.00;;\n";
    Capture fast =
        CaptureFile.parse(
            "f", (rate + work).formatted(20_000, "1.0", 60_000_000_000L, 75_000_000L));
    Capture clock =
        CaptureFile.parse(
            "c", (rate + work).formatted(32_000, "1.6", 60_000_000_000L, 75_000_000L));
    Capture path =
        CaptureFile.parse(
            "p", (rate + work).formatted(32_000, "1.6", 96_000_000_000L, 120_000_000L));
    Capture capped =
        CaptureFile.parse(
            "l", (rate + work).formatted(10_000, "0.5", 30_000_000_000L, 37_500_000L));

    assertThat(names(CounterComparison.of(clock, fast))).first().asString().startsWith("a lower c");
    assertThat(names(CounterComparison.of(path, fast))).first().asString().startsWith("more instr");
    assertThat(names(CounterComparison.of(capped, fast)))
        .singleElement()
        .asString()
        .contains("CPU limit");
    for (Capture slow : List.of(clock, path, capped)) {
      assertThat(CounterComparison.of(slow, fast).unexplained()).isNull();
      assertThat(CounterComparison.of(slow, fast).question()).isNull();
    }
  }

  /** Only level 1 of the top-down method, as perf, uProf and Arm's tool print it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tma_backend_bound (%) | 26 | 20 | the back end",
        "tma_backend_bound (%) | 48 | 20 | the back end",
        "backend_bound (%) | 48 | 20 | the back end",
        "Backend_Bound | 48 | 20 | the back end",
        "tma_frontend_bound (%) | 40 | 20 | the code does not fit",
        "tma_bad_speculation (%) | 30 | 10 | branches predicted wrongly",
      })
  void shouldKnowThePatternsOfTopDownLevelOne(
      String metric, double slow, double fast, String name) {
    CountersRecord found = compare(Map.of(metric, slow), Map.of(metric, fast));

    assertThat(names(found)).first().asString().startsWith(name);
    assertThat(found.question()).isNull();
  }

  /** Without instructions the work is unknown: more CPU is all that can be said. */
  @Test
  void shouldAskForInstructionsWhereOnlyTheCpuTimeIsKnown() {
    CountersRecord found = compare(Map.of("CPUs used", 1.6), Map.of("CPUs used", 1.0));

    assertThat(Objects.requireNonNull(found.unexplained()).wouldSay())
        .first()
        .isEqualTo("cycles, instructions");
  }

  /** Equal work for each second on a CPU: no reason to ask. */
  @Test
  void shouldTakeTheUsersOrderWhereBothFit() {
    CountersRecord found =
        compare(
            Map.of("CPUs used", 1.0, "instructions per second", 1e9),
            Map.of("CPUs used", 3.0, "instructions per second", 3e9));

    assertThat(names(found)).singleElement().asString().startsWith("it waits: off the CPU");
    assertThat(found.question()).isNull();
    assertThat(found.notes()).isEmpty();
  }

  private static Capture plain(double cycles, Map<String, Double> times) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%.2f;msec;task-clock;1;100.00;%.3f;CPUs utilized\n".formatted(20_000 * cycles, cycles));
    Map<String, Double> events = new LinkedHashMap<>();
    events.put("context-switches", 40_000.0);
    events.put("page-faults", 2_000.0);
    events.put("cycles", 6e10 * cycles);
    events.put("instructions", 7.5e10);
    events.put("branches", 1.5e10);
    events.put("branch-misses", 9e7);
    events.put("L1-dcache-loads", 2.1e10);
    events.put("L1-dcache-load-misses", 4.2e8);
    events.put("LLC-load-misses", 6e6);
    events.put("dTLB-load-misses", 8e6);
    events.put("iTLB-load-misses", 5e5);
    events.put("L1-icache-load-misses", 1.5e8);
    events.forEach((event, count) ->
        text.append(
            "%.0f;;%s;1;100.00;;%n".formatted(count * times.getOrDefault(event, 1.0), event)));
    return CaptureFile.parse("x", text.toString());
  }

  /** Two captures of one program, each with an extrapolation that is wrong within its error. */
  @Test
  void shouldMakeNoHypothesisWithinTheErrorOfMultiplexing() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
      double share = 0.2 + 0.6 * random.nextDouble();
      CountersRecord found =
          CounterComparison.of(multiplexed(random, share), multiplexed(random, share));
      wrong += found.hypotheses().isEmpty() ? 0 : 1;
    }
    assertThat(wrong).as("seed %d", seed).isLessThanOrEqualTo(10);
  }

  /** Errors of 6 % at half of the time. */
  private static Capture multiplexed(Random random, double share) {
    StringBuilder text =
        new StringBuilder("10000;msec;task-clock;10000000000;100.00;1.0;CPUs utilized\n");
    Map<String, Double> events = new LinkedHashMap<>();
    events.put("cycles", 3e10);
    events.put("instructions", 3e10);
    events.put("branch-misses", 3e8);
    events.put("LLC-load-misses", 3e8);
    events.put("dTLB-load-misses", 3e8);
    events.put("machine_clears.count", 3e7);
    events.forEach((event, count) -> {
      double noise = 0.06 * Math.sqrt((1 - share) / share) * random.nextGaussian();
      text.append(
          "%.0f;;%s;%.0f;%.2f;;%n"
              .formatted(count * Math.exp(noise), event, 1e10 * share, 100 * share));
    });
    return CaptureFile.parse("x", text.toString());
  }

  @Test
  void shouldWidenTheIntervalByTheShareThatWasCounted() {
    CounterRow whole = row(CounterComparison.of(ghz(2, 100), ghz(3, 100)), "GHz while on a CPU");
    CounterRow half = row(CounterComparison.of(ghz(2, 50), ghz(3, 50)), "GHz while on a CPU");
    CounterRow tenth = row(CounterComparison.of(ghz(2.5, 10), ghz(3, 10)), "GHz while on a CPU");

    assertThat(whole.low()).isNull();
    assertThat(half.low()).isCloseTo(2 / 3.0 * Math.exp(-0.15 * Math.sqrt(2)), within(0.001));
    assertThat(half.withinError()).isFalse();
    assertThat(tenth.withinError()).isTrue();
    assertThat(names(CounterComparison.of(ghz(2, 50), ghz(3, 50)))).hasSize(1);
    assertThat(names(CounterComparison.of(ghz(2.5, 10), ghz(3, 10)))).isEmpty();
  }

  private static Capture ghz(double ghz, int percent) {
    return CaptureFile.parse(
        "x",
        "1000;msec;task-clock;1000000000;100.00;1.0;CPUs utilized\n%.0f;;cycles;%d;%d.00;;\n"
            .formatted(ghz * 1e9, 10_000_000L * percent, percent));
  }

  private static List<CountersRecord> bothOrders(Capture a, Capture b) {
    return List.of(CounterComparison.of(a, b), CounterComparison.of(b, a));
  }

  private static List<String> names(CountersRecord found) {
    return found.hypotheses().stream().map(CounterHypothesis::name).toList();
  }

  private static CountersRecord compare(Map<String, Double> slow, Map<String, Double> fast) {
    return CounterComparison.of(capture("slow", slow), capture("fast", fast));
  }

  private static Capture capture(String name, Map<String, Double> metrics) {
    return new Capture(name, "test", Map.of(), metrics, List.of(), Set.of(), Map.of(), "");
  }

  private static CounterRow row(CountersRecord found, String metric) {
    return found.rows().stream()
        .filter(row -> row.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static Capture resource(String name) throws Exception {
    return CaptureFile.read(
        Path.of(
            Objects.requireNonNull(
                    CounterComparisonTest.class.getResource(
                        "/dev/foliot/diagnose/counters/" + name))
                .toURI()));
  }
}
