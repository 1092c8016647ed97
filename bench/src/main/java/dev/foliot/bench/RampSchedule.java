package dev.foliot.bench;

/**
 * A rate that grows or falls in a straight line.
 *
 * <p>Message {@code i} starts when the integral of the rate reaches {@code i}. This is the root of
 * {@code r0 t + (r1 - r0) t^2 / 2T = i}, in the form that does not cancel. After {@code T} the
 * second rate continues, from the first whole message. Each time is derived from the index.
 */
final class RampSchedule implements Schedule {
  private final double fromPerNs;
  private final double slopePerNs2;
  private final double duringRamp;
  private final long overNs;
  private final Schedule after;
  private long index;
  private long afterFromNs = -1;

  RampSchedule(Rate from, Rate to, long overNs) {
    if (overNs < 1) {
      throw new BadOptionException("a ramp must take some time");
    }
    this.fromPerNs = 1 / from.meanGapNs();
    double toPerNs = 1 / to.meanGapNs();
    this.slopePerNs2 = (toPerNs - fromPerNs) / overNs;
    this.duringRamp = (fromPerNs + toPerNs) / 2 * overNs;
    this.overNs = overNs;
    this.after = new ConstantSchedule(to);
  }

  @Override
  public long nextNs() {
    if (index < duringRamp) {
      double root = Math.sqrt(Math.max(0, fromPerNs * fromPerNs + 2 * slopePerNs2 * index));
      double ns = 2 * index / (fromPerNs + root);
      index++;
      return Math.min((long) ns, overNs);
    }
    if (afterFromNs < 0) {
      afterFromNs = overNs;
    }
    long next = after.nextNs();
    return next > END - afterFromNs ? END : afterFromNs + next;
  }
}
