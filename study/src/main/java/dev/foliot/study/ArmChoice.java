package dev.foliot.study;

import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.text.FoliotException;
import java.util.ArrayList;
import java.util.List;

/**
 * A user's choice of arms. Immutable.
 *
 * @param form the length of the study
 * @param strategies as users write them; empty for the defaults
 * @param jdks their JDKs; empty for the default
 * @param jvmArgs arguments of all JVMs, which come last and take precedence
 * @param apps the class path of the built-in services
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
   * Checks that no strategies are requested.
   *
   * @param what the arms are instead
   * @throws FoliotException if some are
   */
  public void refuseStrategies(String what) {
    if (!strategies.isEmpty()) {
      throw FoliotException.usage("--arms: those of " + what + "; leave it out");
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
