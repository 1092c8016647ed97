package dev.foliot.linux;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.machine.ClockSource;
import dev.foliot.linux.machine.CpuPressure;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.machine.Kernel;
import dev.foliot.linux.machine.LoadAverage;
import dev.foliot.linux.machine.Swap;
import dev.foliot.linux.machine.TimerSlack;
import dev.foliot.linux.machine.TransparentHugePages;
import dev.foliot.linux.machine.Turbo;
import dev.foliot.linux.machine.Uptime;
import dev.foliot.linux.machine.Virtualisation;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.PresentPagesTest;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.ProcessMemory;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.linux.perf.TraceEvents;
import dev.foliot.linux.proc.InnerPid;
import dev.foliot.linux.proc.ProcessLimits;
import dev.foliot.linux.proc.ProcessRights;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.proc.ProcessStatTest;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.ProcessTimes;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.proc.Threads;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the files hold, every reader answers, in bounded time, and never throws. */
@Timeout(120)
class HostileFilesTest {
  private static final String[] POISON = {
    "",
    "\n",
    "\0",
    "-1",
    "99999999999999999999999999",
    "18446744073709551615",
    "9223372036854775807",
    "0",
    "0-65535",
    "4294967295-4294967296",
    "</script>",
    "\u001b[2J\u202e",
    "../../../../etc/passwd",
    "%s%n",
    "max max",
    "\\",
    "\\777",
    "kB",
    "::",
    " - - - ",
    "NaN",
    "\r\nVmRSS:\t1 kB"
  };

  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  private Map<String, Supplier<Reading<?>>> readers() {
    Cpus cpus = new Cpus(root);
    Kernel machine = new Kernel(root);
    Cgroup cgroup = new Cgroup(root, 7);
    Map<String, Supplier<Reading<?>>> readers = new TreeMap<>();
    readers.put("modelName", cpus::modelName);
    readers.put("online", cpus::online);
    readers.put("physicalCores", cpus::physicalCores);
    readers.put("smtActive", cpus::smtActive);
    readers.put("governors", cpus::governors);
    readers.put("isolated", cpus::isolated);
    readers.put("nohzFull", cpus::nohzFull);
    readers.put("cacheLineBytes", cpus::cacheLineBytes);
    readers.put("release", machine::release);
    readers.put("version", machine::version);
    readers.put("distribution", machine::distribution);
    readers.put("bootFlags", machine::bootFlags);
    readers.put("numaNodes", machine::numaNodes);
    readers.put("cgroup version", cgroup::version);
    readers.put("cpuQuotaCpus", cgroup::cpuQuotaCpus);
    readers.put("cpuset", cgroup::cpuset);
    readers.put("memoryLimitBytes", cgroup::memoryLimitBytes);
    readers.put("throttling", cgroup::throttling);
    readers.put("clockSource", () -> ClockSource.of(root));
    readers.put("hugePages", () -> TransparentHugePages.of(root));
    readers.put("swap", () -> Swap.of(root));
    readers.put("loadAverage", () -> LoadAverage.of(root));
    readers.put("uptime", () -> Uptime.of(root));
    readers.put("cpuPressure", () -> CpuPressure.of(root));
    readers.put("procStat", () -> ProcStat.of(root));
    readers.put("schedStat", () -> SchedStat.of(root, 7, 9));
    readers.put("threads", () -> Threads.of(root, 7));
    readers.put("threadStatus", () -> ThreadStatus.of(root, 7, 9));
    readers.put("processMemory", () -> ProcessMemory.of(root, 7));
    readers.put("machine", () -> Virtualisation.machine(root));
    readers.put("container", () -> Virtualisation.container(root));
    readers.put("timerSlack", () -> TimerSlack.readNs(root, 9));
    KernelSettings settings = new KernelSettings(root);
    readers.put("perfEventParanoid", settings::perfEventParanoid);
    readers.put("kptrRestrict", settings::kptrRestrict);
    readers.put("ptraceScope", settings::ptraceScope);
    readers.put("numaBalancing", settings::numaBalancing);
    readers.put("rights", () -> ProcessRights.of(root, 7));
    readers.put("turbo", () -> Turbo.of(root));
    readers.put("limits", () -> ProcessLimits.of(root, 7));
    readers.put("processStat", () -> ProcessStat.of(root, 7));
    readers.put("processStats", () -> ProcessStat.all(root));
    readers.put("traceEvent", () -> TraceEvents.id(root, "sched", "sched_switch"));
    readers.put("memoryRegions", () -> MemoryRegion.of(root, 7));
    readers.put("processMaps", () -> ProcessMaps.of(root, 7));
    readers.put("residentRegions", () -> ResidentRegion.of(root, 7));
    readers.put("presentPages", () -> PresentPages.of(root, 7, 0, 4096));
    readers.put("processTimes", () -> ProcessTimes.of(root, 7));
    readers.put("processState", () -> ProcessState.of(root, 7));
    readers.put("cores", cpus::cores);
    readers.put("innerPid", () -> InnerPid.of(root, 7));
    return readers;
  }

