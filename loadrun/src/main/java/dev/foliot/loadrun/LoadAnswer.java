package dev.foliot.loadrun;

import dev.foliot.benchrun.Sweep;
import dev.foliot.judgement.RateKnee;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The answer of a load test, computed from what is stored. Pure.
 *
 * @param kind what can be said
 * @param text one to three sentences
 */
public record LoadAnswer(Kind kind, String text) {
  /** What a load test can say. */
  public enum Kind {
    /** A percentile of the response time. */
    RESPONSE_TIME,
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

  private static final List<String> TOLD = List.of("p99", "p90", "p50");
  private static final int MOST_ERRORS = 3;
  private static final int LONGEST = 60;
  private static final int LONGEST_ANSWER = 500;

  /** The service time is worth a word where waiting makes this much of the response time. */
  private static final double MUCH = 0.2;

  /** Below this share two bounds are one figure. */
  private static final double LITTLE = 0.05;

  /** The answer. */
  public static LoadAnswer of(LoadTestResult result) {
    if (result.forks().isEmpty()) {
      return new LoadAnswer(Kind.NOTHING_VALID, "No phase of the load has ended.");
    }
    RateSearch search = result.run().rateSearch();
    if (search != null) {
      return new LoadAnswer(Kind.FOUND_RATE, Shown.text(search.answer(), LONGEST_ANSWER));
    }
    List<LoadRecord> loads = result.run().loads();
    boolean isSweep = loads.size() > 1 && loads.stream().noneMatch(LoadRecord::isClosed);
    if (result.forks().stream()
        .allMatch(fork -> fork.validity().has(LoadReason.NothingSucceeded.class))) {
      return one(result, result.forks().getFirst().loadIndex());
    }
    return isSweep && isRising(loads) ? sweep(result) : one(result, loads.size() - 1);
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
  public static LoadAnswer one(LoadTestResult result, int load) {
    List<ForkRecord> forks = result.forksOf(load);
    LoadRecord asked = result.run().loads().get(load);
    String failed = failed(result, load);
    if (forks.isEmpty()) {
      return new LoadAnswer(
          Kind.NOTHING_VALID, "The phase at " + asked.rateText() + " has not ended.");
    }
    if (forks.stream().allMatch(fork -> fork.validity().has(LoadReason.NothingSucceeded.class))) {
      if (forks.stream().anyMatch(fork -> fork.validity().has(LoadReason.AllAnswersFailed.class))) {
        return new LoadAnswer(
            Kind.ALL_FAILED,
            "The server answers, and all "
                + Numbers.count(result.errorsOf(load).values().stream().mapToLong(n -> n).sum())
                + " requests failed: "
                + kinds(result.errorsOf(load))
                + ". See its log, and what it answers to one such request.");
      }
      return new LoadAnswer(
          Kind.NOTHING_ANSWERED,
          "No request was answered: "
              + kinds(result.errorsOf(load))
              + ". See whether the server runs there.");
    }
    double achieved =
        Median.of(forks.stream().map(fork -> fork.messages().achievedPerS()).toList());
    if (!asked.isClosed()
        && 2 * forks.stream().filter(RateKnee::isSaturated).count() >= forks.size()) {
      return new LoadAnswer(
          Kind.SUSTAINED_RATE,
          "The server sustains about "
              + Numbers.aboutRate(achieved)
              + " and was asked for "
              + asked.rateText()
              + ". Response times only tell how long the load lasted: lower --rate."
              + failed);
    }
    List<ForkRecord> usable =
        forks.stream().filter(fork -> fork.validity().verdict() != Verdict.INVALID).toList();
    if (usable.isEmpty()) {
      return new LoadAnswer(
          Kind.NOTHING_VALID,
          "The figures say nothing of the server: "
              + Shown.text(forks.getFirst().validity().reasons().getFirst(), 200)
              + "."
              + (forks.getFirst().validity().has(LoadReason.LoadGeneratorLate.class)
                  ? " " + remedy(result)
                  : "")
              + failed);
    }
    String trust =
        usable.stream().noneMatch(fork -> fork.validity().verdict() == Verdict.VALID)
            ? "SUSPECT: "
            : "";
    Optional<String> percentile =
        TOLD.stream()
            .filter(name ->
                ForkPercentile.carried(
                    usable.stream().map(fork -> fork.times().response()).toList(), name))
            .findFirst();
    if (percentile.isEmpty()) {
      return new LoadAnswer(
          Kind.TOO_FEW_REQUESTS,
          "No percentile: only "
              + Numbers.count(
                  result.forksOf(load).stream().mapToLong(f -> f.messages().completed()).sum(),
                  "request")
              + " ended. Use a longer --duration or a higher --rate."
              + failed);
    }
    double response = median(usable, percentile.get(), true);
    double service = median(usable, percentile.get(), false);
    if (asked.isClosed()) {
      return new LoadAnswer(
          Kind.REACHED_RATE,
          trust
              + capital(asked.rateText())
              + " get "
              + Numbers.aboutRate(achieved)
              + ", "
              + percentile.get()
              + " "
              + Numbers.duration(service)
              + ". A closed loop asks less of a slow server: for what users wait give a --rate."
              + failed);
    }
    double told = Double.parseDouble(percentile.get().substring(1));
    if (usable.stream().allMatch(fork -> wasLate(fork, told))
        && response - service > LITTLE * response) {
      return new LoadAnswer(
          Kind.BETWEEN,
          trust
              + percentile.get()
              + " is between "
              + Numbers.duration(service)
              + " and "
              + Numbers.duration(response)
              + " at "
              + asked.rateText()
              + ": the load generator itself was late. "
              + remedy(result)
              + failed);
    }
    String first =
        trust + percentile.get() + " is " + Numbers.duration(response) + " at " + asked.rateText();
    return new LoadAnswer(
        Kind.RESPONSE_TIME,
        (response - service > MUCH * response
                ? first
                    + "; the server itself takes "
                    + Numbers.duration(service)
                    + ". The rest is the wait for a free connection."
                : first + ".")
            + failed);
  }

  /** Whether the generator was late at this percentile or below. */
  private static boolean wasLate(ForkRecord fork, double percentile) {
    return fork.validity().reasonCodes().stream()
        .anyMatch(reason ->
            reason instanceof LoadReason.LoadGeneratorLate late && late.percentile() <= percentile);
  }

  private static String remedy(LoadTestResult result) {
    return result.isOnThisMachine() && !result.run().commandLine().contains("--cpus")
        ? "Give it and the server CPUs of their own."
        : "Free this machine of other work, or give it more CPUs.";
  }

  /** Several rates, the lowest first. */
  private static LoadAnswer sweep(LoadTestResult result) {
    Sweep sweep = Sweep.of(result.run(), result.forks(), 0);
    List<Sweep.Point> points = sweep.points();
    int before = sweep.knee().knee().ratesBefore();
    String name = Numbers.percentileName(sweep.knee().percentile());
    String first = points.getFirst().load().rateText();
    String text =
        switch (sweep.knee().knee().end()) {
          case SATURATED, DOUBLED ->
              before == 0
                  ? "The lowest rate, " + first + ", is already too much: give lower rates."
                  : "The server keeps up to "
                      + points.get(before - 1).load().rateText()
                      + ". At "
                      + points.get(before).load().rateText()
                      + " "
                      + (points.get(before).isSaturated()
                          ? "it answers only about "
                              + Numbers.aboutRate(points.get(before).achievedPerS())
                          : name + " is more than twice its value at " + first)
                      + ".";
          case NO_MORE_RATES ->
              "The server keeps up to "
                  + points.getLast().load().rateText()
                  + ": "
                  + name
                  + " stays below twice its value at "
                  + first
                  + ".";
          case UNKNOWN ->
              "Where it bends is not known: nothing at "
                  + points.get(before).load().rateText()
                  + " counts.";
        };
    StringBuilder failed = new StringBuilder();
    for (int load = 0; load < points.size() && failed.isEmpty(); load++) {
      failed.append(failed(result, load));
    }
    return new LoadAnswer(Kind.KNEE, text + failed);
  }

  private static String failed(LoadTestResult result, int load) {
    double share = result.failedShare(load);
    if (share == 0) {
      return "";
    }
    String at =
        result.run().loads().size() > 1 ? " at " + result.run().loads().get(load).rateText() : "";
    return " "
        + Numbers.percent(share, share < 0.01 ? 2 : 0)
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
