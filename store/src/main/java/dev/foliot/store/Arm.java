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
 * @param build what it runs, where the arms of a run differ in that; else null
 */
public record Arm(
    String jdk,
    String jdkVersion,
    List<String> jvmArgs,
    @Nullable String cpus,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> params,
    @Nullable Build build) {
  /**
   * The parameter that names the task where several are measured beside each other. No field of a
   * task is called so.
   */
  public static final String CLASS = "class";

  /**
   * The parameter that says how many operations a message of a benchmark written for JMH is, where
   * it is more than one. It is no name of a field, so no parameter of a benchmark has it.
   */
  public static final String OPERATIONS = "ops/message";

  /**
   * What an arm runs.
   *
   * @param label what tells it from the other arm, as {@code main} or {@code target/a.jar}
   * @param benchmark its class under test
   * @param classPath of that class
   * @param commit the id of the commit it was built from, shortened; null where it was not built
   *     from one
   */
  public record Build(String label, String benchmark, String classPath, @Nullable String commit) {
    /** Checks that nothing is missing. */
    public Build {
      Objects.requireNonNull(label, "label");
      Objects.requireNonNull(benchmark, "benchmark");
      Objects.requireNonNull(classPath, "class_path");
    }

    /** The label, with the commit if there is one. */
    public String text() {
      return commit == null || label.equals(commit) ? label : label + " (" + commit + ")";
    }
  }

  /** Keeps copies. */
  public Arm {
    Objects.requireNonNull(jdk, "jdk");
    Objects.requireNonNull(jdkVersion, "jdk_version");
    jvmArgs = List.copyOf(jvmArgs);
    params = Copies.ordered(params);
  }

  /** Without parameters, running what the other arms run. */
  public Arm(String jdk, String jdkVersion, List<String> jvmArgs, @Nullable String cpus) {
    this(jdk, jdkVersion, jvmArgs, cpus, Map.of(), null);
  }

  /** Running what the other arms run. */
  public Arm(
      String jdk,
      String jdkVersion,
      List<String> jvmArgs,
      @Nullable String cpus,
      Map<String, String> params) {
    this(jdk, jdkVersion, jvmArgs, cpus, params, null);
  }

  /** How many operations a message is: 1, except of benchmarks written for JMH. */
  public long operations() {
    String text = params.getOrDefault(OPERATIONS, "1");
    return text.matches("[1-9][0-9]{0,17}") ? Long.parseLong(text) : 1;
  }

  /** Its parameters, as in {@code size=64 codec=PLAIN}; empty without. May hold any text. */
  public String paramText() {
    return paramText(params.keySet());
  }

  /** Those of its parameters that it has: {@code size=10}, and a task by its name alone. */
  public String paramText(Collection<String> names) {
    return names.stream()
        .filter(params::containsKey)
        .map(name -> (name.equals(CLASS) ? "" : name + "=") + params.get(name))
        .collect(Collectors.joining(" "));
  }
}
