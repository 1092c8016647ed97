package dev.foliot.study;

/**
 * The built-in remote system, which the services call. How long it takes is the load's affair.
 *
 * @param distribution of the delays, as the app takes it: {@code constant}, {@code exponential} or
 *     {@code lognormal:SIGMA}
 */
public record RemotePlan(String distribution) {
  /** The longest mean delay that the app takes. */
  public static final long LONGEST_DELAY_NS = 60_000_000_000L;

  /** The greatest SIGMA that it takes. */
  public static final double MOST_SIGMA = 3;

  /** Each answer after the same time. */
  public static final RemotePlan CONSTANT = new RemotePlan("constant");
}
