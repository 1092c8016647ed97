package dev.foliot.doctor;

import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.service.jdk.InstalledJdk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The results of the doctor. Immutable.
 *
 * @param linux whether this is Linux with its files in place; elsewhere nothing is readable
 * @param capabilities what can be measured here
 * @param checks the examined properties, by area
 * @param jdks the JDKs of this machine
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

  /** The same with more checks. */
  public DoctorReport with(List<DoctorCheck> more) {
    List<DoctorCheck> all = new ArrayList<>(checks);
    all.addAll(more);
    return new DoctorReport(linux, capabilities, all, jdks);
  }

  /** The worst grade; an unreadable property is between OK and a limit. */
  public Status verdict() {
    return checks.stream()
        .map(DoctorCheck::status)
        .max(Comparator.naturalOrder())
        .orElse(Status.UNKNOWN);
  }

  /** The number of checks with this grade. */
  public long count(Status status) {
    return checks.stream().filter(check -> check.status() == status).count();
  }
}
