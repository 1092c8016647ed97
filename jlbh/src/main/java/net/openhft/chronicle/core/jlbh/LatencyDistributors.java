package net.openhft.chronicle.core.jlbh;

/** The usual gaps between messages, under their old names. */
public enum LatencyDistributors implements LatencyDistributor {
  /** Equal gaps. */
  NORMAL(net.openhft.chronicle.jlbh.LatencyDistributors.NORMAL),
  /** Uniform gaps. */
  RANDOM(net.openhft.chronicle.jlbh.LatencyDistributors.RANDOM),
  /** Mostly short gaps. */
  RANDOM2(net.openhft.chronicle.jlbh.LatencyDistributors.RANDOM2);

  private final net.openhft.chronicle.jlbh.LatencyDistributors same;

  LatencyDistributors(net.openhft.chronicle.jlbh.LatencyDistributors same) {
    this.same = same;
  }

  @Override
  public long apply(long averageLatencyNs) {
    return same.apply(averageLatencyNs);
  }
}
