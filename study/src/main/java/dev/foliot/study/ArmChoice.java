package dev.foliot.study;

import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.text.LabException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a user asks of the arms. Immutable.
 *
 * @param form how long the study takes
 * @param strategies as users write them; empty for the usual ones
 * @param jdks on which; empty for the usual one
 * @param jvmArgs arguments of all JVMs, which come last, so that they win
 * @param apps where the built-in services are
 */
public record ArmChoice(
    StudyForm form, List<String> strategies, List<Jdk> jdks, List<String> jvmArgs, ClassPath apps) {
  /** Keeps copies. */
  public ArmChoice {
    strategies = List.copyOf(strategies);
    jdks = List.copyOf(jdks);
    jvmArgs = List.copyOf(jvmArgs);
  }

  /**
   * Passes if no strategies are asked for.
   *
   * @param what the arms are instead
   * @throws LabException if some are
   */
  public void refuseStrategies(String what) {
    if (!strategies.isEmpty()) {
      throw LabException.usage("--arms: those of " + what + "; leave it out");
    }
  }

  /** Built-in services, one for each strategy on each JDK. */
  List<ArmPlan> strategies(Study study) {
    List<String> args = new ArrayList<>(study.jvmArgs());
    args.addAll(jvmArgs);
    return ArmPlan.builtIn(
        strategies.isEmpty() ? study.usualArms(form) : strategies,
        jdks.isEmpty() ? List.of(Jdk.current()) : jdks,
        args);
  }
}
