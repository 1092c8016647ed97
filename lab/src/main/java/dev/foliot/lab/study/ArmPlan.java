package dev.foliot.lab.study;

import dev.foliot.lab.Jdk;
import java.util.List;

/**
 * An arm: a built-in service with a strategy on a JDK.
 *
 * @param name no two of a study have the same
 * @param strategy its threads
 * @param jdk on which it runs
 * @param jvmArgs arguments of its JVM
 */
public record ArmPlan(String name, ArmStrategy strategy, Jdk jdk, List<String> jvmArgs) {
  /** Keeps a copy. */
  public ArmPlan {
    jvmArgs = List.copyOf(jvmArgs);
  }
}
