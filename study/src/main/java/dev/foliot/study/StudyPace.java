package dev.foliot.study;

import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.plan.ArmPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How long a study takes in all, by the forks that have ended: each is compared with its own
 * planned time, since loads differ in length. For one thread at a time.
 */
public final class StudyPace {
  /** A promise that is off by more is corrected. */
  private static final double MARGIN = 0.15;

  /** The promise is corrected once this share of the study is over. */
  private static final double ENOUGH = 0.1;

  private final StudyPlan plan;
  private final long promisedNs;
  private final Map<String, Integer> arms = new HashMap<>();
  private long plannedNs;
  private boolean corrected;

  /**
   * The pace of a study that begins.
   *
   * @param promisedNs its time, as it was promised
   */
  public StudyPace(StudyPlan plan, long promisedNs) {
    this.plan = plan;
    this.promisedNs = promisedNs;
    this.plannedNs = plan.study().preparationNs(plan);
    for (ArmPlan arm : plan.arms()) {
      arms.put(arm.name(), arms.size());
    }
  }

  /** Its time, as it was promised, in nanoseconds. */
  public long promisedNs() {
    return promisedNs;
  }

  /** Counts a fork that has ended. */
  public void ended(StudyPoint point) {
    plannedNs += plan.forkNs(arms.getOrDefault(point.arm(), 0), point.step());
  }

  /**
   * The time of the whole study, in nanoseconds; of pairs their budget.
   *
   * @param usedNs since it began; at the end of the last fork that was counted
   */
  public long wholeNs(long usedNs) {
    return plan.gate() != null || plannedNs <= plan.study().preparationNs(plan)
        ? promisedNs
        : (long) ((double) usedNs / plannedNs * plan.aboutNs());
  }

  /**
   * The time of the whole study, in nanoseconds, where the promise turns out to be wrong. Given
   * once.
   *
   * @param usedNs since it began
   */
  public OptionalLong correction(long usedNs) {
    long wholeNs = wholeNs(usedNs);
    if (corrected
        || plannedNs < ENOUGH * plan.aboutNs()
        || usedNs >= wholeNs
        || Math.abs(wholeNs - promisedNs) <= MARGIN * promisedNs) {
      return OptionalLong.empty();
    }
    corrected = true;
    return OptionalLong.of(wholeNs);
  }
}
