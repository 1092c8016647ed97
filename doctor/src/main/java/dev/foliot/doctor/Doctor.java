package dev.foliot.doctor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Says what a machine can measure and what spoils it. What it reads and tries is in {@link
 * Readings}; how it judges is a pure function of that.
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
    return judge(Readings.read(root, store, look), Readings.isLinux(root));
  }

  /** Judges what was seen. */
  static DoctorReport judge(Readings seen, boolean linux) {
    List<DoctorCheck> checks = new ArrayList<>();
    checks.addAll(CpuChecks.of(seen.processors()));
    checks.addAll(TimeChecks.of(seen.time()));
    checks.addAll(ResourceChecks.ofMemory(seen.memory()));
    checks.addAll(NoiseChecks.of(seen.noise(), seen.processors().granted()));
    checks.addAll(RightsChecks.of(seen.rights()));
    checks.addAll(ResourceChecks.ofRoom(seen.room()));
    checks.addAll(ResourceChecks.ofJdks(seen.jdks()));
    return new DoctorReport(linux, seen.capabilities(), checks, seen.jdks());
  }
}
