package dev.foliot.store;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An arm: one way to run the system under test.
 *
 * @param jdk the JDK's home
 * @param jdkVersion its own version string
 * @param jvmArgs the arguments of the JVM; secrets are taken out when a run is stored
 * @param cpus the CPUs it may use, as {@code 0,2-3}, or null for all
 */
public record Arm(String jdk, String jdkVersion, List<String> jvmArgs, @Nullable String cpus) {
  /** Keeps a copy. */
  public Arm {
    Objects.requireNonNull(jdk, "jdk");
    Objects.requireNonNull(jdkVersion, "jdk_version");
    jvmArgs = List.copyOf(jvmArgs);
  }
}
