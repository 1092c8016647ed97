package dev.foliot.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.CpuTimes;
import dev.foliot.linux.ProcStat;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.reason.SystemReason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DisturbanceTest {
  private static final ClockTicks HUNDRED = new ClockTicks(100, "test");
  private static final long OWN = 1;

  private static Disturbance.Look look(
      long seconds, CpuTimes all, List<ProcessStat> processes, long throttled) {
    return new Disturbance.Look(
        seconds * 1_000_000_000L,
        Reading.of(new ProcStat(all, Map.of())),
        Reading.of(processes),
        Reading.of(new Throttling(throttled, throttled * 1_000)));
  }

  private static ProcessStat process(long pid, long ticks, long started) {
    return new ProcessStat(pid, "p" + pid, ticks, started, 0, 0);
  }

  @Test
  void shouldTakeItsOwnWorkOutOfTheWorkOfOthers() {
    Disturbance noise =
        Disturbance.between(
            look(
                10,
                new CpuTimes(1_000, 0, 0, 0, 0, 0, 0, 0),
                List.of(process(OWN, 500, 1), process(2, 70, 1)),
                4),
            look(
                12,
                new CpuTimes(1_240, 0, 0, 158, 0, 0, 0, 2),
                List.of(process(OWN, 540, 1), process(2, 270, 1), process(3, 1, 9)),
                6),
            HUNDRED,
            Set.of(OWN));

    // 240 ticks in 2 s are 1.2 CPUs, 0.2 of them the process's own.
    assertThat(noise.otherCpus().orElse(-1.0)).isCloseTo(1.0, within(1e-9));
    assertThat(noise.busiest()).containsExactly(new Disturbance.Busy(2, "p2", 1.0));
    assertThat(noise.stealShare().orElse(-1.0)).isCloseTo(2 / 400.0, within(1e-9));
    assertThat(noise.stealShareSinceBoot().orElse(-1.0)).isCloseTo(2 / 1_400.0, within(1e-9));
    assertThat(noise.throttled()).isEqualTo(Reading.of(new Throttling(2, 2_000)));
    assertThat(noise.throttledEver()).isEqualTo(Reading.of(new Throttling(6, 6_000)));
  }

  @Test
  void shouldNotTakeAProcessForAnOlderOneOfItsNumber() {
    CpuTimes idle = new CpuTimes(0, 0, 0, 100, 0, 0, 0, 0);
    Disturbance noise =
        Disturbance.between(
            look(0, new CpuTimes(0, 0, 0, 0, 0, 0, 0, 0), List.of(process(2, 9_000, 1)), 0),
            look(1, idle, List.of(process(2, 50, 7)), 0),
            HUNDRED,
            Set.of(OWN));

    assertThat(noise.busiest()).containsExactly(new Disturbance.Busy(2, "p2", 0.5));
  }

  @Test
  void shouldNameTheThreeBusiest() {
    CpuTimes nothing = new CpuTimes(0, 0, 0, 0, 0, 0, 0, 0);
    Disturbance noise =
        Disturbance.between(
            look(0, nothing, List.of(), 0),
            look(
                1,
                new CpuTimes(0, 0, 0, 100, 0, 0, 0, 0),
                List.of(process(2, 10, 1), process(3, 40, 1), process(4, 30, 1), process(5, 20, 1)),
                0),
            HUNDRED,
            Set.of(OWN));

    assertThat(noise.busiest()).extracting(Disturbance.Busy::pid).containsExactly(3L, 4L, 5L);
  }

  @Test
  void shouldSayWhatCouldNotBeRead() {
    Disturbance.Look nothing =
        new Disturbance.Look(
            0,
            Reading.unavailable(new SystemReason.FileMissing("a", "")),
            Reading.unavailable(new SystemReason.FileMissing("c", "")),
            Reading.unavailable(new SystemReason.FileMissing("e", "")));
    Disturbance noise = Disturbance.between(nothing, nothing, HUNDRED, Set.of(OWN));

    assertThat(noise.stealShare())
        .isEqualTo(Reading.unavailable(new SystemReason.FileMissing("a", "")));
    assertThat(noise.stealShareSinceBoot())
        .isEqualTo(Reading.unavailable(new SystemReason.FileMissing("a", "")));
    assertThat(noise.otherCpus())
        .isEqualTo(Reading.unavailable(new SystemReason.FileMissing("a", "")));
    assertThat(noise.throttled())
        .isEqualTo(Reading.unavailable(new SystemReason.FileMissing("e", "")));
    assertThat(noise.busiest()).isEmpty();
  }
}
