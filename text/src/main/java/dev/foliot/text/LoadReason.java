package dev.foliot.text;

import java.util.List;
import java.util.Optional;

/**
 * Why the figures of a measured load are limited.
 *
 * <p>A long file, since it is a list: one record for each reason, next to its text.
 */
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
      return Numbers.count(lost) + " of " + Numbers.count(started) + " messages never completed";
    }

    @Override
    public String headline() {
      return "messages never completed";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(lost, "messages"));
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
      return "SATURATED: the load ended before "
          + Numbers.count(unstarted)
          + " of "
          + Numbers.count(scheduled)
          + " messages started; the percentiles leave them out and are too low";
    }

    @Override
    public String headline() {
      return "SATURATED: the load ended before all messages started";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(unstarted, "messages"));
    }

    @Override
    public String advice() {
      return "lower the rate";
    }
  }

  /**
   * Too few messages for any percentile.
   *
   * @param completed how many there are
   */
  record FewMessages(long completed) implements LoadReason {
    @Override
    public String text() {
      return "only "
          + Numbers.count(completed, "message")
          + " completed, too few for a percentile: use a longer --duration or a higher --rate";
    }

    @Override
    public String headline() {
      return "too few messages completed for a percentile";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(completed, "messages"));
    }

    @Override
    public String advice() {
      return "use a longer --duration or a higher --rate";
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
      return Numbers.count(calls, "call")
          + " of done matched no open message: done was called twice, or for an unknown id";
    }

    @Override
    public String headline() {
      return "calls of done matched no open message";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(calls, "calls"));
    }

    @Override
    public String advice() {
      return "done was called twice, or for an unknown id";
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
      return Numbers.count(messages, "message")
          + " ended before they started: the clock is not reliable";
    }

    @Override
    public String headline() {
      return "messages ended before they started";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(messages, "messages"));
    }

    @Override
    public String advice() {
      return "the clock is not reliable";
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
      return Numbers.count(durations, "duration") + " of probes were below zero";
    }

    @Override
    public String headline() {
      return "durations of probes were below zero";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(durations, "durations"));
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
      return "the load generator was late: its p"
          + shown(percentile)
          + " lateness is "
          + Numbers.duration(latenessNs)
          + ", the response time there is "
          + Numbers.duration(responseNs);
    }

    @Override
    public String headline() {
      return "the load generator was late";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.duration(latenessNs, ""));
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
      return "the load generator was CPU starved " + Numbers.percent(share) + " of the time";
    }

    @Override
    public String headline() {
      return "the load generator was CPU starved";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(share, "of the time"));
    }

    @Override
    public String advice() {
      return "the machine is busy";
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
      return "the load generator was busy "
          + Numbers.percent(share, 0)
          + " of the time: give it more CPUs, or lower the rate";
    }

    @Override
    public String headline() {
      return "the load generator was busy";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(share, "of the time"));
    }

    @Override
    public String advice() {
      return "give it more CPUs, or lower the rate";
    }
  }

  /** The load generator ran out of file descriptors or ports. */
  record LoadGeneratorExhausted() implements LoadReason {
    @Override
    public String text() {
      return "the load generator ran out of file descriptors or ports: use fewer connections, raise"
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
      return "steal: the hypervisor took " + Numbers.percent(share) + " of the CPU time";
    }

    @Override
    public String headline() {
      return "the hypervisor took CPU time (steal)";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(share, "of the CPU time"));
    }

    @Override
    public String advice() {
      return "the host is busy";
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
      return "throttling: the CPU quota ran out "
          + Numbers.count(periods, "time")
          + ", for "
          + Numbers.duration(ns);
    }

    @Override
    public String headline() {
      return "throttling: the CPU quota ran out";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.duration(ns, ""));
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
      return "SATURATED: completed "
          + Numbers.percent(achievedShare, 1)
          + " of the "
          + Numbers.rate(askedPerS)
          + " asked for; response times only tell how long the load lasted";
    }

    @Override
    public String headline() {
      return "SATURATED: completed less than the " + Numbers.rate(askedPerS) + " asked for";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(achievedShare, ""));
    }

    @Override
    public String advice() {
      return "lower the rate";
    }
  }

  /** The backlog grows during the whole load. */
  record BacklogGrows() implements Saturated {
    @Override
    public String text() {
      return "SATURATED: the backlog grows for as long as the load lasts; response times only tell"
          + " how long that was";
    }

    @Override
    public String headline() {
      return "SATURATED: the backlog grows for as long as the load lasts";
    }

    @Override
    public String advice() {
      return "lower the rate";
    }
  }

  /** The service time still changed in the last quarter of the load. */
  record NeverSteady() implements LoadReason {
    @Override
    public String text() {
      return "never steady: the median service time still changed in the last quarter; use a longer"
          + " --warmup and --duration";
    }

    @Override
    public String headline() {
      return "never steady: the median service time still changed in the last quarter";
    }

    @Override
    public String advice() {
      return "use a longer --warmup and --duration";
    }
  }

  /** No request of a load got the expected answer. */
  sealed interface NothingSucceeded extends LoadReason {}

  /**
   * The target answered, and all its answers are errors.
   *
   * @param failed number of requests that ended with an error
   * @param errors the failures, each with its count
   */
  record AllAnswersFailed(long failed, List<String> errors) implements NothingSucceeded {
    /** Keeps a copy. */
    public AllAnswersFailed {
      errors = List.copyOf(errors);
    }

    @Override
    public String text() {
      return "the server answers, and all "
          + Numbers.count(failed, "request")
          + " failed: "
          + list(errors);
    }

    @Override
    public String headline() {
      return "the server answers, and all requests failed";
    }

    @Override
    public String advice() {
      return list(errors);
    }
  }

  /**
   * No request got an answer.
   *
   * @param scheduled number of requests
   * @param errors the failures, each with its count
   */
  record NothingAnswered(long scheduled, List<String> errors) implements NothingSucceeded {
    /** Keeps a copy. */
    public NothingAnswered {
      errors = List.copyOf(errors);
    }

    @Override
    public String text() {
      return "none of " + Numbers.count(scheduled, "request") + " got an answer: " + list(errors);
    }

    @Override
    public String headline() {
      return "no request got an answer";
    }

    @Override
    public String advice() {
      return list(errors);
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
      return Numbers.count(failed)
          + " of "
          + Numbers.count(completed)
          + " requests failed ("
          + list(errors)
          + "); the percentiles leave them out";
    }

    @Override
    public String headline() {
      return "requests failed; the percentiles leave them out";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share((double) failed / Math.max(1, completed), "of the requests"));
    }
  }

  /**
   * Parts of a load that several processes played are not there.
   *
   * @param missing their numbers, from 1
   * @param of how many there are
   */
  record PartsMissing(List<String> missing, int of) implements LoadReason {
    private static final int MOST = 10;

    /** Keeps a copy. */
    public PartsMissing {
      missing = List.copyOf(missing);
    }

    @Override
    public String text() {
      return (missing.size() == 1 ? "part " : "parts ")
          + String.join(", ", missing.stream().limit(MOST).map(Shown::text).toList())
          + (missing.size() > MOST ? " and others" : "")
          + " of "
          + of
          + " missing: the figures are of a smaller load";
    }

    @Override
    public String headline() {
      return "parts of the load are missing";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(missing.size(), "parts"));
    }
  }

  /**
   * A part of a load was ready after the start.
   *
   * @param part its number and how many there are, such as {@code 3/8}
   * @param lateNs how late, in nanoseconds
   * @param skipped the requests that it did not send for that
   */
  record PartLate(String part, long lateNs, long skipped) implements GeneratorTrouble {
    @Override
    public String text() {
      return "part "
          + Shown.text(part)
          + " began "
          + Numbers.duration(lateNs)
          + " late: it did not send the "
          + Numbers.count(skipped, "request")
          + " that were due before";
    }

    @Override
    public String headline() {
      return "a part of the load began late";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.duration(lateNs, ""));
    }

    @Override
    public String advice() {
      return "give a later --start-at";
    }
  }

  /**
   * The clock of a part's machine differs from that of another part.
   *
   * @param part its number and how many there are, such as {@code 3/8}
   * @param behindNs how far it is behind, in nanoseconds; negative where it is ahead
   * @param than the other part
   * @param errorNs how far that may be off
   */
  record PartClock(String part, long behindNs, String than, long errorNs)
      implements GeneratorTrouble {
    @Override
    public String text() {
      return "the clock of part "
          + Shown.text(part)
          + " is "
          + Numbers.duration(Math.abs((double) behindNs))
          + (behindNs > 0 ? " behind" : " ahead of")
          + " that of part "
          + Shown.text(than)
          + " (by the server's Date, within "
          + Numbers.duration(errorNs)
          + "): its requests were sent that much "
          + (behindNs > 0 ? "later" : "earlier");
    }

    @Override
    public String headline() {
      return "the clocks of the parts differ";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.duration(Math.abs(behindNs), ""));
    }

    @Override
    public String advice() {
      return "keep the clocks of all machines together with NTP or PTP";
    }
  }

  /**
   * A part of another plan, seed or start; it is left out.
   *
   * @param part its number and how many there are, such as {@code 3/8}
   */
  record PartOfAnotherLoad(String part) implements LoadReason {
    @Override
    public String text() {
      return "part " + Shown.text(part) + " played another plan, and is left out";
    }

    @Override
    public String headline() {
      return "a part played another plan, and is left out";
    }
  }

  /**
   * The load was ended early, as the user asked for.
   *
   * @param limit as it was written, such as {@code errors>5% for 10s}
   * @param share the share of the requests that failed in that time, 0 to 1
   */
  record Aborted(String limit, double share) implements LoadReason {
    @Override
    public String text() {
      return "aborted by "
          + Shown.text(limit)
          + ": "
          + Numbers.percent(share, 1)
          + " of the requests failed";
    }

    @Override
    public String headline() {
      return "the load was aborted by its limit";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(share, "of the requests"));
    }
  }

  private static String shown(double percentile) {
    return percentile == Math.rint(percentile)
        ? Long.toString((long) percentile)
        : Double.toString(percentile);
  }

  private static String list(List<String> errors) {
    return errors.isEmpty() ? "none ended" : String.join(", ", errors);
  }
}
