package dev.foliot.doctor;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Examines what a machine can measure, and what harms measurements.
 *
 * <p>{@link Readings} reads and tries; the verdict is a pure function of that.
 */
public final class Doctor {
  /** Long enough for the CPUs' times, in ticks of 10 ms, to show a steal of 1 %. */
  public static final Duration USUAL_LOOK = Duration.ofSeconds(1);

  private Doctor() {}

  /**
   * Examines the machine of this process, in little more than the time of the look. It restores all
   * changes and ends its child process.
   *
   * @param root of the kernel's file systems, "/" except in tests
   * @param store the folder of runs, existing or not
   * @param look the observation time
   * @throws InterruptedException when the thread is interrupted
   */
  public static DoctorReport examine(Path root, Path store, Duration look)
      throws InterruptedException {
    return judge(Readings.read(root, store, look), Readings.isLinux(root));
  }

  /** Judges the readings. */
  static DoctorReport judge(Readings seen, boolean linux) {
    List<DoctorCheck> checks = new ArrayList<>();
    checks.addAll(CpuChecks.of(seen.processors()));
    checks.addAll(TimeChecks.of(seen.time()));
    checks.addAll(ResourceChecks.ofMemory(seen.memory()));
    checks.addAll(NoiseChecks.of(seen.noise(), seen.processors().granted().cpus()));
    checks.addAll(RightsChecks.of(seen.rights()));
    checks.addAll(ResourceChecks.ofRoom(seen.room()));
    checks.addAll(ResourceChecks.ofJdks(seen.jdks()));
    return new DoctorReport(linux, seen.capabilities(), checks, seen.jdks());
  }
}
