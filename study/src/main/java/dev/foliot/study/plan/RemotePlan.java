package dev.foliot.study.plan;

/**
 * The built-in remote system, which the services call. The load determines its delay.
 *
 * @param distribution of the delays, as the app takes it: {@code constant}, {@code exponential} or
 *     {@code lognormal:SIGMA}
 */
public record RemotePlan(String distribution) {
  /** The app's longest mean delay. */
  public static final long LONGEST_DELAY_NS = 60_000_000_000L;

  /** The app's greatest SIGMA. */
  public static final double MOST_SIGMA = 3;

  /** A constant delay. */
  public static final RemotePlan CONSTANT = new RemotePlan("constant");
}
