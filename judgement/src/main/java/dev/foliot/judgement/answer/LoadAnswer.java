package dev.foliot.judgement.answer;

import dev.foliot.judgement.RateKnee;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.run.Sweep;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Verdict;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer of a load test, computed from what is stored. Pure.
 *
 * @param kind what can be said
 * @param sentence one to three sentences
 * @param figures those of the sentence
 * @param next what to do next
 */
public record LoadAnswer(Kind kind, String sentence, List<AnswerFigure> figures, NextAction next)
    implements Answer {
  /** What a load test can say. */
  public enum Kind {
    /** A percentile of the response time. */
    RESPONSE_TIME,
    /** The server answered nothing for so long that a percentile lies within that time. */
    STALLED,
    /** The same between bounds, since the generator was late on a machine that it shares. */
    BETWEEN,
    /** The rate that the server sustains, since it was asked for more. */
    SUSTAINED_RATE,
    /** The rate that a closed loop reaches. */
    REACHED_RATE,
    /** The highest rate that holds a promise, as far as it was found. */
    FOUND_RATE,
    /** The rate above which response times rise. */
    KNEE,
    /** Nothing: no request was answered. */
    NOTHING_ANSWERED,
    /** Nothing: the server answers, and all its answers are errors. */
    ALL_FAILED,
    /** Nothing: too few requests for a percentile. */
    TOO_FEW_REQUESTS,
    /** Nothing: the generator could not keep its times, or no phase ended. */
    NOTHING_VALID
  }

  private static final int MOST_ERRORS = 3;
  private static final int LONGEST = 60;
  private static final int LONGEST_REASON = 200;
  private static final int LONGEST_ANSWER = 500;

  /** Below this share two bounds are one figure. */
  private static final double LITTLE = 0.05;

  /** A generator that is late at this percentile or below sends fewer requests than it should. */
  private static final double COMMON = 90;

  /** A smaller share of failures is shown with two decimals. */
  private static final double SMALL = 0.01;

  /** Keeps a copy and checks that nothing is missing. */
  public LoadAnswer {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(sentence, "sentence");
    figures = List.copyOf(figures);
    Objects.requireNonNull(next, "next");
  }

  /**
   * The answer.
   *
   * @param commands that continue the test
   */
  public static LoadAnswer of(LoadTestResult result, NextCommands commands) {
    Wording wording = new Wording(result);
    Said said = wording.whole();
    return new LoadAnswer(
        said.kind(),
        part(result.run().commandLine()) + said.text(),
        wording.figures.all(),
        LoadNext.action(said.kind(), result, commands));
  }

  /** A part's figures are not those of its load. */
  private static String part(List<String> commandLine) {
    int at = commandLine.indexOf("--part");
    return at < 0 || at + 1 >= commandLine.size()
        ? ""
        : "Part " + Shown.text(commandLine.get(at + 1), LONGEST) + " alone: ";
  }

  private record Said(Kind kind, String text) {}

  /** The sentence of one result with its figures. One thread. */
  private static final class Wording {
    private final LoadTestResult result;
    private final FigureList figures = new FigureList();

    Wording(LoadTestResult result) {
      this.result = result;
    }

    Said whole() {
      if (result.forks().isEmpty()) {
        return new Said(Kind.NOTHING_VALID, "No phase of the load has ended.");
      }
      RateSearch search = result.run().rateSearch();
      if (search != null) {
        SearchFigures.add(search, figures);
        return new Said(Kind.FOUND_RATE, Shown.text(search.answer(), LONGEST_ANSWER));
      }
      List<LoadRecord> loads = result.run().loads();
      if (hasNothing(result.forks())) {
        return one(result.forks().getFirst().loadIndex());
      }
      boolean isSweep = loads.size() > 1 && loads.stream().noneMatch(LoadRecord::isClosed);
      return isSweep && isRising(loads) ? sweep() : one(loads.size() - 1);
    }

    private static boolean hasNothing(List<ForkRecord> forks) {
      return forks.stream()
          .allMatch(fork -> fork.validity().has(LoadReason.NothingSucceeded.class));
    }

    private static boolean isRising(List<LoadRecord> loads) {
      for (int i = 1; i < loads.size(); i++) {
        if (loads.get(i).ratePerS() <= loads.get(i - 1).ratePerS()) {
          return false;
        }
      }
      return true;
    }

    /** The answer for one load. */
    private Said one(int load) {
      List<ForkRecord> forks = result.forksOf(load);
      LoadRecord asked = result.run().loads().get(load);
      if (forks.isEmpty()) {
        return new Said(Kind.NOTHING_VALID, "The phase at " + asked.rateText() + " has not ended.");
      }
      if (hasNothing(forks)) {
        return nothing(forks, load);
      }
      double achieved =
          Median.of(forks.stream().map(fork -> fork.messages().achievedPerS()).toList());
      if (RateKnee.areSaturated(asked, forks)) {
        return saturated(asked, forks, achieved, load);
      }
      List<ForkRecord> usable = BenchAnswer.usable(forks);
      if (usable.isEmpty()) {
        return new Said(
            Kind.NOTHING_VALID,
            "The figures say nothing of the server: "
                + Shown.text(forks.getFirst().validity().reasons().getFirst(), LONGEST_REASON)
                + "."
                + (forks.getFirst().validity().has(LoadReason.LoadGeneratorLate.class)
                    ? " " + remedy()
                    : "")
                + failed(load));
      }
      Optional<String> percentile =
          BenchAnswer.PERCENTILES.stream()
              .filter(name ->
                  ForkPercentile.carried(
                      usable.stream().map(fork -> fork.times().response()).toList(), name))
              .findFirst();
      WaitText waits = new WaitText(result, load, figures);
      String silence = waits.silence();
      if (percentile.isEmpty() && !silence.isEmpty()) {
        return new Said(Kind.STALLED, silence + failed(load));
      }
      if (percentile.isEmpty()) {
        long ended = forks.stream().mapToLong(fork -> fork.messages().completed()).sum();
        figures.count("completed", ended);
        return new Said(
            Kind.TOO_FEW_REQUESTS,
            "No percentile: only "
                + Numbers.count(ended, "request")
                + " ended. Use a longer --duration or a higher --rate."
                + failed(load));
      }
      Said times = times(asked, usable, percentile.get(), achieved, waits);
      if (silence.isEmpty()) {
        return new Said(times.kind(), times.text() + failed(load));
      }
      return waits.isStalledAt(Percentiles.percentile(percentile.get()))
          ? new Said(Kind.STALLED, silence + " " + times.text() + failed(load))
          : new Said(times.kind(), times.text() + " " + silence + failed(load));
    }

    /**
     * The answer where more was asked for than was answered. A late generator asked for less than
     * it should, so the server may sustain more.
     */
    private Said saturated(LoadRecord asked, List<ForkRecord> forks, double achieved, int load) {
      boolean isLate = forks.stream().anyMatch(fork -> wasLate(fork, COMMON));
      String generator = isLate ? " The load generator itself was late. " + remedy() : "";
      String rest = cancelled(load) + failed(load);
      if (forks.stream().allMatch(fork -> fork.messages().achievedPerS() == 0)) {
        // those that failed have ended too
        long ended =
            forks.stream().mapToLong(fork -> fork.messages().completed()).sum()
                - result.errorsOf(load).values().stream().mapToLong(Long::longValue).sum();
        return new Said(
            Kind.STALLED,
            "No request succeeded within the "
                + figures.duration("duration", (double) asked.durationNs())
                + " of the load, and "
                + figures.count("succeeded", ended)
                + " did after it; the server was asked for "
                + figures.add("asked_rate", asked.ratePerS(), "per_s", asked.rateText())
                + "."
                + generator
                + rest);
      }
      return new Said(
          Kind.SUSTAINED_RATE,
          "The server sustains "
              + (isLate ? "at least " : "")
              + "about "
              + figures.aboutRate("sustained_rate", achieved)
              + " and was asked for "
              + figures.add("asked_rate", asked.ratePerS(), "per_s", asked.rateText())
              + "."
              + (isLate
                  ? generator
                  : " Response times only tell how long the load lasted: lower --rate.")
              + rest);
    }

    private Said nothing(List<ForkRecord> forks, int load) {
      Map<String, Long> errors = result.errorsOf(load);
      long failed = errors.values().stream().mapToLong(Long::longValue).sum();
      boolean answers =
          forks.stream().anyMatch(fork -> fork.validity().has(LoadReason.AllAnswersFailed.class));
      return answers
          ? new Said(
              Kind.ALL_FAILED,
              "The server answers, and all "
                  + figures.count("failed", failed)
                  + " requests failed: "
                  + kinds(errors)
                  + ". See its log, and what it answers to one such request.")
          : new Said(
              Kind.NOTHING_ANSWERED,
              "No request was answered: " + kinds(errors) + ". See whether the server runs there.");
    }

    private Said times(
        LoadRecord asked,
        List<ForkRecord> usable,
        String percentile,
        double achieved,
        WaitText waits) {
      String trust =
          usable.stream().noneMatch(fork -> fork.validity().verdict() == Verdict.VALID)
              ? "SUSPECT: "
              : "";
      double response = median(usable, percentile, true);
      double service = median(usable, percentile, false);
      if (asked.isClosed()) {
        return new Said(
            Kind.REACHED_RATE,
            trust
                + capital(asked.rateText())
                + " get "
                + figures.aboutRate("reached_rate", achieved)
                + ", "
                + percentile
                + " "
                + figures.duration(percentile, service)
                + ". A closed loop asks less of a slow server: for what users wait give a"
                + " --rate.");
      }
      double rank = Percentiles.percentile(percentile);
      if (usable.stream().allMatch(fork -> wasLate(fork, rank))
          && response - service > LITTLE * response) {
        return new Said(
            Kind.BETWEEN,
            trust
                + percentile
                + " is between "
                + figures.duration("service_" + percentile, service)
                + " and "
                + figures.duration(percentile, response)
                + " at "
                + asked.rateText()
                + ": the load generator itself was late. "
                + remedy());
      }
      String first =
          trust
              + percentile
              + " is "
              + figures.duration(percentile, response)
              + " at "
              + asked.rateText();
      String slowest = waits.slowest();
      return new Said(
          Kind.RESPONSE_TIME,
          slowest.isEmpty()
              ? first + "."
              : first
                  + ", of which the service time is "
                  + figures.duration("service_" + percentile, service)
                  + ". "
                  + slowest
                  + (waits.isGenerator() ? " " + remedy() : ""));
    }

    /** The warm-up's backlog, where it would have been the load's. */
    private String cancelled(int load) {
      long requests =
          result.requestsOf(load).stream().mapToLong(one -> one.waits().warmUpCancelled()).sum();
      return requests == 0
          ? ""
          : " The warm-up's backlog of "
              + figures.count("warm_up_cancelled", requests)
              + " requests was cancelled.";
    }

    /** Whether the generator was late at this percentile or below. */
    private static boolean wasLate(ForkRecord fork, double percentile) {
      return fork.validity().reasonCodes().stream()
          .anyMatch(reason ->
              reason instanceof LoadReason.LoadGeneratorLate late
                  && late.percentile() <= percentile);
    }

    private String remedy() {
      return LoadNext.sharesCpus(result)
          ? "Give it and the server CPUs of their own."
          : "Free this machine of other work, or give it more CPUs.";
    }

    /** Several rates, the lowest first. */
    private Said sweep() {
      Sweep sweep = Sweep.of(result.run(), result.forks(), 0);
      List<Sweep.Point> points = sweep.points();
      int before = sweep.knee().knee().ratesBefore();
      String name = Numbers.percentileName(sweep.knee().percentile());
      LoadRecord lowest = points.getFirst().load();
      String text =
          switch (sweep.knee().knee().end()) {
            case SATURATED, DOUBLED ->
                before == 0
                    ? "The lowest rate, "
                        + rate("lowest_rate", lowest)
                        + ", is already too much: give lower rates."
                    : "The server keeps up to "
                        + rate("knee", points.get(before - 1).load())
                        + ". At "
                        + rate("rate_above", points.get(before).load())
                        + " "
                        + above(points.get(before), name, lowest)
                        + ".";
            case NO_MORE_RATES ->
                "The server keeps up to "
                    + rate("highest_rate", points.getLast().load())
                    + ": "
                    + name
                    + " stays below twice its value at "
                    + rate("lowest_rate", lowest)
                    + ".";
            case UNKNOWN ->
                "Where it bends is not known: nothing at "
                    + rate("unknown_rate", points.get(before).load())
                    + " counts.";
          };
      String failed = "";
      for (int load = 0; load < points.size() && failed.isEmpty(); load++) {
        failed = failed(load);
      }
      return new Said(Kind.KNEE, text + failed);
    }

    private String above(Sweep.Point point, String percentile, LoadRecord lowest) {
      return point.isSaturated()
          ? "it answers only about " + figures.aboutRate("sustained_rate", point.achievedPerS())
          : percentile + " is more than twice its value at " + rate("lowest_rate", lowest);
    }

    private String rate(String name, LoadRecord load) {
      return figures.add(name, load.ratePerS(), "per_s", load.rateText());
    }

    private String failed(int load) {
      double share = result.failedShare(load);
      if (share == 0) {
        return "";
      }
      String at =
          result.run().loads().size() > 1 ? " at " + result.run().loads().get(load).rateText() : "";
      return " "
          + figures.share("failed_share", share, share < SMALL ? 2 : 0)
          + " of the requests failed"
          + at
          + ": "
          + kinds(result.errorsOf(load))
          + ".";
    }

    /** The failures by kind, the most frequent first. */
    private static String kinds(Map<String, Long> errors) {
      List<String> all = new ArrayList<>();
      errors.entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .limit(MOST_ERRORS)
          .forEach(one ->
              all.add(Shown.text(one.getKey(), LONGEST) + " " + Numbers.count(one.getValue())));
      return all.isEmpty() ? "no error was seen" : String.join(", ", all);
    }

    private static double median(List<ForkRecord> forks, String percentile, boolean isResponse) {
      List<Double> values = new ArrayList<>();
      for (ForkRecord fork : forks) {
        Percentiles figures = isResponse ? fork.times().response() : fork.times().service();
        Long value = ForkPercentile.value(figures, percentile);
        if (value != null) {
          values.add(value.doubleValue());
        }
      }
      return values.isEmpty() ? 0 : Median.of(values);
    }

    private static String capital(String text) {
      return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
  }
}
