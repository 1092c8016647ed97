package dev.foliot.text;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognises the reasons that versions without codes stored, by the start of their texts.
 *
 * <p>This is for reading old files alone: nothing that this version writes comes here. A text whose
 * parameters can be read becomes the reason that it was made of, and is shown in today's words;
 * others keep their text.
 */
final class RecordedReasons {
  private static final String PART = ": ";
  private static final int LONGEST = 1_000;

  /** A text and the reason behind it. */
  private record Known(Pattern text, Function<Matcher, Reason> reason) {}

  private static final List<Known> ALL =
      List.of(
          known(
              "(\\d+) of (\\d+) messages were never done",
              m -> new LoadReason.MessagesLost(whole(m, 1), whole(m, 2))),
          known(
              "SATURATED: (\\d+) of (\\d+) messages had no time to start;.*",
              m -> new LoadReason.MessagesUnstarted(whole(m, 1), whole(m, 2))),
          known(
              "SATURATED: ([0-9.]+) % of the schedule's ([0-9.]+)/s achieved;.*",
              m -> new LoadReason.BelowSchedule(number(m, 1) / 100, number(m, 2))),
          known("SATURATED: the backlog grows.*", m -> new LoadReason.BacklogGrows()),
          known(
              "SATURATED at (.+) in (\\d+) of (\\d+) forks?",
              m -> new RunReason.SaturatedAt(m.group(1), small(m, 2), small(m, 3))),
          known(
              "the harness was late: lateness p([0-9.]+) is ([0-9.]+) us, response ([0-9.]+) us",
              m -> new LoadReason.LoadGeneratorLate(number(m, 1), ns(m, 2), ns(m, 3))),
          known(
              "the pacer waited for a CPU ([0-9.]+) % of the time",
              m -> new LoadReason.LoadGeneratorStarved(number(m, 1) / 100)),
          known(
              "the driver was busy ([0-9.]+) % of the time:.*",
              m -> new LoadReason.LoadGeneratorBusy(number(m, 1) / 100)),
          known("the driver ran out of .*", m -> new LoadReason.LoadGeneratorExhausted()),
          known(
              "steal: the hypervisor took ([0-9.]+) % of the CPU time",
              m -> new LoadReason.Steal(number(m, 1) / 100)),
          known(
              "throttling: the CPU quota was used up (\\d+) times, for ([0-9.]+) ms",
              m -> new LoadReason.Throttled(whole(m, 1), Math.round(number(m, 2) * 1e6))),
          known(
              "(\\d+) calls of done ended no message.*",
              m -> new LoadReason.EndsRefused(whole(m, 1))),
          known(
              "(\\d+) messages have times that contradict each other",
              m -> new LoadReason.TimesContradict(whole(m, 1))),
          known(
              "(\\d+) durations of probes were below zero",
              m -> new LoadReason.ProbesNegative(whole(m, 1))),
          known(
              "never steady: throughput still changed in the last quarter of the load",
              m -> new StudyReason.TasksNeverSteady()),
          known("never steady: .*", m -> new LoadReason.NeverSteady()),
          known("a thread made no type check", m -> new StudyReason.NoTypeCheck()),
          known("no task ended under the load", m -> new StudyReason.NoTask()),
          known(
              "the measurement began before the prediction was stored",
              m -> new StudyReason.MeasuredTooSoon()),
          known(
              "throttling: the CPU quota was used up (\\d+) times",
              m -> new StudyReason.CpuQuotaReached(whole(m, 1))),
          known(
              "other processes took ([0-9]+) % of the time of its CPUs (\\S+): end what else runs"
                  + " here",
              m -> new StudyReason.CpusTaken(number(m, 1) / 100, m.group(2))),
          known(
              "the service's threads grew to the very end, from (\\d+) to (\\d+) in .*",
              m -> new StudyReason.ThreadsGrew(whole(m, 1), whole(m, 2))),
          known(
              "throughput (rose|fell) by ([0-9]+) % from the first half of the load to the second"
                  + " \\(more than ([0-9]+) %\\): .*",
              m ->
                  new StudyReason.ThroughputDrifted(
                      (m.group(1).equals("rose") ? 1 : -1) * number(m, 2) / 100,
                      number(m, 3) / 100)),
          known(
              "([0-9]+) % of the memory belongs to no part .*\\(more than ([0-9]+) %\\): .*",
              m -> new StudyReason.MemoryUnattributed(number(m, 1) / 100, number(m, 2) / 100)),
          known(
              "the remote system got its delay only after the load had begun",
              m -> new StudyReason.DelayedTooLate()),
          known("the service ended before its load", m -> new StudyReason.EndedEarly()),
          known(
              "wake-ups one by one: (.*)",
              m -> new StudyReason.WakeUpsUntraced(new Reason.Plain(m.group(1)))),
          known(
              "what diagnose sees: (.*)",
              m -> new StudyReason.NotDiagnosed(new Reason.Plain(m.group(1)))),
          known(
              "where the class lies: (.*)",
              m -> new StudyReason.PlaceUnknown(new Reason.Plain(m.group(1)))),
          known(
              "the remote system's lateness: it did not answer; .*",
              m -> new StudyReason.LatenessUnknown()),
          known(
              "none of (\\d+) requests was answered as it should: (.*)",
              m -> new LoadReason.NothingAnswered(whole(m, 1), list(m, 2))),
          known(
              "(\\d+) of (\\d+) requests failed \\((.*)\\): the percentiles leave them out",
              m -> new LoadReason.RequestsFailed(whole(m, 1), whole(m, 2), list(m, 3))),
          known("no fork has ended yet", m -> new RunReason.NoForkEnded()),
          known("no fork has judged the promise", m -> new RunReason.NoForkJudged()),
          known("it has no fork", m -> new RunReason.NoFork()),
          known(
              "(\\d+) of (\\d+) forks are INVALID and left out",
              m -> new RunReason.ForksLeftOut(small(m, 1), small(m, 2))));

