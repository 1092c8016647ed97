package dev.foliot.study.answer;

import dev.foliot.store.study.StudyArm;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All properties of an arm except its JDK. Immutable.
 *
 * @param strategy its threads
 * @param jvmArgs the arguments of its JVM
 * @param cpus that it may use
 * @param quotaCpus its CPU time
 * @param memoryBytes its memory
 * @param environment its variables
 */
public record AllButJdk(
    String strategy,
    List<String> jvmArgs,
    @Nullable String cpus,
    @Nullable Double quotaCpus,
    @Nullable Long memoryBytes,
    Map<String, String> environment) {
  /** The properties of an arm. */
  public static AllButJdk of(StudyArm arm) {
    return new AllButJdk(
        arm.strategy(),
        arm.jvm().jvmArgs(),
        arm.limits().cpus(),
        arm.limits().quotaCpus(),
        arm.limits().memoryBytes(),
        arm.environment());
  }
}
