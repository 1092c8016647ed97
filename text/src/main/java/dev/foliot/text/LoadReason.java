package dev.foliot.text;

import java.util.List;
import java.util.Locale;

/** Why the figures of a measured load are limited. */
public sealed interface LoadReason extends Reason {

  /** The load exceeded the system's capacity; percentiles depend on the run's length. */
  sealed interface Saturated extends LoadReason {}

  /** The load generator itself was late or had no CPU. */
  sealed interface GeneratorTrouble extends LoadReason {}

  /**
   * Messages that were started and never ended.
   *
   * @param lost their number
   * @param started number of started messages
   */
  record MessagesLost(long lost, long started) implements LoadReason {
    @Override
    public String text() {
      return lost + " of " + started + " messages were never done";
    }
  }

  /**
   * Messages that the load had no time to start.
   *
   * @param unstarted their number
   * @param scheduled number of scheduled messages
   */
  record MessagesUnstarted(long unstarted, long scheduled) implements Saturated {
    @Override
    public String text() {
      return "SATURATED: "
          + unstarted
          + " of "
          + scheduled
          + " messages had no time to start; the percentiles leave them out and are too low";
    }
  }

  /**
   * Calls that ended no message.
   *
   * @param calls their number
   */
  record EndsRefused(long calls) implements LoadReason {
    @Override
    public String text() {
      return calls + " calls of done ended no message: they came twice, or for messages never sent";
    }
  }

  /**
   * Messages with contradictory times.
   *
   * @param messages their number
   */
  record TimesContradict(long messages) implements LoadReason {
    @Override
    public String text() {
      return messages + " messages have times that contradict each other";
    }
  }

  /**
   * Negative durations from probes.
   *
   * @param durations their number
   */
  record ProbesNegative(long durations) implements LoadReason {
    @Override
    public String text() {
      return durations + " durations of probes were below zero";
    }
  }

  /**
   * The load generator was late by more than 50 us and a tenth of the response time.
   *
   * @param percentile the percentile, above 0 and below 100
   * @param latenessNs its lateness there, in nanoseconds
   * @param responseNs the response time there, in nanoseconds
   */
  record LoadGeneratorLate(double percentile, long latenessNs, long responseNs)
      implements GeneratorTrouble {
    @Override
    public String text() {
      return String.format(
          Locale.ROOT,
          "the harness was late: lateness p%s is %.1f us, response %.1f us",
          percentile == Math.rint(percentile) ? "" + (long) percentile : "" + percentile,
          latenessNs / 1e3,
          responseNs / 1e3);
    }
  }

  /**
   * The load generator waited for a CPU.
   *
   * @param share share of the time, 0 to 1
   */
  record LoadGeneratorStarved(double share) implements GeneratorTrouble {
    @Override
    public String text() {
      return "the pacer waited for a CPU " + Numbers.percent(share, 1) + " of the time";
    }
  }

  /**
   * The event loop of the load generator was busy.
   *
   * @param share share of the time, 0 to 1
   */
  record LoadGeneratorBusy(double share) implements GeneratorTrouble {
    @Override
    public String text() {
      return "the driver was busy "
          + Numbers.percent(share, 0)
          + " of the time: give it more CPUs, or less load";
    }
  }

  /** The load generator ran out of file descriptors or ports. */
  record LoadGeneratorExhausted() implements LoadReason {
    @Override
    public String text() {
      return "the driver ran out of file descriptors or ports: give it fewer connections, raise"
          + " ulimit -n, or keep connections alive";
    }
  }

  /**
   * The hypervisor gave CPU time to others.
   *
   * @param share share of the CPU time, 0 to 1
   */
  record Steal(double share) implements LoadReason {
    @Override
    public String text() {
      return "steal: the hypervisor took " + Numbers.percent(share, 1) + " of the CPU time";
    }
  }

  /**
   * A control group's CPU quota stopped the process.
   *
   * @param periods number of periods
   * @param ns duration, in nanoseconds
   */
  record Throttled(long periods, long ns) implements LoadReason {
    @Override
    public String text() {
      return String.format(
          Locale.ROOT,
          "throttling: the CPU quota was used up %d times, for %.1f ms",
          periods,
          ns / 1e6);
    }
  }

  /**
   * The load achieved less than its schedule.
   *
   * @param achievedShare achieved share of the schedule, 0 to 1
   * @param askedPerS scheduled messages a second
   */
  record BelowSchedule(double achievedShare, double askedPerS) implements Saturated {
    @Override
    public String text() {
      return String.format(
          Locale.ROOT,
          "SATURATED: %.2f %% of the schedule's %s/s achieved; percentiles depend on the length of"
              + " the run",
          100 * achievedShare,
          askedPerS < 100 ? String.format(Locale.ROOT, "%.2f", askedPerS) : Math.round(askedPerS));
    }
  }

  /** The backlog grows during the whole load. */
  record BacklogGrows() implements Saturated {
    @Override
    public String text() {
      return "SATURATED: the backlog grows all the time; percentiles depend on the length of the"
          + " run";
    }
  }

  /** The service time still changed in the last quarter of the load. */
  record NeverSteady() implements LoadReason {
    @Override
    public String text() {
      return "never steady: the median service time still changed in the last quarter; give a"
          + " longer --warmup and --duration";
    }
  }

  /**
   * No request got the expected answer.
   *
   * @param scheduled number of requests
   * @param errors the failures, each with its count
   */
  record NothingAnswered(long scheduled, List<String> errors) implements LoadReason {
    /** Keeps a copy. */
    public NothingAnswered {
      errors = List.copyOf(errors);
    }

    @Override
    public String text() {
      return "none of " + scheduled + " requests was answered as it should: " + list(errors);
    }
  }

  /**
   * Too many requests failed: the percentiles leave out relevant ones.
   *
   * @param failed their number
   * @param completed number of ended requests
   * @param errors the failures, each with its count
   */
  record RequestsFailed(long failed, long completed, List<String> errors) implements LoadReason {
    /** Keeps a copy. */
    public RequestsFailed {
      errors = List.copyOf(errors);
    }

    @Override
    public String text() {
      return failed
          + " of "
          + completed
          + " requests failed ("
          + list(errors)
          + "): the percentiles leave them out";
    }
  }

  private static String list(List<String> errors) {
    return errors.isEmpty() ? "none ended" : String.join(", ", errors);
  }
}
