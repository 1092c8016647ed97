package dev.foliot.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.ClockCheck;
import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.linux.machine.ClockSource;
import dev.foliot.linux.machine.Swap;
import dev.foliot.linux.machine.TransparentHugePages;
import dev.foliot.linux.machine.Turbo;
import dev.foliot.linux.machine.Virtualisation;
import dev.foliot.linux.proc.ProcessRights;
import dev.foliot.linux.proc.ProcessRights.Seccomp;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.service.jdk.InstalledJdk;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every grade of every check. */
class DoctorChecksTest {
  private static final Reading<CpuList> FOUR = Reading.of(CpuList.of(0, 1, 2, 3));

  /** Capability bits of capability.h: 19 ptrace, 23 nice, 34 syslog, 38 perfmon. */
  private static final Reading<ProcessRights> ROOT = rights(-1L, Seccomp.NONE);

  private static final Reading<ProcessRights> USER = rights(0, Seccomp.NONE);

  private static Reading<ProcessRights> rights(long bits, Seccomp seccomp) {
    return Reading.of(new ProcessRights(bits, seccomp, false));
  }

  private static <T> Reading<T> none() {
    return Reading.unavailable(new SystemReason.FileMissing("it", "bring it"));
  }

  /** Checks a grade, and that it has a remedy if one is needed. */
  private static void assertGrade(DoctorCheck check, Status status) {
    assertThat(check.status()).as(check.toString()).isEqualTo(status);
    assertThat(check.meaning()).isNotBlank();
    assertThat(check.remedy() != null).as("remedy").isEqualTo(status != Status.OK);
    assertThat(check.value() == null).as("value").isEqualTo(status == Status.UNKNOWN);
  }

  private static void assertUnknown(DoctorCheck check) {
    assertGrade(check, Status.UNKNOWN);
    assertThat(check.meaning()).isEqualTo("it does not exist");
    assertThat(check.remedy()).isEqualTo("bring it");
  }

  @ParameterizedTest
  @CsvSource({"1,SPOILS", "2,LIMITS", "3,LIMITS", "4,OK", "128,OK"})
  void shouldGradeTheCpus(int granted, Status status) {
    assertGrade(CpuChecks.cpus(granted, FOUR, Reading.of(2)), status);
    assertThat(CpuChecks.cpus(granted, none(), none()).value())
        .isEqualTo(granted + " of an unknown number, cores unknown");
  }

  @Test
  void shouldGradeTheAffinity() {
    assertGrade(CpuChecks.affinity(FOUR, FOUR), Status.OK);
    assertGrade(CpuChecks.affinity(FOUR, none()), Status.OK);
    assertGrade(CpuChecks.affinity(Reading.of(CpuList.of(1)), FOUR), Status.LIMITS);
    assertUnknown(CpuChecks.affinity(none(), FOUR));
  }

  @Test
  void shouldGradeIsolation() {
    assertGrade(CpuChecks.isolated(Reading.of(CpuList.of(2, 3))), Status.OK);
    assertGrade(CpuChecks.isolated(Reading.of(CpuList.of())), Status.LIMITS);
    assertUnknown(CpuChecks.isolated(none()));
  }

  @Test
  void shouldGradeTheQuota() {
    assertGrade(CpuChecks.quota(Reading.of(OptionalDouble.empty()), 4), Status.OK);
    assertGrade(CpuChecks.quota(Reading.of(OptionalDouble.of(4)), 4), Status.OK);
    DoctorCheck tight = CpuChecks.quota(Reading.of(OptionalDouble.of(1.5)), 2);
    assertGrade(tight, Status.SPOILS);
    assertThat(tight.value()).isEqualTo("1.50 CPUs");
    assertUnknown(CpuChecks.quota(none(), 4));
  }

