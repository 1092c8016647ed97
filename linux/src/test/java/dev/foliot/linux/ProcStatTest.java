package dev.foliot.linux;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {
  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  @Test
  void shouldReadEachCpuAndAllTogether() {
    kernel.file(
        "proc/stat",
        "cpu  914 1 950 160982 157 2 20 7 0 0",
        "cpu0 248 0 292 80996 2 1 4 0 0 0",
        "cpu11 666 1 658 79986 155 1 16 7",
        "intr 110316 0 0",
        "cpu12 not reached");
    CpuTimes first = new CpuTimes(248, 0, 292, 80_996, 2, 1, 4, 0);
    CpuTimes second = new CpuTimes(666, 1, 658, 79_986, 155, 1, 16, 7);
    ProcStat stat = value(ProcStat.of(root));
    assertThat(stat.all()).isEqualTo(new CpuTimes(914, 1, 950, 160_982, 157, 2, 20, 7));
    assertThat(stat.perCpu()).containsExactly(Map.entry(0, first), Map.entry(11, second));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cpu",
        "cpu  1 2 3 4 5 6 7",
        "cpu  1 2 3 4 5 6 7 x",
        "cpu  1 2 3 4 5 6 7 -8",
        "cpu  1 2 3 4 5 6 7 18446744073709551615",
        "cpu0 1 2 3 4 5 6 7 8",
        "intr 1"
      })
  void shouldNameTheFileWhenItIsMalformed(String line) {
    kernel.file("proc/stat", line);
    assertThat(reason(ProcStat.of(root))).contains(root.resolve("proc/stat").toString());
  }

  @Test
  void shouldGiveStealAsAShareOfAllTime() {
    CpuTimes before = new CpuTimes(100, 10, 50, 1_000, 5, 1, 2, 30);
    CpuTimes after = new CpuTimes(150, 10, 60, 1_030, 5, 1, 2, 40);
    assertThat(after.stealShareSince(before)).isEqualTo(Reading.of(0.1));
  }

  @Test
  void shouldTakeACounterThatFellAsUnchanged() {
    CpuTimes before = new CpuTimes(0, 0, 0, 1_000, 50, 0, 0, 0);
    CpuTimes after = new CpuTimes(75, 0, 0, 990, 40, 0, 0, 25);
    assertThat(after.stealShareSince(before)).isEqualTo(Reading.of(0.25));
  }

  @Test
  void shouldHaveNoShareWithoutATick() {
    CpuTimes times = new CpuTimes(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(reason(times.stealShareSince(times))).contains("no tick");
  }

  @Test
  void shouldStayInRangeWithHostileCounters() {
    long most = Long.MAX_VALUE;
    CpuTimes none = new CpuTimes(0, 0, 0, 0, 0, 0, 0, 0);
    CpuTimes all = new CpuTimes(most, most, most, most, most, most, most, most);
    assertThat(value(all.stealShareSince(none))).isEqualTo(0.125);
  }

  @Test
  void shouldTakeTheTickFromTheAuxiliaryVector() {
    ByteBuffer auxv = ByteBuffer.allocate(64).order(ByteOrder.nativeOrder());
    auxv.putLong(6).putLong(4_096).putLong(17).putLong(250).putLong(0).putLong(0);
    kernel.bytes("proc/self/auxv", auxv.array());
    assertThat(ClockTicks.of(root).perSecond()).isEqualTo(250);
    assertThat(ClockTicks.of(root).source()).contains("AT_CLKTCK");
  }

  @Test
  void shouldFallBackToTheTickOfTheAbi() {
    assertThat(ClockTicks.of(root).perSecond()).isEqualTo(100);
    kernel.bytes("proc/self/auxv", new byte[23]);
    assertThat(ClockTicks.of(root).perSecond()).isEqualTo(100);
    assertThat(ClockTicks.of(root).source()).contains("USER_HZ is 100");
    kernel.bytes("proc/self/auxv", ByteBuffer.allocate(16).putLong(0, 17).array());
    assertThat(ClockTicks.of(root).perSecond()).isEqualTo(100);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadTheLiveKernel() {
    Path live = Path.of("/");
    ProcStat before = value(ProcStat.of(live));
    ProcStat after = value(ProcStat.of(live));
    assertThat(after.all().steal()).isGreaterThanOrEqualTo(before.all().steal());
    assertThat(after.perCpu()).isNotEmpty();
    assertThat(after.all().stealShareSince(before.all()).orElse(0.0)).isBetween(0.0, 1.0);
    assertThat(ClockTicks.of(live).source()).contains("AT_CLKTCK");
  }
}
