package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.graded;
import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;
import static dev.foliot.doctor.DoctorCheck.spoils;

import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.stream.Collectors;

/** Judges the activity of others. */
final class NoiseChecks {
  private static final String AREA = "noise";

  /** Above this share a fork is SUSPECT, too. */
  private static final double MOST_STEAL = 0.01;

  private static final double QUIET_CPUS = 0.1;
  private static final double LOUD_CPUS = 0.5;

  private NoiseChecks() {}

  static List<DoctorCheck> of(Readings.Noise seen, int granted) {
    Disturbance noise = seen.seen();
    return List.of(
        steal(noise.stealShare(), noise.stealShareSinceBoot()),
        throttling(noise.throttled(), noise.throttledEver()),
        others(noise.otherCpus(), noise.busiest()),
        load(seen.loadAverage(), granted));
  }

  static DoctorCheck steal(Reading<Double> now, Reading<Double> sinceBoot) {
    return graded(
        AREA,
        "steal",
        now,
        share -> {
          double ever = sinceBoot.orElse(0.0);
          String value =
              Numbers.percent(share, 1) + " (" + Numbers.percent(ever, 1) + " since boot)";
          if (share > MOST_STEAL) {
            return spoils(
                AREA,
                "steal",
                value,
                "the hypervisor takes the CPUs away now; above 1 % a fork is SUSPECT",
                "use dedicated CPUs, a machine without burst credits, or another hour");
          }
          return share > 0 || ever > MOST_STEAL
              ? limits(
                  AREA,
                  "steal",
                  value,
                  "the hypervisor takes CPUs away at times",
                  "repeat with more forks; for steady figures use dedicated CPUs")
              : ok(AREA, "steal", value, "the hypervisor, if any, reports nothing taken");
        });
  }

  static DoctorCheck throttling(Reading<Throttling> now, Reading<Throttling> ever) {
    return graded(
        AREA,
        "throttling",
        now,
        meanwhile -> {
          long before = ever.map(Throttling::periods).orElse(0L);
          String value = meanwhile.periods() + " periods (" + before + " since the group was made)";
          String remedy = "raise or remove the CPU limit of the container";
          if (meanwhile.periods() > 0) {
            return spoils(
                AREA, "throttling", value, "the quota stops threads now, for ms at a time", remedy);
          }
          return before > 0
              ? limits(AREA, "throttling", value, "the quota has stopped threads before", remedy)
              : ok(AREA, "throttling", value, "no quota has stopped anything here");
        });
  }

  static DoctorCheck others(Reading<Double> cpus, List<Disturbance.Busy> busiest) {
    String who =
        busiest.isEmpty()
            ? "no process that can be seen stands out"
            : busiest.stream().map(NoiseChecks::described).collect(Collectors.joining(", "));
    return graded(
            AREA,
            "others",
            cpus,
            used -> {
              double shown = Math.round(used * 100) / 100.0;
              String remedy = "end or pin away what is not measured, and wait for builds to finish";
              if (used <= QUIET_CPUS) {
                return ok(AREA, "others", shown, "hardly anything else runs");
              }
              return used <= LOUD_CPUS
                  ? limits(AREA, "others", shown, "others use the CPUs too: " + who, remedy)
                  : spoils(
                      AREA,
                      "others",
                      shown,
                      "the figures would be those of a shared machine: " + who,
                      remedy);
            })
        .in("CPUs");
  }

  private static String described(Disturbance.Busy busy) {
    return busy.name() + " (pid " + busy.pid() + ") " + Numbers.digits(busy.cpus());
  }

  static DoctorCheck load(Reading<Double> load, int granted) {
    return graded(
        AREA,
        "load",
        load,
        oneMinute -> {
          String remedy = "wait until it is below half the CPUs";
          if (oneMinute <= granted / 2.0) {
            return ok(AREA, "load", oneMinute, "the last minute left CPUs free");
          }
          return oneMinute <= granted
              ? limits(AREA, "load", oneMinute, "the last minute was busy", remedy)
              : spoils(
                  AREA, "load", oneMinute, "in the last minute threads waited for CPUs", remedy);
        });
  }
}
