package dev.foliot.pool.spring.boot.starter;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.Hang;
import dev.foliot.pool.PoolSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether the pool works: it accepts tasks, and no stall lasts longer than the limit. Spring Boot
 * 3.5 and 4 have different classes for the answer, so this is without either.
 */
final class PoolHealth {
  private final AdaptivePool pool;
  private final @Nullable PoolEvents events;
  private final Duration stallLimit;
  private final Clock clock;

  /**
   * Makes it.
   *
   * @param events what the pool reported; null for a pool of the application's, whose stalls are
   *     unknown
   */
  PoolHealth(AdaptivePool pool, @Nullable PoolEvents events, Duration stallLimit, Clock clock) {
    this.pool = pool;
    this.events = events;
    this.stallLimit = stallLimit;
    this.clock = clock;
  }

  /**
   * The state of the pool.
   *
   * @param isUp whether it works
   * @param details what the endpoint shows
   */
  record Answer(boolean isUp, Map<String, Object> details) {}

  Answer answer() {
    PoolSnapshot now = pool.snapshot();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("name", now.name());
    details.put("size", now.size());
    details.put("maximum", now.limits().maximum());
    details.put("threads", now.threads());
    details.put("active", now.tasks().active());
    details.put("queued", now.tasks().queued());
    boolean isUp = !pool.isShutdown();
    if (!isUp) {
      details.put("reason", "the pool is shut down");
    }
    Hang stall = events == null ? null : events.lasting(now);
    if (stall != null) {
      Duration lasted = Duration.between(stall.when(), clock.instant());
      details.put("stall", stall.reason());
      details.put("stalledForSeconds", lasted.toSeconds());
      isUp = isUp && lasted.compareTo(stallLimit) < 0;
    }
    return new Answer(isUp, details);
  }
}
