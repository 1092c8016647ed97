package dev.foliot.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what a machine can measure and what spoils it. What it reads and tries is in {@link
 * DoctorVisit}; how it judges is a pure function of that.
 */
public final class Doctor {
  /** Long enough for the CPUs' times, which come in ticks of 10 ms, to show steal of 1 %. */
  public static final Duration USUAL_LOOK = Duration.ofSeconds(1);

  private Doctor() {}

  /**
   * Examines the machine that this process runs on, in little more than the time of the look.
   * Nothing stays changed, and a child process that was tried on has ended.
   *
   * @param root of the kernel's file systems, "/" but in tests
   * @param store where runs are kept, whether it exists or not
   * @param look how long others are watched
   * @throws InterruptedException when the thread is interrupted meanwhile
   */
  public static DoctorReport examine(Path root, Path store, Duration look)
      throws InterruptedException {
    return judge(DoctorVisit.of(root, store, look), DoctorVisit.isLinux(root));
  }

  /** Judges what was seen. */
  static DoctorReport judge(DoctorReadings seen, boolean linux) {
    List<DoctorCheck> checks = new ArrayList<>();
    checks.addAll(DoctorCpuChecks.of(seen.processors()));
    checks.addAll(DoctorTimeChecks.of(seen.time()));
    checks.addAll(DoctorMemoryChecks.of(seen.memory()));
    checks.addAll(DoctorNoiseChecks.of(seen.noise(), seen.processors().granted()));
    checks.addAll(DoctorRightsChecks.of(seen.rights()));
    checks.addAll(DoctorRoomChecks.of(seen.room()));
    checks.addAll(DoctorJdkChecks.of(seen.jdks()));
    return new DoctorReport(linux, seen.capabilities(), checks, seen.jdks());
  }
}
