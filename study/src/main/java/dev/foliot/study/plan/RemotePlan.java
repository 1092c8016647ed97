package dev.foliot.study.plan;

import org.jspecify.annotations.Nullable;

/**
 * The built-in remote system, which the services call. The load determines its delay.
 *
 * @param system another system on this machine, {@code 127.0.0.1:9000}, whose answers come after
 *     the delay; null where it answers itself
 * @param distribution of the delays, as the app takes it: {@code constant}, {@code exponential} or
 *     {@code lognormal:SIGMA}
 */
public record RemotePlan(@Nullable String system, String distribution) {
  /** The app's longest mean delay. */
  public static final long LONGEST_DELAY_NS = 60_000_000_000L;

  /** The app's greatest SIGMA. */
  public static final double MOST_SIGMA = 3;

  /** A constant delay. */
  public static final RemotePlan CONSTANT = new RemotePlan(null, "constant");
}