  @Test
  void shouldGradeWhatMovesTheClockOfTheCpu() {
    assertGrade(CpuChecks.smt(Reading.of(false)), Status.OK);
    assertGrade(CpuChecks.smt(Reading.of(true)), Status.LIMITS);
    assertUnknown(CpuChecks.smt(none()));
    assertGrade(CpuChecks.governor(Reading.of(List.of("performance"))), Status.OK);
    assertGrade(CpuChecks.governor(Reading.of(List.of("performance", "powersave"))), Status.SPOILS);
    assertUnknown(CpuChecks.governor(none()));
    assertGrade(CpuChecks.turbo(Reading.of(new Turbo(false, "boost"))), Status.OK);
    DoctorCheck intel = CpuChecks.turbo(Reading.of(new Turbo(true, "/sys/no_turbo")));
    assertGrade(intel, Status.LIMITS);
    assertThat(intel.remedy()).endsWith("write 1 into /sys/no_turbo");
    assertThat(CpuChecks.turbo(Reading.of(new Turbo(true, "/sys/boost"))).remedy())
        .endsWith("write 0 into /sys/boost");
    assertUnknown(CpuChecks.turbo(none()));
  }

  @Test
  void shouldGradeNumaAndTheHypervisor() {
    assertGrade(CpuChecks.numa(Reading.of(1), Reading.of(1)), Status.OK);
    assertGrade(CpuChecks.numa(Reading.of(2), none()), Status.LIMITS);
    assertThat(CpuChecks.numa(Reading.of(2), Reading.of(1)).remedy()).contains("numa_balancing=0");
    assertUnknown(CpuChecks.numa(none(), none()));
    assertGrade(
        CpuChecks.virtualisation(Reading.of(new Virtualisation("none", "no flag"))), Status.OK);
    assertGrade(
        CpuChecks.virtualisation(Reading.of(new Virtualisation("kvm", "flag"))), Status.LIMITS);
    assertUnknown(CpuChecks.virtualisation(none()));
  }

  @Test
  void shouldGradeTheClockSource() {
    assertGrade(source("tsc", "tsc"), Status.OK);
    assertGrade(source("arch_sys_counter", "arch_sys_counter"), Status.OK);
    DoctorCheck hpet = source("hpet", "tsc", "hpet");
    assertGrade(hpet, Status.SPOILS);
    assertThat(hpet.remedy()).contains("tsc=reliable");
    assertThat(source("acpi_pm", "acpi_pm").remedy()).contains("hypervisor");
    assertUnknown(TimeChecks.source(none()));
  }

  private static DoctorCheck source(String current, String... available) {
    return TimeChecks.source(Reading.of(new ClockSource(current, List.of(available))));
  }

  @ParameterizedTest
  @CsvSource({"20,OK", "60,OK", "61,LIMITS", "250,LIMITS", "251,SPOILS", "2000,SPOILS"})
  void shouldGradeTheCostOfTheClock(double costNs, Status status) {
    DoctorCheck check = TimeChecks.cost(new ClockCheck(costNs, 1));
    assertGrade(check, status);
    assertThat(check.unit()).isEqualTo("ns");
  }

  @ParameterizedTest
  @CsvSource({"0,SPOILS", "1,OK", "100,OK", "101,LIMITS", "1000,LIMITS", "1001,SPOILS"})
  void shouldGradeTheGrainOfTheClock(long grainNs, Status status) {
    assertGrade(TimeChecks.grain(new ClockCheck(20, grainNs)), status);
  }

  @Test
  void shouldGradeTheTimerSlack() {
    Reading<Long> usual = Reading.of(50_000L);
    assertGrade(TimeChecks.slack(usual, Reading.of(1L)), Status.OK);
    assertGrade(TimeChecks.slack(usual, Reading.of(50_000L)), Status.LIMITS);
    DoctorCheck refused = TimeChecks.slack(usual, none());
    assertGrade(refused, Status.LIMITS);
    assertThat(refused.meaning()).endsWith("it does not exist");
    assertUnknown(TimeChecks.slack(none(), none()));
    assertThat(TimeChecks.slack(none(), none()).unit()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "never,never,OK",
    "madvise,always,OK",
    "always,madvise,LIMITS",
    "always,always,SPOILS"
  })
  void shouldGradeHugePages(String enabled, String defrag, Status status) {
    assertGrade(
        ResourceChecks.hugePages(Reading.of(new TransparentHugePages(enabled, defrag))), status);
    assertUnknown(ResourceChecks.hugePages(none()));
  }

