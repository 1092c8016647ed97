package dev.foliot.study;

import dev.foliot.service.Jdk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An arm: a service, and what it is given.
 *
 * @param name no two of a study have the same
 * @param start how it is started
 * @param bounds what it is given
 */
public record ArmPlan(String name, ArmStart start, ArmBounds bounds) {
  /** A built-in service with a strategy on a JDK, without bounds. */
  public static ArmPlan builtIn(String name, ArmStrategy strategy, Jdk jdk, List<String> jvmArgs) {
    return new ArmPlan(name, new ArmStart.BuiltIn(strategy, jdk, jvmArgs), ArmBounds.NONE);
  }

  /** The strategy of a built-in service; null for a command. */
  @Nullable ArmStrategy strategy() {
    return start instanceof ArmStart.BuiltIn builtIn ? builtIn.strategy() : null;
  }

  /** Its JDK. */
  public Jdk jdk() {
    return start.jdk();
  }

  /** The arguments of its JVM that Foliot gives; none to a command, which has its own. */
  public List<String> jvmArgs() {
    return switch (start) {
      case ArmStart.BuiltIn builtIn -> builtIn.jvmArgs();
      case ArmStart.Lottery lottery -> lottery.jvmArgs();
      case ArmStart.Command own -> List.of();
    };
  }
}
