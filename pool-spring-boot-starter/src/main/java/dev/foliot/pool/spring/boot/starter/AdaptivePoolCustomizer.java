package dev.foliot.pool.spring.boot.starter;

import dev.foliot.pool.PoolBuilder;

/**
 * Changes the starter's pool where properties do not reach: task hooks, a thread factory or a
 * rejection policy. Beans of this type are called in their order, after the properties {@code
 * foliot.pool.*}.
 *
 * <p>A listener is a bean of type {@link dev.foliot.pool.PoolListener} instead: one that is set
 * here is replaced.
 */
@FunctionalInterface
public interface AdaptivePoolCustomizer {
  /** Changes the settings of the pool. */
  void customize(PoolBuilder builder);
}
