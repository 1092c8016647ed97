package dev.foliot.doctor;

import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.service.jdk.InstalledJdk;
import java.util.Comparator;
import java.util.List;

/**
 * What the doctor found. Immutable.
 *
 * @param linux whether this is Linux with its files in place; elsewhere nothing could be looked at
 * @param capabilities what can be measured here
 * @param checks what was looked at, by area
 * @param jdks the JDKs that were found
 */
public record DoctorReport(
    boolean linux,
    List<DoctorCapability> capabilities,
    List<DoctorCheck> checks,
    List<InstalledJdk> jdks) {
  /** Copies the lists. */
  public DoctorReport {
    capabilities = List.copyOf(capabilities);
    checks = List.copyOf(checks);
    jdks = List.copyOf(jdks);
  }

  /** The worst grade; what could not be seen is worse than nothing, and better than a limit. */
  public Status verdict() {
    return checks.stream()
        .map(DoctorCheck::status)
        .max(Comparator.naturalOrder())
        .orElse(Status.UNKNOWN);
  }

  /** How many checks have this grade. */
  public long count(Status status) {
    return checks.stream().filter(check -> check.status() == status).count();
  }
}
