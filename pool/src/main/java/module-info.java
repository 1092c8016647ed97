/**
 * An executor that finds its own size.
 *
 * @see dev.foliot.pool.AdaptivePool
 */
module dev.foliot.pool {
  requires java.management;
  requires jdk.jfr;
  requires jdk.management;
  requires static org.jspecify;

  exports dev.foliot.pool;
}
