package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.graded;
import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;
import static dev.foliot.doctor.DoctorCheck.spoils;

import dev.foliot.bench.ClockCheck;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.ClockSource;
import java.util.List;
import java.util.Set;

/** Judges clocks and timers. */
final class TimeChecks {
  private static final String AREA = "time";
  private static final String NS = "ns";

  /** Clocks that are read without a system call. */
  private static final Set<String> FAST =
      Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page");

  private static final double CHEAP_NS = 60;
  private static final double DEAR_NS = 250;
  private static final long FINE_NS = 100;
  private static final long COARSE_NS = 1_000;

  private TimeChecks() {}

  static List<DoctorCheck> of(Readings.Time seen) {
    return List.of(
        source(seen.source()),
        cost(seen.clock()),
        grain(seen.clock()),
        slack(seen.slackNs(), seen.slackSetNs()));
  }

  static DoctorCheck source(Reading<ClockSource> source) {
    return graded(
        AREA,
        "clock source",
        source,
        clock -> {
          if (FAST.contains(clock.current())) {
            return ok(AREA, "clock source", clock.current(), "read in user mode");
          }
          boolean tsc = clock.available().contains("tsc");
          return spoils(
              AREA,
              "clock source",
              clock.current(),
              "each reading is a call into the kernel or to a device, up to microseconds long",
              tsc
                  ? "boot with tsc=reliable clocksource=tsc if the TSC is sound; see dmesg"
                  : "ask the hypervisor for tsc or kvm-clock");
        });
  }

  static DoctorCheck cost(ClockCheck clock) {
    double cost = Math.round(clock.costNs() * 10) / 10.0;
    DoctorCheck check =
        cost <= CHEAP_NS
            ? ok(AREA, "nanoTime cost", cost, "small beside any duration worth measuring")
            : cost <= DEAR_NS
                ? limits(
                    AREA,
                    "nanoTime cost",
                    cost,
                    "it is in every service time and probe; subtract nothing, but know it",
                    "see the clock source; measure work of microseconds, not less")
                : spoils(
                    AREA,
                    "nanoTime cost",
                    cost,
                    "reading the clock takes longer than what is measured may take",
                    "see the clock source");
    return check.in(NS);
  }

  static DoctorCheck grain(ClockCheck clock) {
    long grain = clock.grainNs();
    DoctorCheck check =
        grain == 0
            ? spoils(AREA, "nanoTime grain", grain, "the clock stood still", "see the clock source")
            : grain <= FINE_NS
                ? ok(AREA, "nanoTime grain", grain, "fine enough for nanoseconds")
                : grain <= COARSE_NS
                    ? limits(
                        AREA,
                        "nanoTime grain",
                        grain,
                        "shorter durations are seen as 0 or as one step",
                        "see the clock source; measure work of microseconds, not less")
                    : spoils(
                        AREA,
                        "nanoTime grain",
                        grain,
                        "durations come in steps of more than a microsecond",
                        "see the clock source");
    return check.in(NS);
  }

  /**
   * @param slackNs the default of a thread
   * @param setNs that of a child after it was set to a nanosecond, as a bench does for its
   *     producers
   */
  static DoctorCheck slack(Reading<Long> slackNs, Reading<Long> setNs) {
    return graded(
            AREA,
            "timer slack",
            slackNs,
            slack ->
                switch (setNs) {
                  case Reading.Value<Long>(Long now) when now <= 1 ->
                      ok(AREA, "timer slack", slack, "can be set to 1 ns for parked producers");
                  case Reading.Value<Long>(Long now) ->
                      limits(
                          AREA,
                          "timer slack",
                          slack,
                          "set to 1 ns it stayed at " + now + ": parked producers wake late",
                          "run as root or with CAP_SYS_NICE");
                  case Reading.Unavailable<Long> none ->
                      limits(
                          AREA,
                          "timer slack",
                          slack,
                          "parked producers may wake that much late: " + none.reason(),
                          none.remedy());
                })
        .in(NS);
  }
}
