package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An arm: one way to run the system under test.
 *
 * @param jdk the JDK's home
 * @param jdkVersion its own version string
 * @param jvmArgs the arguments of the JVM; secrets are taken out when a run is stored
 * @param cpus the CPUs it may use, as {@code 0,2-3}, or null for all
 * @param params the values of the task's parameters, in their order; secrets are taken out when a
 *     run is stored
 */
public record Arm(
    String jdk,
    String jdkVersion,
    List<String> jvmArgs,
    @Nullable String cpus,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> params) {
  /** Keeps copies. */
  public Arm {
    Objects.requireNonNull(jdk, "jdk");
    Objects.requireNonNull(jdkVersion, "jdk_version");
    jvmArgs = List.copyOf(jvmArgs);
    params = Copies.ordered(params);
  }

  /** Without parameters. */
  public Arm(String jdk, String jdkVersion, List<String> jvmArgs, @Nullable String cpus) {
    this(jdk, jdkVersion, jvmArgs, cpus, Map.of());
  }

  /** Its parameters, as in {@code size=64 codec=PLAIN}; empty without. May hold any text. */
  public String paramText() {
    return paramText(params.keySet());
  }

  /** Some of its parameters. */
  public String paramText(Collection<String> names) {
    return names.stream()
        .map(name -> name + "=" + params.getOrDefault(name, ""))
        .collect(Collectors.joining(" "));
  }
}