  /** A kernel on which every reader has a value. */
  private void completeKernel() {
    String cpu = "sys/devices/system/cpu/";
    String clock = "sys/devices/system/clocksource/clocksource0/";
    kernel
        .file(
            "proc/cpuinfo",
            "processor\t: 0",
            "model name\t: A CPU",
            "flags\t\t: fpu hypervisor",
            "cache_alignment\t: 64")
        .file(cpu + "online", "0")
        .file(cpu + "isolated", "")
        .file(cpu + "nohz_full", "")
        .file(cpu + "smt/active", "0")
        .file(cpu + "cpu0/topology/core_cpus_list", "0")
        .file(cpu + "cpu0/cache/index0/coherency_line_size", "64")
        .file(cpu + "cpu0/cpufreq/scaling_governor", "performance")
        .file("sys/devices/system/node/online", "0")
        .file(clock + "available_clocksource", "tsc")
        .file(clock + "current_clocksource", "tsc")
        .file("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never")
        .file("sys/kernel/mm/transparent_hugepage/defrag", "always [never]")
        .file("sys/class/dmi/id/sys_vendor", "QEMU")
        .file("sys/class/dmi/id/product_name", "Standard PC")
        .file("sys/hypervisor/type", "xen")
        .file("proc/device-tree/hypervisor/compatible", "linux,kvm")
        .file("run/systemd/container", "podman")
        .file("etc/os-release", "PRETTY_NAME=\"A Linux\"")
        .file("proc/sys/kernel/osrelease", "6.1.0")
        .file("proc/sys/kernel/version", "#1 SMP")
        .file("proc/cmdline", "ro mitigations=off")
        .file("proc/meminfo", "SwapTotal: 0 kB", "SwapFree: 0 kB")
        .file("proc/loadavg", "0.52 1.25 12.00 2/345 6789")
        .file("proc/uptime", "817.08 1609.95")
        .file("proc/pressure/cpu", "some avg10=0.05 avg60=0.11 avg300=0.04 total=2372940")
        .file("proc/stat", "cpu  1 2 3 4 5 6 7 8 9 10", "cpu0 1 2 3 4 5 6 7 8 9 10", "intr 1")
        .file(
            "proc/7/status",
            "State:\tS (sleeping)",
            "NSpid:\t7\t1",
            "VmHWM:\t2 kB",
            "VmRSS:\t1 kB",
            "CapEff:\t000001ffffffffff",
            "NoNewPrivs:\t0",
            "Seccomp:\t2")
        .file("proc/sys/kernel/perf_event_paranoid", "-1")
        .file("proc/sys/kernel/kptr_restrict", "0")
        .file("proc/sys/kernel/yama/ptrace_scope", "1")
        .file("proc/sys/kernel/numa_balancing", "0")
        .file("sys/devices/system/cpu/cpufreq/boost", "1")
        .file("sys/kernel/tracing/events/sched/sched_switch/id", "314")
        .file(
            "proc/7/limits",
            "Limit                     Soft Limit           Hard Limit           Units     ",
            "Max processes             unlimited            unlimited            processes ",
            "Max open files            1024                 4096                 files     ",
            "Max locked memory         65536                65536                bytes     ")
        .file("proc/7/stat", ProcessStatTest.line("java", 7, 3, 5))
        .file("proc/7/maps", "00400000-00401000 r-xp 00000000 08:01 1  /bin/cat")
        .file("proc/7/smaps", "00400000-00401000 r-xp 00000000 08:01 1  /bin/cat", "Rss: 4 kB")
        .bytes("proc/self/auxv", PresentPagesTest.words(6, 4_096, 0, 0))
        .bytes("proc/7/pagemap", PresentPagesTest.words(-1))
        .file("proc/7/task/9/schedstat", "3 2 1")
        .file(
            "proc/7/task/9/status",
            "Name:\tjava",
            "Cpus_allowed_list:\t0",
            "voluntary_ctxt_switches:\t1",
            "nonvoluntary_ctxt_switches:\t0")
        .file("proc/9/timerslack_ns", "50000")
        .file("proc/self/cgroup", "0::/")
        .file("proc/7/cgroup", "3:memory:/m", "0::/a/b")
        .file(
            "proc/self/mountinfo",
            "30 24 0:26 / /cg2 rw - cgroup2 cgroup2 rw",
            "31 24 0:27 / /cg1 rw - cgroup cgroup rw,memory")
        .file("cg1/m/memory.limit_in_bytes", "4096")
        .file("cg1/m/memory.stat", "hierarchical_memory_limit 4096")
        .file("cg2/a/b/cpu.max", "max 100000")
        .file("cg2/a/cpu.max", "50000 100000")
        .file("cg2/a/b/cpu.stat", "nr_throttled 1", "throttled_usec 2")
        .file("cg2/a/cpuset.cpus.effective", "0");
  }

