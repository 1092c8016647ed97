package dev.foliot.store.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import dev.foliot.store.explain.StopKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One percentile of a fork that is far above that of the other forks of its side.
 *
 * @param fork its number in its run
 * @param percentile its name, {@code p99}
 * @param times the median of the others, above 1
 * @param cause of the most delay of its slow messages; null where nothing that was looked at
 *     explains them
 * @param delayShare the share of that delay which the cause explains, 0 to 1; 0 without one
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record WildFork(
    int fork, String percentile, double times, @Nullable StopKind cause, double delayShare) {
  /** Checks that nothing is missing. */
  public WildFork {
    Objects.requireNonNull(percentile, "percentile");
    Copies.finite(times, "times");
    Copies.finite(delayShare, "delay_share");
  }
}
