package dev.foliot.pool.spring.boot.starter;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether the application wants the pool: as {@code foliot.pool.enabled} says, otherwise unless it
 * runs on virtual threads.
 */
final class OnAdaptivePool extends SpringBootCondition {
  private static final String ENABLED = "foliot.pool.enabled";
  private static final String VIRTUAL = "spring.threads.virtual.enabled";

  /** Spring Boot ignores the property below it. */
  private static final int VIRTUAL_SINCE = 21;

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    return outcome(context.getEnvironment(), Runtime.version().feature());
  }

  static ConditionOutcome outcome(Environment environment, int feature) {
    Boolean enabled = environment.getProperty(ENABLED, Boolean.class);
    if (enabled != null) {
      return new ConditionOutcome(enabled, ENABLED + " is " + enabled);
    }
    boolean isVirtual =
        feature >= VIRTUAL_SINCE && environment.getProperty(VIRTUAL, Boolean.class, false);
    return new ConditionOutcome(
        !isVirtual, isVirtual ? VIRTUAL + " is true" : "virtual threads are off");
  }
}