  @Test
  void shouldHaveAValueOnACompleteKernel() {
    completeKernel();
    readers()
        .forEach(
            (name, reader) -> assertThat(reader.get()).as(name).isInstanceOf(Reading.Value.class));
  }

  @Test
  void shouldSayOnEverySystemWithoutProcThatItIsNotLinux() throws IOException {
    Files.delete(root.resolve("proc"));
    readers()
        .forEach((name, reader) ->
            assertThat(reason(reader.get()))
                .as(name)
                .contains("proc is not a directory, on " + System.getProperty("os.name")));
  }

  @Test
  void shouldAnswerOnAnEmptyKernel() {
    readers().values().forEach(reader -> check(reader.get()));
  }

  @Test
  void shouldAnswerWhateverTheFilesHold() throws IOException {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("shouldAnswerWhateverTheFilesHold: seed " + seed);
    Random random = new Random(seed);
    completeKernel();
    List<Path> files = files();
    Map<String, Supplier<Reading<?>>> readers = readers();
    for (int round = 0; round < 600; round++) {
      Path file = files.get(random.nextInt(files.size()));
      byte[] good = Files.readAllBytes(file);
      Files.write(file, spoiled(good, random));
      readers.forEach((name, reader) -> {
        try {
          check(reader.get());
        } catch (RuntimeException | StackOverflowError e) {
          throw new AssertionError(name + " threw, seed " + seed + ", file " + file, e);
        }
      });
      if (random.nextInt(4) > 0) { // Now and then the damage adds up.
        Files.write(file, good);
      }
    }
  }

  @Test
  void shouldAnswerWhenFilesAreDirectoriesOrMissing() throws IOException {
    completeKernel();
    for (Path file : files()) {
      byte[] good = Files.readAllBytes(file);
      Files.delete(file);
      readers().values().forEach(reader -> check(reader.get()));
      Files.createDirectory(file);
      readers().values().forEach(reader -> check(reader.get()));
      Files.delete(file);
      Files.write(file, good);
    }
  }

  @Test
  void shouldNotReadAFileWithoutEnd() {
    byte[] giant = new byte[KernelFiles.MAX_BYTES + 1];
    Arrays.fill(giant, (byte) '7');
    kernel.bytes("proc/uptime", giant).bytes("proc/cpuinfo", giant);
    assertThat(reason(Uptime.of(root))).contains("proc/uptime").contains("longer than");
    assertThat(reason(new Cpus(root).modelName())).contains("longer than");
    kernel.bytes("proc/sys/kernel/version", Arrays.copyOf(giant, KernelFiles.MAX_BYTES));
    assertThat(reason(new Kernel(root).version()))
        .contains("malformed line '777")
        .hasSizeLessThan(500);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void shouldNotWaitForAPipe() throws Exception {
    kernel.directory("proc");
    Path pipe = root.resolve("proc/uptime");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(reason(Uptime.of(root))).contains("not a regular file");
  }

  @Test
  void shouldTellWhoMayRead() {
    Path file = Path.of("secret");
    assertThat(
            KernelFiles.failed(file, "read", new AccessDeniedException("secret"), null).reading())
        .isEqualTo(
            new Reading.Unavailable<>(
                new SystemReason.FileClosed(
                    "secret",
                    "run as the user that owns the process, or as root, and outside a restricted"
                        + " container")));
    assertThat(
            reason(
                KernelFiles.failed(file, "read", new IOException("No such process"), null)
                    .reading()))
        .isEqualTo("secret cannot be read: No such process");
    assertThat(reason(KernelFiles.failed(file, "written", new IOException(), null).reading()))
        .isEqualTo("secret cannot be written: IOException");
  }

  private static void check(Reading<?> reading) {
    if (reading instanceof Reading.Unavailable<?>) {
      assertThat(reason(reading)).hasSizeLessThanOrEqualTo(500);
    } else {
      assertThat(reading.toString()).hasSizeLessThan(1 << 20);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(root)) {
      return new ArrayList<>(walk.filter(Files::isRegularFile).sorted().toList());
    }
  }

  private static byte[] spoiled(byte[] good, Random random) {
    String poison = POISON[random.nextInt(POISON.length)];
    String text = new String(good, StandardCharsets.UTF_8);
    return switch (random.nextInt(6)) {
      case 0 -> new byte[0];
      case 1 -> {
        byte[] noise = new byte[random.nextInt(4_096)];
        random.nextBytes(noise);
        yield noise;
      }
      case 2 -> Arrays.copyOf(good, random.nextInt(good.length + 1));
      case 3 ->
          text.replaceAll("[0-9]+", Matcher.quoteReplacement(poison))
              .getBytes(StandardCharsets.UTF_8);
      case 4 -> poison.getBytes(StandardCharsets.UTF_8);
      default -> {
        int at = random.nextInt(text.length() + 1);
        yield (text.substring(0, at) + poison + text.substring(at))
            .getBytes(StandardCharsets.UTF_8);
      }
    };
  }
}
