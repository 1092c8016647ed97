package dev.foliot.diagnose.counters.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of {@code perf script} for each kind of processor, and malformed lines. */
class ScriptSamplesTest {
  // written after perf's sources; the description matches the number of the source
  private static final String INTEL_LOAD =
      " 4711         13 cpu/mem-loads,ldlat=30/P:     7f3c5c0b2a20        10668800842 |OP LOAD|LVL"
          + " L3 or L3 hit|SNP HitM|TLB L1 or L2 hit|LCK No|BLK  N/A              131    "
          + " 7f3c4d00a1b3";
  private static final String INTEL_STORE =
      " 4712     200003        cpu/mem-stores/P:     7f3c5c0b2a20"
          + "        11e05080144 |OP STORE|LVL L1 hit|SNP N/A|TLB N/A|LCK N/A|BLK  N/A"
          + "                0     7f3c4d00a1c0";
  // without a source
  private static final String SOURCELESS =
      "4711     100000 ibs_op//:     7f3c5c0b2a20"
          + "      1e05080021 |OP N/A|LVL N/A or N/A|SNP N/A|TLB N/A|LCK N/A|BLK  N/A"
          + "               0     7f7297dcce81";
  private static final String AMD =
      "4711     100000 ibs_op//:     7f3c5c0b2a20        11628808042 |OP LOAD|LVL Remote Cache (1"
          + " hop) hit or Any cache hit|SNP HitM|TLB L1 hit|LCK No|BLK  N/A             188    "
          + " 7f7297dcce81";
  // perf's output for an SPE record with --itrace=M; another core's cache is a peer there
  private static final String ARM =
      "4711          1 memory:     ffff9c0b2a20"
          + "      19e88080022 |OP LOAD|LVL N/A or N/A|SNP N/A Peer|TLB Walker hit|LCK No|BLK  N/A"
          + "              61     ffff8d00a1b3";
  // as perf 6.1 printed it here
  private static final String FAULT =
      "12299        404 page-faults:u:        69f2d6000"
          + "      1e05080021 |OP N/A|LVL N/A or N/A|SNP N/A|TLB N/A|LCK N/A|BLK  N/A"
          + "               0     7f0249b520ba";

  private static AccessSample only(String line) {
    ScriptSamples read = ScriptSamples.of(line + "\n");
    assertThat(read.unreadable()).as(line).isZero();
    assertThat(read.samples()).hasSize(1);
    return read.samples().getFirst();
  }

  @Test
  void shouldReadWhatAnIntelProcessorSamples() {
    AccessSample load = only(INTEL_LOAD);
    assertThat(load)
        .isEqualTo(
            new AccessSample(
                4711,
                13,
                "cpu/mem-loads,ldlat=30/P",
                0x7f3c5c0b2a20L,
                new AccessSample.DataSource(0x10668800842L),
                131,
                0x7f3c4d00a1b3L));
    assertThat(load.isLoad()).isTrue();
    assertThat(load.isStore()).isFalse();
    assertThat(load.source().isHitm()).isTrue();
    AccessSample store = only(INTEL_STORE);
    assertThat(store.isStore()).isTrue();
    assertThat(store.isLoad()).isFalse();
    assertThat(store.isContended()).isFalse();
    assertThat(store.period()).isEqualTo(200_003);
  }

  @Test
  void shouldReadWhatOneOfAmdAndOneOfArmSample() {
    AccessSample amd = only(AMD);
    assertThat(amd.isLoad()).isTrue();
    assertThat(amd.source().isHitm()).isTrue();
    assertThat(amd.weight()).isEqualTo(188);
    AccessSample silent = only(SOURCELESS);
    assertThat(silent.isLoad()).isFalse();
    assertThat(silent.isStore()).isFalse();
    AccessSample arm = only(ARM);
    assertThat(arm.event()).isEqualTo("memory");
    assertThat(arm.source().isPeer()).isTrue();
    assertThat(arm.source().isHitm()).isFalse();
    assertThat(arm.isContended()).isTrue();
    assertThat(only(FAULT).address()).isEqualTo(0x69f2d6000L);
  }

