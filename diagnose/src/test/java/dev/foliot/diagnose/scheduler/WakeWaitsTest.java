package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WakeWaitsTest {
  @TempDir Path folder;

  private static Map<String, WakeWaits> of(String... lines) {
    return WakeWaits.of(
        Stream.of(lines),
        (name, tid) -> name.startsWith("burn-") ? Optional.of("burn") : Optional.empty());
  }

  @Test
  void shouldTellHowLongWokenThreadsWait() {
    Map<String, WakeWaits> waits =
        of(
            "  12.000000000:  sched:sched_wakeup: comm=burn-1 pid=7 prio=120 target_cpu=001",
            "  12.000000100:  sched:sched_wakeup: comm=cat pid=9 prio=120 target_cpu=001",
            "  12.000005000:  sched:sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120"
                + " prev_state=R ==> next_comm=burn-1 next_pid=7 next_prio=120",
            "  12.000006000:  sched:sched_switch: prev_comm=burn-1 prev_pid=7 prev_prio=120"
                + " prev_state=S ==> next_comm=cat next_pid=9 next_prio=120",
            "  13.999999000:  sched:sched_wakeup: comm=burn-2 pid=8 prio=120 target_cpu=000",
            "  14.000014000:  sched:sched_switch: prev_comm=x prev_pid=1 prev_prio=120"
                + " prev_state=S ==> next_comm=burn-2 next_pid=8 next_prio=120");

    assertThat(waits)
        .containsExactly(Map.entry("burn", new WakeWaits(2, 10_000, 5_000, 15_000, 15_000)));
  }

  /** The kernel also reports a wake-up of a thread that has not slept yet. */
  @Test
  void shouldNotTakeSleepForWaiting() {
    String sleeps = " prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120";
    Map<String, WakeWaits> waits =
        of(
            "1.000000000: sched:sched_wakeup: comm=burn-1 pid=7 prio=120 target_cpu=001",
            "1.000001000: sched:sched_switch: prev_comm=burn-1 prev_pid=7" + sleeps,
            "1.200000000: sched:sched_wakeup: comm=burn-1 pid=7 prio=120 target_cpu=001",
            "1.200004000: sched:sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120"
                + " prev_state=R ==> next_comm=burn-1 next_pid=7 next_prio=120",
            "1.200005000: sched:sched_wakeup: burn-2:8 [120] CPU:001",
            "1.200006000: sched:sched_switch: burn-2:8 [120] S ==> swapper/1:0 [120]",
            "1.300000000: sched:sched_switch: swapper/1:0 [120] R ==> burn-2:8 [120]");

    assertThat(waits)
        .containsExactly(Map.entry("burn", new WakeWaits(1, 4_000, 4_000, 4_000, 4_000)));
  }

  @Test
  void shouldTellThreadsApartByTheirNumbers() {
    Map<Long, WakeWaits> waits =
        WakeWaits.of(
            Stream.of(
                "1.000000000: sched:sched_wakeup: comm=java pid=7 prio=120 target_cpu=001",
                "1.000000000: sched:sched_wakeup: comm=java pid=8 prio=120 target_cpu=001",
                "1.000001000: sched:sched_switch: a ==> next_comm=java next_pid=8 next_prio=120",
                "1.000003000: sched:sched_switch: a ==> next_comm=java next_pid=7 next_prio=120"),
            (name, tid) -> Optional.of(tid));

    assertThat(waits)
        .containsOnly(
            Map.entry(7L, new WakeWaits(1, 3_000, 3_000, 3_000, 3_000)),
            Map.entry(8L, new WakeWaits(1, 1_000, 1_000, 1_000, 1_000)));
  }

  /** perf prints another form if its plug-ins are installed. */
  @Test
  void shouldReadWhatPlugInsPrint() {
    Map<String, WakeWaits> waits =
        of(
            "1.000000000: sched:sched_wakeup: burn-1:7 [120] CPU:001",
            "1.000003000: sched:sched_switch: swapper/1:0 [120] R ==> burn-1:7 [120]");

    assertThat(waits).hasSize(1);
    assertThat(waits.values().iterator().next().meanNs()).isCloseTo(3_000, within(1e-6));
  }

  @Test
  void shouldCountAWakeUpOnceAndPassOverWhatItDoesNotKnow() {
    Map<String, WakeWaits> waits =
        of(
            "nonsense",
            "1.000000000: sched:sched_wakeup: comm=burn-x ==> next_comm=y pid=7 prio=1"
                + " target_cpu=0",
            "1.000001000: sched:sched_wakeup: comm=burn-1 pid=7 prio=120 target_cpu=001",
            "1.000003000: sched:sched_switch: a ==> next_comm=burn-1 next_pid=7 next_prio=120",
            "1.000009000: sched:sched_switch: a ==> next_comm=burn-1 next_pid=7 next_prio=120");

    assertThat(waits)
        .containsExactly(Map.entry("burn", new WakeWaits(1, 3_000, 3_000, 3_000, 3_000)));
    assertThat(of()).isEmpty();
  }

  /** A thread's name may be any fifteen bytes. */
  @Test
  void shouldNotBeLedAstrayByNames() {
    Map<String, WakeWaits> waits =
        of(
            "1.000000000: sched:sched_wakeup: comm=burn- pid=9 p pid=7 prio=120 target_cpu=001",
            "1.000000500: sched:sched_wakeup: burn-:9 [120]:8 [-1] CPU:001",
            "1.000001000: sched:sched_switch: prev_comm=x prev_pid=7 pr prev_pid=1 prev_prio=120"
                + " prev_state=S ==> next_comm=a next_pid=8 n next_pid=7 next_prio=120",
            "1.000002500: sched:sched_switch: a:8 [120]:3 [120] S ==> b ==> c:8 [120]",
            "1.000003000: sched:sched_wakeup: comm=burn- ==> x pid=7 prio=120 target_cpu=001",
            "1.000004500: sched:sched_switch: prev_comm=x prev_pid=1 prev_prio=120 prev_state=S"
                + " ==> next_comm=burn- ==> x next_pid=7 next_prio=120");

    assertThat(waits)
        .containsExactly(Map.entry("burn", new WakeWaits(3, 1_500, 1_500, 2_000, 2_000)));
    assertThat(waits("1.00000000", "12345678901.000000000", "1.0000000001", "x1.000000000"))
        .as("no times")
        .isEmpty();
  }

  private static Map<String, WakeWaits> waits(String... times) {
    return of(
        Stream.of(times)
            .flatMap(time ->
                Stream.of(
                    time + ": sched:sched_wakeup: burn-1:7 [120] CPU:001",
                    time + ": sched:sched_switch: swapper/1:0 [120] R ==> burn-1:7 [120]"))
            .toArray(String[]::new));
  }

  /** With any permissions the result is a value or a reason, and no file remains. */
  @Test
  void shouldSayWhyItCannotTrace() throws Exception {
    Reading<Traced<String>> taken =
        WakeTrace.take(CpuList.of(0), (name, tid) -> Optional.empty(), 10_000_000, folder);

    assertThat(taken).isInstanceOf(Reading.Unavailable.class);
    assertThat(String.valueOf(taken)).isNotBlank();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
