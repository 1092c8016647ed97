package dev.foliot.diagnose.counters.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    assertThat(distances).isSortedAccordingTo(Comparator.reverseOrder());
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
        .containsExactly("it waits: off the CPU");
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

  private static List<String> names(CountersRecord found) {
    return found.hypotheses().stream().map(CounterHypothesis::name).toList();
  }

  private static CountersRecord compare(Map<String, Double> slow, Map<String, Double> fast) {
    return CounterComparison.of(capture("slow", slow), capture("fast", fast));
  }

  private static Capture capture(String name, Map<String, Double> metrics) {
    return new Capture(name, "test", Map.of(), metrics, List.of(), Set.of());
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