  @Test
  void shouldKnowTheKernelsBits() {
    // PERF_MEM_S(OP, LOAD) | PERF_MEM_S(SNOOP, HITM)
    assertThat(new AccessSample.DataSource(0x02 | 0x10L << 19).isHitm()).isTrue();
    assertThat(new AccessSample.DataSource(0x02 | 0x04L << 19).isHitm()).isFalse();
    // PERF_MEM_S(SNOOPX, PEER), and not FWD
    assertThat(new AccessSample.DataSource(0x02L << 38).isPeer()).isTrue();
    assertThat(new AccessSample.DataSource(0x01L << 38).isPeer()).isFalse();
    AccessSample.DataSource both = new AccessSample.DataSource(0x06);
    assertThat(both.isLoad()).isTrue();
    assertThat(both.isStore()).isTrue();
  }

  @Test
  void shouldTellByTheEventWhereTheSourceDoesNot() {
    assertThat(only("1 1 cpu/mem-stores/P: 7f0 1 0 7f1").isStore()).isTrue();
    assertThat(only("1 1 cpu/mem-loads,ldlat=30/P: 7f0 1 0 7f1").isLoad()).isTrue();
  }

  @Test
  void shouldReadAddressesAsUnsignedNumbers() {
    AccessSample kernel = only("1 1 x: ffff888100000000 0 0 ffffffff81000000");
    assertThat(kernel.address()).isEqualTo(0xffff888100000000L);
    assertThat(kernel.isOfKernel()).isTrue();
    assertThat(only("1 0 x: 0 0 0 0").period()).as("no sample is of nothing").isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rubbish",
        "1 1 x: 7f0 0 0",
        "x 1 x: 7f0 0 0 7f1",
        "1 -1 x: 7f0 0 0 7f1",
        "1 1 x 7f0 0 0 7f1",
        "1 1 two words: 7f0 0 0 7f1",
        "1 1 x: 7f0g 0 0 7f1",
        "1 1 x: 0x7f0 0 0 7f1",
        "1 1 x: 7f012345678901234 0 0 7f1",
        "1 1 x: 7f0 0 no bar before it 0 7f1",
        "1 1 x: 7f0 0 |OP LOAD 12a 7f1",
        "1 1 x: 7f0 0 |OP LOAD 99999999999999999999 7f1",
        "99999999999 1 x: 7f0 0 0 7f1",
        "1 1 x: 7f0 0 0 7f1 main+0x10",
      })
  void shouldGuessAtNothing(String line) {
    ScriptSamples read = ScriptSamples.of("\n" + line + "\n" + INTEL_LOAD + "\n" + line + "\n");

    assertThat(read.samples()).hasSize(1);
    assertThat(read.unreadable()).isEqualTo(2);
    assertThat(read.firstUnreadable()).contains(line);
    assertThat(read.whole()).isTrue();
  }

  @Test
  void shouldNotReadLinesWithoutEnd() {
    String endless = "1 1 " + "x".repeat(3_000_000);
    ScriptSamples read = ScriptSamples.of(endless);

    assertThat(read.samples()).isEmpty();
    assertThat(read.unreadable()).isOne();
    assertThat(read.firstUnreadable().orElseThrow()).hasSizeLessThan(100);
  }

  @Test
  void shouldKeepNoMoreThanItHasRoomFor() {
    String many = "1 1 x: 7f0 0 0 7f1\n".repeat(400_001);
    ScriptSamples read = ScriptSamples.of(many);

    assertThat(read.samples()).hasSize(400_000);
    assertThat(read.whole()).isFalse();
    assertThat(List.of(read.unreadable())).containsExactly(0);
  }
}
