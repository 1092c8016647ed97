package dev.foliot.load;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;

/** The pattern of requests in a phase. Immutable. */
public sealed interface Traffic {
  /** The maximum number of clients of a closed loop. */
  int MOST_CLIENTS = 50_000;

  /** The maximum think time of a client. */
  long LONGEST_THINK_NS = 3_600_000_000_000L;

  /** As a warm-up sends it: a ramp or a trace is not warmed up by a part of itself. */
  default Traffic atOneRate() {
    if (this instanceof Closed(int clients, Think think, long _)) {
      return new Closed(clients, think);
    }
    return this instanceof Open open && open.hasOwnRates()
        ? new Open(Rate.perSecond(Math.max(1, Math.round(open.meanPerS()))), new Arrivals.Poisson())
        : this;
  }

  /**
   * An open loop: requests come at their times, independently of earlier ones.
   *
   * @param rate the mean rate, for arrivals without rates of their own
   * @param arrivals their distribution; ramps and steps are over the length of the phase
   */
  record Open(Rate rate, Arrivals arrivals) implements Traffic {
    /** Whether the arrivals have rates of their own. */
    public boolean hasOwnRates() {
      return arrivals instanceof Arrivals.Ramp
          || arrivals instanceof Arrivals.Step
          || arrivals instanceof Arrivals.Trace;
    }

    /** The mean rate over the phase, in requests a second; of a trace the rate beside it. */
    public double meanPerS() {
      return switch (arrivals) {
        case Arrivals.Ramp ramp -> (ramp.from().perSecond() + ramp.to().perSecond()) / 2;
        case Arrivals.Step step ->
            step.rates().stream().mapToDouble(Rate::perSecond).average().orElseThrow();
        case Arrivals.Constant _,
            Arrivals.Poisson _,
            Arrivals.Burst _,
            Arrivals.Closed _,
            Arrivals.Trace _ ->
            rate.perSecond();
      };
    }

    @Override
    public String toString() {
      return "open loop, " + rate + " " + arrivals;
    }
  }

  /**
   * A closed loop: each client sends after its last answer. It omits the waiting time of an open
   * population.
   *
   * @param clients the number of clients, each on its own connection
   * @param think the pause between an answer and the next request
   * @param rampNs how long it takes until all of them are there, one after the other at equal
   *     distances; 0 for all from the beginning
   */
  record Closed(int clients, Think think, long rampNs) implements Traffic {
    /** With exponential pauses of this mean. */
    public Closed(int clients, long meanThinkNs) {
      this(clients, new Think(meanThinkNs, false));
    }

    /** All of them from the beginning. */
    public Closed(int clients, Think think) {
      this(clients, think, 0);
    }

    /**
     * Checks the ranges.
     *
     * @throws FoliotException for a value out of range, with the remedy
     */
    public Closed {
      if (rampNs < 0) {
        throw FoliotException.usage("clients cannot arrive over " + rampNs + " ns");
      }
      if (clients < 1 || clients > MOST_CLIENTS) {
        throw FoliotException.usage(
            clients + " clients are out of range: from 1 to " + MOST_CLIENTS + " are possible");
      }
    }

    @Override
    public String toString() {
      return "closed loop, "
          + clients
          + (clients == 1 ? " client" : " clients")
          + (rampNs == 0 ? "" : ", arriving over " + TimeSpan.format(rampNs))
          + think.shown();
    }
  }

  /** No requests. */
  record Idle() implements Traffic {
    @Override
    public String toString() {
      return "idle";
    }
  }
}