  private RecordedReasons() {}

  private static Known known(String text, Function<Matcher, Reason> reason) {
    return new Known(Pattern.compile(text), reason);
  }

  /** The reason of a text; without a code if the text is unknown. */
  static Reason of(String text) {
    if (text.length() > LONGEST) {
      return new Reason.Recorded("", text);
    }
    Reason whole = whole(text);
    if (!whole.code().isEmpty()) {
      return whole;
    }
    // "fork 3: steal: …", "A: fork 2 at 10k/s: …"
    int end = text.indexOf(PART);
    if (end > 0) {
      Reason rest = of(text.substring(end + PART.length()));
      if (!rest.code().isEmpty()) {
        return new Reason.In(text.substring(0, end), rest);
      }
    }
    return whole;
  }

  private static Reason whole(String text) {
    for (Known known : ALL) {
      Matcher matcher = known.text.matcher(text);
      if (matcher.matches()) {
        return made(known, matcher);
      }
    }
    return new Reason.Recorded("", text);
  }

  /** A number in an edited file may be invalid. */
  private static Reason made(Known known, Matcher matcher) {
    try {
      return known.reason.apply(matcher);
    } catch (NumberFormatException e) {
      return new Reason.Plain(matcher.group());
    }
  }

  private static long whole(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }

  private static int small(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  private static double number(Matcher matcher, int group) {
    return Double.parseDouble(matcher.group(group));
  }

  /** Converts microseconds to nanoseconds. */
  private static long ns(Matcher matcher, int group) {
    return Math.round(number(matcher, group) * 1e3);
  }

  private static List<String> list(Matcher matcher, int group) {
    String text = matcher.group(group);
    return text.equals("none ended") ? List.of() : Arrays.asList(text.split(", ", -1));
  }
}
