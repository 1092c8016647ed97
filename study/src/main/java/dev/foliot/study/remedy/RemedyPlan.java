package dev.foliot.study.remedy;

import dev.foliot.service.Jdk;
import dev.foliot.study.lottery.LotteryPlan;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The plan of the study of remedies. It has one program unchanged, and with each remedy, under
 * false sharing and under true sharing. Stateless.
 */
public final class RemedyPlan {
  /** The base of the comparison. */
  public static final String AS_IS = "as-is";

  /** An agent moves the class to an offset where its fields are on different lines. */
  static final String STEERED = "steered";

  static final String NEWER_JDK = "newer-jdk";

  /** The newer JDK without its fix: the problem returns. */
  static final String NO_TABLE = "no-table";

  /** The newer JDK without its fix and without the word that is written. */
  static final String NO_CACHE = "no-cache";

  static final List<String> ALL = List.of(AS_IS, STEERED, NEWER_JDK, NO_TABLE, NO_CACHE);

  static final String FALSE_SHARING = "false sharing";
  static final String TRUE_SHARING = "true sharing";

  /**
   * Behind this filler the written and the read field share a line. The class is at 40, 48 or 56 on
   * the tested builds of 17, 21 and 25.
   */
  private static final int UNLUCKY_METHODS = 5;

  /**
   * The offset that separates {@code _secondary_super_cache} (+32) from all fields behind it: 24 +
   * 40 is the next line.
   */
  static final int LUCKY_PLACE = 24;

  /** From this release on the fix can be switched off. */
  static final int CURED = 23;

  private static final List<String> TABLE_OFF =
      List.of(
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-UseSecondarySupersTable",
          "-XX:TypeProfileSubTypeCheckCommonThreshold=100");

  /** The arms without the fix, with the flags that remove it. */
  public static final Map<String, List<String>> WITHOUT_CURE = withoutCure();

  private static Map<String, List<String>> withoutCure() {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    flags.put(NO_TABLE, TABLE_OFF);
    flags.put(NO_CACHE, joined(TABLE_OFF, List.of("-XX:-UseSecondarySupersCache")));
    return Collections.unmodifiableMap(flags);
  }

  private RemedyPlan() {}

  /**
   * The arms; those that a JDK cannot have are left out.
   *
   * @param old the original JDK
   * @param newer the JDK that is a remedy
   * @param canSteer whether the agent exists
   */
  public static List<ArmPlan> arms(Jdk old, Jdk newer, List<String> jvmArgs, boolean canSteer) {
    List<ArmPlan> arms = new ArrayList<>();
    arms.add(arm(AS_IS, old, jvmArgs, OptionalInt.empty()));
    if (canSteer) {
      arms.add(arm(STEERED, old, jvmArgs, OptionalInt.of(LUCKY_PLACE)));
    }
    if (newer.feature() >= CURED) {
      arms.add(arm(NEWER_JDK, newer, jvmArgs, OptionalInt.empty()));
      WITHOUT_CURE.forEach(
          (name, flags) -> arms.add(arm(name, newer, joined(flags, jvmArgs), OptionalInt.empty())));
    }
    return List.copyOf(arms);
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static ArmPlan arm(String name, Jdk jdk, List<String> jvmArgs, OptionalInt steeredTo) {
    return new ArmPlan(
        name, new ArmStart.Lottery(UNLUCKY_METHODS, jdk, jvmArgs, steeredTo), ArmBounds.NONE);
  }

  /** The loads: one thread writes and one reads, and both write. */
  static List<StepPlan> steps(StudyForm form) {
    return List.of(step(FALSE_SHARING, form), step(TRUE_SHARING, form));
  }

  private static StepPlan step(String name, StudyForm form) {
    return LotteryPlan.step(form).named(name);
  }

  /** Whether both threads write under a load. */
  static boolean bothWrite(StepPlan step) {
    return step.name().equals(TRUE_SHARING);
  }
}
