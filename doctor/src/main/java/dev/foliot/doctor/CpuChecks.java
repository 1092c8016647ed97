package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.graded;
import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;
import static dev.foliot.doctor.DoctorCheck.spoils;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Turbo;
import dev.foliot.linux.machine.Virtualisation;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.OptionalDouble;

/** Judges the processors. */
final class CpuChecks {
  private static final String AREA = "cpu";

  /** A producer, the pause meter, and two for the task. */
  private static final int PLENTY = 4;

  private static final int LEAST = 2;

  private CpuChecks() {}

  static List<DoctorCheck> of(Readings.Processors seen) {
    Readings.Online online = seen.online();
    Readings.Granted granted = seen.granted();
    return List.of(
        cpus(granted.cpus(), online.cpus(), online.cores()),
        affinity(granted.affinity(), online.cpus()),
        isolated(online.isolated()),
        quota(granted.quotaCpus(), granted.cpus()),
        smt(seen.speed().smt()),
        governor(seen.speed().governors()),
        turbo(seen.speed().turbo()),
        numa(seen.numaNodes(), seen.numaBalancing()),
        virtualisation(seen.machine()));
  }

  static DoctorCheck cpus(int granted, Reading<CpuList> online, Reading<Integer> cores) {
    String value =
        granted
            + " of "
            + online.map(list -> list.size() + " online").orElse("an unknown number")
            + ", "
            + cores.map(count -> count + " cores").orElse("cores unknown");
    if (granted >= PLENTY) {
      return ok(AREA, "cpus", value, "a producer and the pause meter can spin beside the task");
    }
    if (granted >= LEAST) {
      return limits(
          AREA,
          "cpus",
          value,
          "a producer can spin, the pause meter only sleeps, and threads:N shares what is left",
          "grant 4 or more CPUs");
    }
    return spoils(
        AREA,
        "cpus",
        value,
        "the producer and the task take turns on one CPU: its lateness is in every figure",
        "grant 2 or more CPUs");
  }

  static DoctorCheck affinity(Reading<CpuList> affinity, Reading<CpuList> online) {
    return graded(
        AREA,
        "affinity",
        affinity,
        mine -> {
          boolean all = online.map(mine::equals).orElse(true);
          return all
              ? ok(AREA, "affinity", mine.toString(), "threads may run on every CPU")
              : limits(
                  AREA,
                  "affinity",
                  mine.toString(),
                  "only a part of the machine is measured; others may run on these CPUs too",
                  "start it without taskset, or outside the cpuset, to use all CPUs");
        });
  }

  static DoctorCheck isolated(Reading<CpuList> isolated) {
    return graded(
        AREA,
        "isolated",
        isolated,
        list ->
            list.isEmpty()
                ? limits(
                    AREA,
                    "isolated",
                    "none",
                    "other threads and interrupts run on every CPU: expect outliers of tens of us",
                    "for quiet CPUs boot with isolcpus=LIST nohz_full=LIST, and bench --cpus LIST")
                : ok(
                    AREA,
                    "isolated",
                    list.toString(),
                    "the scheduler puts nothing there by itself: use them with bench --cpus"));
  }

  static DoctorCheck quota(Reading<OptionalDouble> quota, int granted) {
    return graded(
        AREA,
        "quota",
        quota,
        cpus -> {
          if (cpus.isEmpty()) {
            return ok(AREA, "quota", "none", "no control group stops threads for CPU time used");
          }
          String value = Numbers.digits(cpus.getAsDouble()) + " CPUs";
          return cpus.getAsDouble() >= granted
              ? ok(AREA, "quota", value, "all granted CPUs together cannot use it up")
              : spoils(
                  AREA,
                  "quota",
                  value,
                  "who has used it up is stopped for the rest of the period, 100 ms as a rule",
                  "raise or remove the CPU limit of the container, or use a cpuset instead");
        });
  }

  static DoctorCheck smt(Reading<Boolean> smt) {
    return graded(
        AREA,
        "smt",
        smt,
        active ->
            active
                ? limits(
                    AREA,
                    "smt",
                    true,
                    "two hardware threads share a core: what one does slows the other",
                    "leave siblings free with bench --cpus, or boot with nosmt")
                : ok(AREA, "smt", false, "every CPU is a core"));
  }

  static DoctorCheck governor(Reading<List<String>> governors) {
    return graded(
        AREA,
        "governor",
        governors,
        names ->
            names.equals(List.of("performance"))
                ? ok(AREA, "governor", "performance", "the frequency does not follow the load")
                : spoils(
                    AREA,
                    "governor",
                    String.join(", ", names),
                    "the frequency follows the load: slow rates are measured on a slow clock",
                    "cpupower frequency-set -g performance"));
  }

  static DoctorCheck turbo(Reading<Turbo> turbo) {
    return graded(
        AREA,
        "turbo",
        turbo,
        state ->
            state.on()
                ? limits(
                    AREA,
                    "turbo",
                    true,
                    "the clock depends on temperature and on what other cores do",
                    "for comparisons switch it off: write "
                        + (state.source().endsWith("no_turbo") ? "1" : "0")
                        + " into "
                        + state.source())
                : ok(AREA, "turbo", false, "the clock stays at its nominal frequency"));
  }

  static DoctorCheck numa(Reading<Integer> nodes, Reading<Integer> balancing) {
    return graded(
        AREA,
        "numa",
        nodes,
        count -> {
          if (count == 1) {
            return ok(AREA, "numa", "1 node", "all memory is equally near");
          }
          boolean moving = balancing.orElse(0) != 0;
          return limits(
              AREA,
              "numa",
              count + " nodes" + (moving ? ", balancing" : ""),
              "memory of another node is slower"
                  + (moving ? ", and the kernel unmaps pages to see who uses them" : ""),
              "stay on one node with bench --cpus"
                  + (moving ? "; sysctl kernel.numa_balancing=0" : ""));
        });
  }

  static DoctorCheck virtualisation(Reading<Virtualisation> machine) {
    return graded(
        AREA,
        "virtualisation",
        machine,
        found ->
            found.kind().equals(Virtualisation.NONE)
                ? ok(AREA, "virtualisation", "none", "no hypervisor was found below this kernel")
                : limits(
                    AREA,
                    "virtualisation",
                    found.kind(),
                    "the hypervisor may take CPUs away; not every one reports it as steal",
                    "compare arms in one run, interleaved; for absolute figures use hardware"));
  }
}
