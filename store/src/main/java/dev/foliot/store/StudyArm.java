package dev.foliot.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of what a study compares.
 *
 * @param name what points and verdicts call it; no two of a study have the same
 * @param app the built-in service, {@code bank}
 * @param strategy its threads, {@code adaptive}
 * @param jdk the JDK's home
 * @param jdkVersion its version as it states it
 * @param jvmArgs the arguments of the JVM; secrets are taken out when it is stored
 * @param cpus the CPUs it may use, as {@code 0,2-3}, or null for all
 */
public record StudyArm(
    String name,
    String app,
    String strategy,
    String jdk,
    String jdkVersion,
    List<String> jvmArgs,
    @Nullable String cpus) {
  /** Keeps a copy and checks that nothing is missing. */
  public StudyArm {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(app, "app");
    Objects.requireNonNull(strategy, "strategy");
    Objects.requireNonNull(jdk, "jdk");
    Objects.requireNonNull(jdkVersion, "jdk_version");
    jvmArgs = List.copyOf(jvmArgs);
  }
}
