package dev.foliot.study.plan;

import dev.foliot.service.Jdk;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An arm: a service with its limits.
 *
 * @param name unique in a study
 * @param start how it is started
 * @param bounds its limits
 */
public record ArmPlan(String name, ArmStart start, ArmBounds bounds) {
  /** A built-in service with a strategy on a JDK, without limits. */
  public static ArmPlan builtIn(String name, ArmStrategy strategy, Jdk jdk, List<String> jvmArgs) {
    return new ArmPlan(name, new ArmStart.BuiltIn(strategy, jdk, jvmArgs, 0), ArmBounds.NONE);
  }

  /** The strategy of a built-in service; null for a command. */
  public @Nullable ArmStrategy strategy() {
    return start instanceof ArmStart.BuiltIn builtIn ? builtIn.strategy() : null;
  }

  /** Its JDK. */
  public Jdk jdk() {
    return start.jdk();
  }

  /** Foliot's arguments for its JVM; empty for a command, which has its own. */
  public List<String> jvmArgs() {
    return switch (start) {
      case ArmStart.BuiltIn builtIn -> builtIn.jvmArgs();
      case ArmStart.Lottery lottery -> lottery.jvmArgs();
      case ArmStart.Command own -> List.of();
    };
  }

  /**
   * Built-in services of some strategies on some JDKs; with several JDKs their names include the
   * JDK.
   *
   * @param strategies as users write them
   * @throws dev.foliot.text.FoliotException for an unknown strategy
   */
  public static List<ArmPlan> builtIn(
      List<String> strategies, List<Jdk> jdks, List<String> jvmArgs) {
    List<ArmStrategy> all = strategies.stream().map(String::strip).map(ArmStrategy::new).toList();
    return jdks.stream()
        .flatMap(jdk ->
            all.stream()
                .map(strategy ->
                    builtIn(strategy.text() + jdkSuffix(jdk, jdks), strategy, jdk, jvmArgs)))
        .toList();
  }

  /**
   * The suffix of an arm's name: empty for a single JDK, otherwise its version. The folder is added
   * if another JDK has the same version.
   *
   * @param all of the study
   */
  public static String jdkSuffix(Jdk jdk, List<Jdk> all) {
    if (all.size() == 1) {
      return "";
    }
    List<Jdk> others =
        all.stream()
            .filter(other -> other.version().equals(jdk.version()))
            .filter(other -> !other.home().equals(jdk.home()))
            .toList();
    if (others.isEmpty()) {
      return " on " + jdk.version();
    }
    // on some systems every JDK's folder is called Home
    boolean alike = others.stream().anyMatch(other -> folder(other).equals(folder(jdk)));
    return " on " + jdk.version() + " (" + (alike ? jdk.home().toString() : folder(jdk)) + ")";
  }

  private static String folder(Jdk jdk) {
    return String.valueOf(jdk.home().getFileName());
  }
}
