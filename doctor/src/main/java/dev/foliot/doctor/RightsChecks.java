package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.graded;
import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessRights;
import dev.foliot.linux.proc.ProcessRights.Capability;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Judges the rights of this process. None of them harms a bench; missing ones limit diagnose. The
 * capabilities show the results of real trials.
 */
final class RightsChecks {
  private static final String AREA = "rights";
  private static final int NO_SYSTEM_WIDE = 1;
  private static final int OWN_IN_USER_MODE = 2;

  private RightsChecks() {}

  static List<DoctorCheck> of(Readings.Rights seen) {
    return List.of(
        paranoid(seen.perfEventParanoid(), seen.own()),
        kernelAddresses(seen.kptrRestrict(), seen.own()),
        ptrace(seen.ptraceScope(), seen.own()),
        capabilities(seen.own()),
        seccomp(seen.own()));
  }

  private static boolean has(Reading<ProcessRights> own, Capability capability) {
    return own.map(rights -> rights.has(capability)).orElse(false);
  }

  static DoctorCheck paranoid(Reading<Integer> level, Reading<ProcessRights> own) {
    return graded(
        AREA,
        "perf_event_paranoid",
        level,
        value -> {
          if (own.map(ProcessRights::mayWatchEverything).orElse(false)) {
            return ok(
                AREA, "perf_event_paranoid", value, "CAP_PERFMON or CAP_SYS_ADMIN overrides it");
          }
          String remedy = "sysctl kernel.perf_event_paranoid=1, or -1 for trace points";
          if (value > OWN_IN_USER_MODE) {
            return limits(
                AREA, "perf_event_paranoid", value, "no perf event without CAP_PERFMON", remedy);
          }
          if (value > NO_SYSTEM_WIDE) {
            return limits(
                AREA,
                "perf_event_paranoid",
                value,
                "own processes only, and not what they do in the kernel",
                remedy);
          }
          return value >= 0
              ? limits(
                  AREA,
                  "perf_event_paranoid",
                  value,
                  "own processes, the kernel included; no trace points"
                      + (value > 0 ? ", no whole CPUs" : ""),
                  "sysctl kernel.perf_event_paranoid=-1")
              : ok(AREA, "perf_event_paranoid", value, "every perf event is allowed");
        });
  }

  static DoctorCheck kernelAddresses(Reading<Integer> level, Reading<ProcessRights> own) {
    return graded(
        AREA,
        "kptr_restrict",
        level,
        value ->
            value == 0 || (value == 1 && has(own, Capability.SYSLOG))
                ? ok(AREA, "kptr_restrict", value, "functions of the kernel can have names")
                : limits(
                    AREA,
                    "kptr_restrict",
                    value,
                    "functions of the kernel have no names in stacks",
                    "sysctl kernel.kptr_restrict=0"));
  }

  static DoctorCheck ptrace(Reading<Integer> scope, Reading<ProcessRights> own) {
    return graded(
        AREA,
        "ptrace_scope",
        scope,
        value -> {
          if (value == 0) {
            return ok(AREA, "ptrace_scope", value, "processes of this user may be read");
          }
          boolean never = value > 2;
          if (!never && has(own, Capability.SYS_PTRACE)) {
            return ok(AREA, "ptrace_scope", value, "CAP_SYS_PTRACE overrides it");
          }
          return limits(
              AREA,
              "ptrace_scope",
              value,
              never
                  ? "no process may read another until the machine is started again"
                  : value == 1
                      ? "only own children may be read: diagnose PID needs CAP_SYS_PTRACE"
                      : "reading a process needs CAP_SYS_PTRACE",
              never
                  ? "start the machine with another kernel.yama.ptrace_scope"
                  : "sysctl kernel.yama.ptrace_scope=0, or grant CAP_SYS_PTRACE");
        });
  }

  static DoctorCheck capabilities(Reading<ProcessRights> own) {
    return graded(
        AREA,
        "capabilities",
        own,
        rights -> {
          String held = names(rights.held());
          List<Capability> missing =
              List.of(Capability.PERFMON, Capability.SYS_PTRACE, Capability.SYS_NICE).stream()
                  .filter(one -> !rights.has(one))
                  .filter(one -> one != Capability.PERFMON || !rights.mayWatchEverything())
                  .toList();
          return missing.isEmpty()
              ? ok(AREA, "capabilities", held, "nothing that Foliot uses is missing")
              : limits(
                  AREA,
                  "capabilities",
                  held,
                  "what others own cannot be counted, read or moved: no " + names(missing),
                  "run as root, or grant " + names(missing));
        });
  }

  private static String names(List<Capability> capabilities) {
    return capabilities.isEmpty()
        ? "none"
        : capabilities.stream()
            .map(one -> "CAP_" + one.name().toUpperCase(Locale.ROOT))
            .collect(Collectors.joining(" "));
  }

  static DoctorCheck seccomp(Reading<ProcessRights> own) {
    return graded(
        AREA,
        "seccomp",
        own,
        rights ->
            switch (rights.seccomp()) {
              case NONE -> ok(AREA, "seccomp", "none", "no system call is filtered");
              case STRICT, FILTER ->
                  limits(
                      AREA,
                      "seccomp",
                      rights.seccomp().name().toLowerCase(Locale.ROOT),
                      "calls may be refused whatever the rights; see what could be done above",
                      "give the container a profile that allows perf_event_open and ptrace");
            });
  }
}
