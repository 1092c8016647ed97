package dev.foliot.pool.spring.boot.starter;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The settings of the pool. All are optional.
 *
 * @param name Name of the pool in threads, JMX, events and meters.
 * @param threads Kind of the threads. Virtual threads need JDK 21 or later.
 * @param minimum Minimum number of tasks that may run at once.
 * @param maximum Maximum number of tasks that may run at once. By default the limits of the process
 *     decide.
 * @param queue Limits of waiting tasks.
 * @param keepAlive How long a thread without work stays.
 * @param shutdownTimeout How long a closing application waits for tasks before it interrupts them.
 * @param health When the pool is reported as down.
 */
@ConfigurationProperties("foliot.pool")
record AdaptivePoolProperties(
    @DefaultValue("adaptive") String name,
    @DefaultValue("platform") Threads threads,
    @DefaultValue("1") int minimum,
    @Nullable Integer maximum,
    @DefaultValue Queue queue,
    @DefaultValue("10s") Duration keepAlive,
    @DefaultValue("30s") Duration shutdownTimeout,
    @DefaultValue Health health) {
  private static final int VIRTUAL_SINCE = 21;

  /** The kind of threads. */
  enum Threads {
    /** Threads of the operating system. */
    PLATFORM,
    /** Permits over virtual threads. */
    VIRTUAL
  }

  /**
   * Limits of waiting tasks.
   *
   * @param bound Number of tasks that may wait while the pool is full. Further ones are rejected.
   *     No limit by default.
   * @param maxTime How long a task may wait. A task that waited longer never runs. No limit by
   *     default.
   */
  record Queue(@Nullable Integer bound, @Nullable Duration maxTime) {}

  /**
   * The health indicator.
   *
   * @param stallLimit How long tasks may wait while no task ends before the pool is down.
   */
  record Health(@DefaultValue("10s") Duration stallLimit) {}

  /**
   * A builder with these settings.
   *
   * @throws InvalidConfigurationPropertyValueException which names the property and the remedy
   */
  PoolBuilder builder() {
    check(!name.isBlank(), "name", name, "a name is not blank");
    check(minimum >= 1, "minimum", minimum, "the least is 1");
    check(positive(keepAlive), "keep-alive", keepAlive, "it is above zero, for example 10s");
    PoolBuilder builder = AdaptivePool.builder().name(name).minimum(minimum).keepAlive(keepAlive);
    if (maximum != null) {
      check(maximum >= minimum, "maximum", maximum, "the minimum is " + minimum);
      builder.maximum(maximum);
    }
    if (queue.bound() != null) {
      check(queue.bound() >= 1, "queue.bound", queue.bound(), "the least is 1");
      builder.queueBound(queue.bound());
    }
    if (queue.maxTime() != null) {
      check(
          positive(queue.maxTime()),
          "queue.max-time",
          queue.maxTime(),
          "it is above zero, for example 2s");
      builder.maxQueueTime(queue.maxTime());
    }
    return builder;
  }

  /**
   * Builds the pool.
   *
   * @param feature the version of Java, such as 17
   */
  AdaptivePool pool(PoolBuilder builder, int feature) {
    if (threads == Threads.PLATFORM) {
      return builder.platform();
    }
    check(
        feature >= VIRTUAL_SINCE,
        "threads",
        "virtual",
        "virtual threads need JDK 21 or later and this is JDK " + feature + ": use platform");
    return builder.virtual();
  }

  private static boolean positive(Duration time) {
    return !time.isZero() && !time.isNegative();
  }

  private static void check(boolean isValid, String property, Object value, String reason) {
    if (!isValid) {
      throw new InvalidConfigurationPropertyValueException(
          "foliot.pool." + property, value, reason);
    }
  }
}
