package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;

import dev.foliot.service.jdk.InstalledJdk;
import java.util.List;

/** Judges the JDKs. */
final class JdkChecks {
  private static final String AREA = "jdk";

  private JdkChecks() {}

  static List<DoctorCheck> of(List<InstalledJdk> jdks) {
    return List.of(
        count(
            "for foliot",
            jdks.stream().filter(InstalledJdk::runsFoliot).count(),
            "a JDK 25 or later runs Foliot itself",
            "no JDK 25 with a release file was found",
            "install one, for example Temurin 25, or set JAVA_HOME"),
        count(
            "for virtual threads",
            jdks.stream().filter(InstalledJdk::hasVirtualThreads).count(),
            "bench --dispatch virtual can run",
            "bench --dispatch virtual has no JDK to run on",
            "install a JDK 21 or later"),
        forks(jdks.stream().filter(InstalledJdk::runsForks).count()));
  }

  private static DoctorCheck count(
      String name, long count, String enough, String tooFew, String remedy) {
    return count > 0 ? ok(AREA, name, count, enough) : limits(AREA, name, count, tooFew, remedy);
  }

  static DoctorCheck forks(long count) {
    return count > 1
        ? ok(AREA, "for forks", count, "bench --jdk can compare them")
        : limits(
            AREA,
            "for forks",
            count,
            "there is no second JDK to compare with",
            "install another JDK 17 or later, and name it with bench --jdk");
  }
}
