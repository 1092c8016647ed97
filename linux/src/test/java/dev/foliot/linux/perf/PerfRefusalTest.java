package dev.foliot.linux.perf;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.Threads;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerfRefusalTest {
  private static final PerfTarget CALLER = PerfTarget.caller();
  private static final int EPERM = 1;
  private static final int EACCES = 13;
  private static final int ENOSPC = 28;

  @TempDir private Path root;

  private static Reading<Long> refused(
      PerfEvent event, PerfTarget target, int errno, int paranoid, boolean privileged) {
    return new PerfRefusal(event, target, errno, Optional.of(paranoid), privileged, true).reading();
  }

  @ParameterizedTest
  @CsvSource({"1", "13"})
  void shouldNameTheLevelThatIsTooHigh(int errno) {
    Reading<Long> refused = refused(PerfEvent.Software.TASK_CLOCK, CALLER, errno, 3, false);
    assertThat(reason(refused))
        .isEqualTo(
            "perf event task-clock on the calling thread: not permitted; perf_event_paranoid is 3,"
                + " and this process has no CAP_PERFMON");
    assertThat(refused.toString())
        .contains("sysctl kernel.perf_event_paranoid=2, or grant CAP_PERFMON");
  }

  @Test
  void shouldSayWhichLevelEachTargetNeeds() {
    PerfEvent clock = PerfEvent.Software.CPU_CLOCK;
    assertThat(refused(clock, CALLER.withKernel(), EACCES, 2, false).toString())
        .contains("paranoid=1,");
    assertThat(refused(clock, PerfTarget.everythingOn(0), EACCES, 1, false).toString())
        .contains("paranoid=0,")
        .contains("on CPU 0");
    assertThat(
            refused(new PerfEvent.Tracepoint("sched:sched_switch", 1), CALLER, EPERM, 0, false)
                .toString())
        .contains("paranoid=-1,");
  }

  @Test
  void shouldSuspectAFilterWhereTheRightsSuffice() {
    assertThat(reason(refused(PerfEvent.Software.TASK_CLOCK, CALLER, EPERM, 2, false)))
        .contains("refused although perf_event_paranoid 2 allows it; a seccomp filter is on");
    Reading<Long> root = refused(PerfEvent.Software.TASK_CLOCK, CALLER, EPERM, 4, true);
    assertThat(reason(root)).contains("although CAP_PERFMON allows it");
    assertThat(root.toString()).contains("seccomp profile");
  }

  @ParameterizedTest
  @CsvSource({
    "2,shows no such counter,PMU",
    "19,shows no such counter,PMU",
    "95,shows no such counter,PMU",
    "3,no such thread,lives",
    "16,are taken,debugger",
    "28,are taken,debugger",
    "24,no file descriptor,ulimit -n",
    "38,no perf_event_open,CONFIG_PERF_EVENTS",
    "22,does not take it,newer kernel",
    "7,does not take it,newer kernel",
    "99,errno 99,perf_event_open(2)"
  })
  void shouldHaveARemedyForEveryErrno(int errno, String reason, String remedy) {
    Reading<Long> refused = refused(PerfEvent.Hardware.CYCLES, CALLER, errno, 2, false);
    assertThat(reason(refused)).contains("perf event cycles", reason);
    assertThat(refused.toString()).contains(remedy);
  }

  @Test
  void shouldTellAMissingEventFromAMissingPmu() {
    assertThat(
            reason(
                refused(
                    new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 8, 8), CALLER, 2, 2, false)))
        .contains("watchpoint:write", "this kernel has no such event");
  }

  @Test
  void shouldSayWhoHoldsTheWatchpoints() {
    PerfEvent watch = new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 8, 8);
    Reading<Long> refused = refused(watch, PerfTarget.thread(7), ENOSPC, 2, false);
    assertThat(reason(refused)).contains("all hardware watchpoints are taken", "errno 28");
    assertThat(refused.toString()).contains("end the debugger", "fewer words");
  }

  @ParameterizedTest
  @CsvSource({"28,TAKEN", "16,TAKEN", "1,LASTING", "13,LASTING", "24,LASTING", "38,LASTING"})
  void shouldTellTakenWatchpointsFromRefusedOnes(int errno, WatchRefusal why) {
    PerfEvent watch = new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, 8, 8);
    assertThat(refusal(refused(watch, PerfTarget.thread(7), errno, 2, false))).isEqualTo(why);
  }

  @Test
  void shouldTellThreadsThatHaveEndedFromRefusedWatchpoints() {
    assertThat(refusal(PerfSession.noneLives(7).reading())).isEqualTo(WatchRefusal.GONE);
    new FakeKernel(root).directory("proc");
    assertThat(refusal(Threads.of(root, 7))).isEqualTo(WatchRefusal.GONE);
  }

  private static WatchRefusal refusal(Reading<?> reading) {
    assertThat(reading).isInstanceOf(Reading.Unavailable.class);
    return WatchRefusal.of((Reading.Unavailable<?>) reading);
  }

  @Test
  void shouldTellAnotherUsersProcessFromAFilter() {
    PerfEvent clock = PerfEvent.Software.CPU_CLOCK;
    assertThat(refused(clock, PerfTarget.thread(7), EACCES, 2, false).toString())
        .contains("on thread 7: this user may not look into that process", "process's user");
    assertThat(reason(refused(clock, PerfTarget.thread(7), EPERM, 2, false))).contains("seccomp");
    assertThat(reason(refused(clock, PerfTarget.thread(7), EACCES, 3, false)))
        .contains("perf_event_paranoid is 3");
  }

  @Test
  void shouldReadTheRightsThatItExplains() {
    new FakeKernel(root)
        .file("proc/sys/kernel/perf_event_paranoid", "4")
        .file("proc/self/status", "CapEff:\t0", "Seccomp:\t2");
    assertThat(PerfRefusal.read(root, PerfEvent.Hardware.CYCLES, CALLER, EPERM))
        .isEqualTo(
            new PerfRefusal(PerfEvent.Hardware.CYCLES, CALLER, EPERM, Optional.of(4), false, true));
  }

  @Test
  void shouldNotKnowWhatItCannotRead() {
    assertThat(reason(PerfRefusal.read(root, PerfEvent.Hardware.CYCLES, CALLER, EPERM).reading()))
        .contains("perf_event_paranoid is unknown");
  }
}
