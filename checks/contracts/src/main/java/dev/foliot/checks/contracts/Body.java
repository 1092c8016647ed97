package dev.foliot.checks.contracts;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * An implementation of the pool.
 *
 * @param name its name
 * @param isVirtual whether its tasks run in virtual threads
 * @param build creates one
 */
record Body(String name, boolean isVirtual, Function<PoolBuilder, AdaptivePool> build) {
  /** The implementations available on this JDK. */
  static List<Body> all() {
    List<Body> bodies = new ArrayList<>();
    bodies.add(new Body("platform", false, PoolBuilder::platform));
    if (Runtime.version().feature() >= 21) {
      bodies.add(new Body("virtual", true, PoolBuilder::virtual));
    }
    return bodies;
  }
}