  @ParameterizedTest
  @CsvSource({"0,0,OK", "1024,0,OK", "1024,1,LIMITS"})
  void shouldGradeSwap(long total, long used, Status status) {
    assertGrade(ResourceChecks.swap(Reading.of(new Swap(total, used))), status);
    assertUnknown(ResourceChecks.swap(none()));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,OK",
    "0,0.01,OK",
    "0.005,0,LIMITS",
    "0.01,0,LIMITS",
    "0,0.02,LIMITS",
    "0.011,0,SPOILS"
  })
  void shouldGradeSteal(double now, double sinceBoot, Status status) {
    assertGrade(NoiseChecks.steal(Reading.of(now), Reading.of(sinceBoot)), status);
    assertUnknown(NoiseChecks.steal(none(), Reading.of(sinceBoot)));
  }

  @ParameterizedTest
  @CsvSource({"0,0,OK", "0,3,LIMITS", "1,4,SPOILS"})
  void shouldGradeThrottling(long now, long ever, Status status) {
    assertGrade(
        NoiseChecks.throttling(
            Reading.of(new Throttling(now, now)), Reading.of(new Throttling(ever, ever))),
        status);
    assertUnknown(NoiseChecks.throttling(none(), none()));
  }

  @ParameterizedTest
  @CsvSource({"0,OK", "0.1,OK", "0.11,LIMITS", "0.5,LIMITS", "0.51,SPOILS"})
  void shouldGradeTheWorkOfOthers(double cpus, Status status) {
    assertGrade(NoiseChecks.others(Reading.of(cpus), List.of()), status);
    assertUnknown(NoiseChecks.others(none(), List.of()));
  }

  @Test
  void shouldNameTheBusiestOfOthers() {
    assertThat(
            NoiseChecks.others(
                    Reading.of(1.5),
                    List.of(
                        new Disturbance.Busy(12, "make", 1.25), new Disturbance.Busy(9, "x", 0.25)))
                .meaning())
        .endsWith("make (pid 12) 1.25, x (pid 9) 0.25");
  }

  @ParameterizedTest
  @CsvSource({"0,OK", "2,OK", "2.1,LIMITS", "4,LIMITS", "4.1,SPOILS"})
  void shouldGradeTheLoad(double load, Status status) {
    assertGrade(NoiseChecks.load(Reading.of(load), 4), status);
    assertUnknown(NoiseChecks.load(none(), 4));
  }

  @ParameterizedTest
  @CsvSource({"-1,OK", "0,LIMITS", "1,LIMITS", "2,LIMITS", "3,LIMITS", "4,LIMITS"})
  void shouldGradeThePerfLevel(int level, Status status) {
    assertGrade(RightsChecks.paranoid(Reading.of(level), USER), status);
    assertGrade(RightsChecks.paranoid(Reading.of(level), none()), status);
    assertGrade(RightsChecks.paranoid(Reading.of(level), ROOT), Status.OK);
    assertUnknown(RightsChecks.paranoid(none(), USER));
  }

  @Test
  void shouldGradeTheKernelsAddresses() {
    assertGrade(RightsChecks.kernelAddresses(Reading.of(0), USER), Status.OK);
    assertGrade(RightsChecks.kernelAddresses(Reading.of(1), ROOT), Status.OK);
    assertGrade(RightsChecks.kernelAddresses(Reading.of(1), USER), Status.LIMITS);
    assertGrade(RightsChecks.kernelAddresses(Reading.of(2), ROOT), Status.LIMITS);
    assertUnknown(RightsChecks.kernelAddresses(none(), ROOT));
  }

  @ParameterizedTest
  @CsvSource({"0,OK,OK", "1,LIMITS,OK", "2,LIMITS,OK", "3,LIMITS,LIMITS"})
  void shouldGradeThePtraceScope(int scope, Status user, Status root) {
    assertGrade(RightsChecks.ptrace(Reading.of(scope), USER), user);
    assertGrade(RightsChecks.ptrace(Reading.of(scope), ROOT), root);
    assertUnknown(RightsChecks.ptrace(none(), ROOT));
  }

  @Test
  void shouldGradeCapabilitiesAndFilters() {
    assertGrade(RightsChecks.capabilities(ROOT), Status.OK);
    assertGrade(RightsChecks.capabilities(USER), Status.LIMITS);
    assertThat(RightsChecks.capabilities(USER).remedy())
        .endsWith("CAP_PERFMON CAP_SYS_PTRACE CAP_SYS_NICE");
    // CAP_SYS_ADMIN replaces CAP_PERFMON.
    assertGrade(
        RightsChecks.capabilities(rights(1L << 19 | 1L << 21 | 1L << 23, Seccomp.NONE)), Status.OK);
    assertUnknown(RightsChecks.capabilities(none()));
    assertGrade(RightsChecks.seccomp(USER), Status.OK);
    assertGrade(RightsChecks.seccomp(rights(-1L, Seccomp.FILTER)), Status.LIMITS);
    assertGrade(RightsChecks.seccomp(rights(-1L, Seccomp.STRICT)), Status.LIMITS);
    assertUnknown(RightsChecks.seccomp(none()));
  }

  @ParameterizedTest
  @CsvSource({"255,SPOILS", "256,LIMITS", "4095,LIMITS", "4096,OK"})
  void shouldGradeLimits(long value, Status status) {
    long[] bounds = {256, 4_096};
    assertGrade(
        ResourceChecks.limit("x", Reading.of(OptionalLong.of(value)), bounds, "few", "more"),
        status);
    assertGrade(
        ResourceChecks.limit("x", Reading.of(OptionalLong.empty()), bounds, "few", "more"),
        Status.OK);
    assertUnknown(ResourceChecks.limit("x", none(), bounds, "few", "more"));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0,OK",
    "-5,0,OK",
    "0,1,OK",
    "0,2,OK",
    "0,6,OK",
    "0,9,OK",
    "1,0,LIMITS",
    "0,3,SPOILS",
    "0,5,SPOILS"
  })
  void shouldGradeThePriority(int nice, int policy, Status status) {
    assertGrade(
        ResourceChecks.priority(Reading.of(new ProcessStat(1, "java", 0, 0, nice, policy))),
        status);
    assertUnknown(ResourceChecks.priority(none()));
  }

  @Test
  void shouldGradeTheStore() {
    assertGrade(ResourceChecks.store(Reading.of(2L << 30)), Status.OK);
    assertGrade(ResourceChecks.store(Reading.of(200L << 20)), Status.LIMITS);
    assertGrade(ResourceChecks.store(Reading.of(1L << 20)), Status.SPOILS);
    DoctorCheck closed = ResourceChecks.store(none());
    assertGrade(closed, Status.SPOILS);
    assertThat(closed.meaning()).isEqualTo("it does not exist");
  }

  @Test
  void shouldGradeTheJdks() {
    assertThat(ResourceChecks.ofJdks(List.of(jdk(25), jdk(21))))
        .extracting(DoctorCheck::status)
        .containsOnly(Status.OK);
    assertThat(ResourceChecks.ofJdks(List.of(jdk(17), jdk(11))))
        .allSatisfy(check -> assertGrade(check, Status.LIMITS));
    assertThat(ResourceChecks.ofJdks(List.of()))
        .allSatisfy(check -> assertGrade(check, Status.LIMITS));
  }

  private static InstalledJdk jdk(int feature) {
    return new InstalledJdk(Path.of("jdk"), feature + "", feature, "", false);
  }
}
