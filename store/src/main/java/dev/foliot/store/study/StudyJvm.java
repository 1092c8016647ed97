package dev.foliot.store.study;

import dev.foliot.store.Redaction;
import java.util.List;
import java.util.Objects;

/**
 * The JVM of an arm, as read from its running process.
 *
 * @param version its JDK's version, {@code 17.0.15}; empty if unknown
 * @param build the JVM's own version, {@code 17.0.15+6-Debian-1deb12u1}; empty if unknown
 * @param vendor who built it; empty if unknown
 * @param home the JDK's folder; empty if unknown
 * @param args the arguments of the JVM, those of variables such as {@code JAVA_TOOL_OPTIONS}
 *     included, stored without secrets; {@code ${port}} and {@code ${remote}} stand for what
 *     differs between forks
 */
public record StudyJvm(
    String version, String build, String vendor, String home, List<String> args) {
  /** Keeps a copy and checks that nothing is missing. */
  public StudyJvm {
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(build, "build");
    Objects.requireNonNull(vendor, "vendor");
    Objects.requireNonNull(home, "home");
    args = List.copyOf(args);
  }

  /** The same with other arguments. */
  public StudyJvm with(List<String> others) {
    return new StudyJvm(version, build, vendor, home, others);
  }

  /** The same without secrets. */
  StudyJvm redacted() {
    return with(Redaction.command(args));
  }
}
