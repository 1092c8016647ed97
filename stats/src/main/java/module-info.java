/** Quantiles, intervals and tests, as pure functions. */
module dev.foliot.stats {
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;
  requires org.apache.commons.statistics.interval;
  requires static org.jspecify;

  exports dev.foliot.stats;
}
