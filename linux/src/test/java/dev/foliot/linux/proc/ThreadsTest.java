package dev.foliot.linux.proc;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.LiveThread;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMemory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsTest {
  private static final Path LIVE = Path.of("/");

  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  @Test
  void shouldListThreadsAndNothingElse() {
    kernel
        .directory("proc/7/task/7")
        .directory("proc/7/task/12")
        .directory("proc/7/task/9")
        .directory("proc/7/task/x")
        .directory("proc/7/task/012345678901");
    assertThat(Threads.of(root, 7)).isEqualTo(Reading.of(List.of(7L, 9L, 12L)));
    assertThat(reason(Threads.of(root, 8))).contains("no process 8");
    kernel.file("proc/8/task", "a file");
    assertThat(reason(Threads.of(root, 8))).contains("proc/8/task");
  }

  @Test
  void shouldTellAThreadFromAProcess() {
    kernel
        .file("proc/7/status", "Name:\tjava", "Tgid:\t7", "Pid:\t7")
        .file("proc/9/status", "Name:\tworker", "Tgid:\t7", "Pid:\t9")
        .file("proc/10/status", "Name:\tworker");
    assertThat(Threads.processOf(root, 7)).isEqualTo(Reading.of(7L));
    assertThat(Threads.processOf(root, 9)).isEqualTo(Reading.of(7L));
    assertThat(reason(Threads.processOf(root, 10))).contains("Tgid");
    assertThat(Threads.processOf(root, 11)).isInstanceOf(Reading.Unavailable.class);
  }

  @Test
  void shouldReadNamesOfAnyText() {
    kernel.file("proc/7/task/9/comm", "C2 CompilerThre").file("proc/7/task/8/comm", "a\nb");
    assertThat(ThreadName.of(root, 7, 9)).isEqualTo(Reading.of("C2 CompilerThre"));
    assertThat(ThreadName.of(root, 7, 8)).isEqualTo(Reading.of("a\nb"));
    assertThat(ThreadName.of(root, 7, 10)).isInstanceOf(Reading.Unavailable.class);
  }

  @Test
  void shouldReadTheCommandLine() {
    byte[] words = "java\0-cp\0\0acme.Main\0".getBytes(StandardCharsets.UTF_8);
    kernel.bytes("proc/7/cmdline", words).bytes("proc/8/cmdline", new byte[0]);
    assertThat(CommandLine.of(root, 7))
        .isEqualTo(Reading.of(List.of("java", "-cp", "", "acme.Main")));
    assertThat(CommandLine.of(root, 8)).isEqualTo(Reading.of(List.of()));
    assertThat(CommandLine.of(root, 9)).isInstanceOf(Reading.Unavailable.class);
  }

  @Test
  void shouldReadTheSchedulersCounters() {
    kernel.file("proc/7/task/9/schedstat", "123456789 44947 12");
    SchedStat stat = new SchedStat(123_456_789, 44_947, 12);
    assertThat(SchedStat.of(root, 7, 9)).isEqualTo(Reading.of(stat));
    assertThat(stat.since(new SchedStat(100_000_000, 40_000, 2)))
        .isEqualTo(new SchedStat(23_456_789, 4_947, 10));
  }

  @Test
  void shouldReadTheSchedulersCountersOfTheCallingThread() {
    kernel.file("proc/thread-self/schedstat", "123456789 44947 12");
    assertThat(SchedStat.ofCaller(root))
        .isEqualTo(Reading.of(new SchedStat(123_456_789, 44_947, 12)));
    kernel.file("proc/thread-self/schedstat", "0 0 0");
    assertThat(reason(SchedStat.ofCaller(root))).contains("proc/thread-self/schedstat");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1 2", "1 2 x", "1 2 -3", "0 0 0", "18446744073709551616 1 1"})
  void shouldNotTakeMalformedOrMissingCountersAsZero(String line) {
    kernel.file("proc/7/task/9/schedstat", line);
    assertThat(reason(SchedStat.of(root, 7, 9))).contains("proc/7/task/9/schedstat");
  }

  @Test
  void shouldReadWhereAThreadRanWhateverItIsCalled() {
    String after = " S 1" + " 0".repeat(34);
    kernel.file("proc/7/task/9/stat", "9 (a) S (b c)" + after + " 5 0 0");
    assertThat(ThreadPlace.of(root, 7, 9)).isEqualTo(Reading.of(new ThreadPlace(5)));
    kernel.file("proc/7/task/9/stat", "9 (a)" + after);
    assertThat(reason(ThreadPlace.of(root, 7, 9))).contains("proc/7/task/9/stat", "processor");
    kernel.file("proc/7/task/9/stat", "9 (a)" + after + " -1");
    assertThat(reason(ThreadPlace.of(root, 7, 9))).contains("malformed processor");
    kernel.file("proc/7/task/9/stat", "no parenthesis");
    assertThat(reason(ThreadPlace.of(root, 7, 9))).contains("processor");
  }

  @Test
  void shouldReadHowOftenAThreadWasMoved() {
    kernel.file(
        "proc/7/task/9/sched",
        "ForkJoinPool-1- (9, #threads: 23)",
        "-------------------------------------------------------------------",
        "se.exec_start                                :       4421312.640001",
        "se.nr_migrations                             :                 6811",
        "nr_switches                                  :                49452");
    assertThat(ThreadMigrations.of(root, 7, 9)).isEqualTo(Reading.of(new ThreadMigrations(6_811)));
    kernel.file("proc/7/task/9/sched", "java (9, #threads: 23)");
    assertThat(reason(ThreadMigrations.of(root, 7, 9))).contains("no se.nr_migrations");
    assertThat(reason(ThreadMigrations.of(root, 7, 8))).contains("does not exist");
  }

  @Test
  void shouldReadTheStatusOfAThread() {
    kernel.file(
        "proc/7/task/9/status",
        "Name:\tfoliot-pacer\rx",
        "State:\tS (sleeping)",
        "Cpus_allowed:\tff,00000003",
        "Cpus_allowed_list:\t0-1,32-39",
        "voluntary_ctxt_switches:\t150",
        "nonvoluntary_ctxt_switches:\t3");
    ThreadStatus status = value(ThreadStatus.of(root, 7, 9));
    assertThat(status.name()).isEqualTo("foliot-pacer\rx");
    assertThat(status.voluntarySwitches()).isEqualTo(150);
    assertThat(status.involuntarySwitches()).isEqualTo(3);
    assertThat(status.cpusAllowed()).hasToString("0-1,32-39");
  }

  @ParameterizedTest
  @ValueSource(strings = {"R (running)", "S (sleeping)", "D (disk sleep)", "I (idle)"})
  void shouldTellThatAProcessGoesOn(String state) {
    kernel.file("proc/7/status", "Name:\tjava", "State:\t" + state);
    assertThat(ProcessState.of(root, 7)).isEqualTo(Reading.of(ProcessState.ALIVE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"T (stopped)", "t (tracing stop)"})
  void shouldTellThatAProcessIsStopped(String state) {
    kernel.file("proc/7/status", "Name:\tjava", "State:\t" + state);
    assertThat(ProcessState.of(root, 7)).isEqualTo(Reading.of(ProcessState.STOPPED));
  }

  @Test
  void shouldTellThatAProcessHasEnded() {
    kernel.file("proc/7/status", "State:\tZ (zombie)");
    assertThat(ProcessState.of(root, 7)).isEqualTo(Reading.of(ProcessState.ENDED));
    kernel.file("proc/7/status", "State:\t");
    assertThat(reason(ProcessState.of(root, 7))).contains("malformed State");
    assertThat(reason(ProcessState.of(root, 8))).contains("does not exist");
  }

  @Test
  void shouldReadTheLongListOfAMachineWithManyCpus() {
    CpuList everyOther = CpuList.of(IntStream.range(0, 4_096).map(i -> 2 * i).toArray());
    kernel.file(
        "proc/7/task/9/status",
        "Name:\tjava",
        "Cpus_allowed_list:\t" + everyOther,
        "voluntary_ctxt_switches:\t1",
        "nonvoluntary_ctxt_switches:\t1");
    assertThat(value(ThreadStatus.of(root, 7, 9)).cpusAllowed()).isEqualTo(everyOther);
  }

  @Test
  void shouldSayWhatAStatusLacks() {
    assertThat(reason(ThreadStatus.of(root, 7, 9))).contains("does not exist");
    kernel.file("proc/7/task/9/status", "Name:\ta", "voluntary_ctxt_switches:\t1");
    assertThat(reason(ThreadStatus.of(root, 7, 9))).contains("nonvoluntary_ctxt_switches");
  }

  @Test
  void shouldReadTheMemoryOfAProcess() {
    kernel.file("proc/7/status", "Name:\tjava", "VmHWM:\t  204800 kB", "VmRSS:\t  102400 kB");
    assertThat(ProcessMemory.of(root, 7))
        .isEqualTo(Reading.of(new ProcessMemory(100L << 20, 200L << 20)));
    kernel.file("proc/7/status", "Name:\tkworker/0:0");
    assertThat(reason(ProcessMemory.of(root, 7))).contains("VmRSS");
    kernel.file("proc/7/status", "VmRSS:\t1 MB", "VmHWM:\t1 kB");
    assertThat(reason(ProcessMemory.of(root, 7))).contains("malformed VmRSS");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void shouldSeeALiveThreadWait() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    LiveThread thread = LiveThread.start("foliot-waiter", self -> end.await());
    long pid = ProcessHandle.current().pid();
    try {
      assertThat(value(Threads.of(LIVE, pid))).contains(thread.tid(), pid).isSorted();
      assertThat(value(ThreadStatus.of(LIVE, pid, thread.tid())).name()).isEqualTo("foliot-waiter");
      SchedStat first = value(SchedStat.of(LIVE, pid, thread.tid()));
      assertThat(first.onCpuNs()).isPositive();
    } finally {
      end.countDown();
      thread.join();
    }
    assertThat(value(ProcessMemory.of(LIVE, pid)).residentBytes()).isGreaterThan(1 << 20);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void shouldCountTheSwitchesOfALiveThread() throws Exception {
    LiveThread.start(
            "foliot-switcher",
            self -> {
              ThreadStatus before = value(ThreadStatus.of(LIVE, self.pid(), self.tid()));
              SchedStat earlier = value(SchedStat.of(LIVE, self.pid(), self.tid()));
              for (int i = 0; i < 20; i++) {
                LockSupport.parkNanos(1_000_000);
              }
              ThreadStatus after = value(ThreadStatus.of(LIVE, self.pid(), self.tid()));
              SchedStat added = value(SchedStat.of(LIVE, self.pid(), self.tid())).since(earlier);
              assertThat(after.voluntarySwitches()).isGreaterThan(before.voluntarySwitches());
              assertThat(added.timeslices()).isPositive();
              assertThat(added.onCpuNs()).isPositive();
              assertThat(added.runQueueWaitNs()).isNotNegative();
            })
        .join();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void shouldSayThatAThreadHasEnded() throws Exception {
    Process process = new ProcessBuilder("true").start();
    long pid = process.pid();
    process.waitFor();
    assertThat(reason(ThreadStatus.of(LIVE, pid, pid))).contains("/proc/" + pid + "/task/" + pid);
    assertThat(reason(SchedStat.of(LIVE, pid, pid))).contains("/proc/" + pid + "/task/" + pid);
    assertThat(reason(Threads.of(LIVE, pid))).contains("no process " + pid);
  }
}
