package dev.foliot.study.shorttasks;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.ComparisonText;
import dev.foliot.study.StudyFigures;
import dev.foliot.study.burn.BurnReading;
import dev.foliot.text.Numbers;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The answers of short-tasks about waiting. Threads wait for a CPU, woken workers wait to run, and
 * tasks wait beside a parked worker. Pure.
 */
final class WaitAnswers {
  /** A smaller share of the time is chance in samples of a running program. */
  private static final double PARKED = 0.01;

  /** Burn samples every 2 ms, so smaller differences mean nothing. */
  private static final double PARKED_MARGIN_US = 2_000;

  private final StudyFigures figures;

  WaitAnswers(StudyFigures figures) {
    this.figures = figures;
  }

  List<StudyAnswer> all() {
    return List.of(ready(), woken(), parked(), longestParked());
  }

  private StudyAnswer ready() {
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ComparisonText waits = at(step, Metric.WAKE_WAIT_MEAN, us -> Numbers.duration(us * 1e3));
      ComparisonText preempted =
          at(step, Metric.PREEMPTED_SHARE, share -> Numbers.percent(share, 1));
      if (!waits.arms().isEmpty()) {
        answer.add(name(step) + ": " + waits.medians());
        evidence.add(
            name(step)
                + ": "
                + waits.spreads()
                + "; share of switches that were preemptions: "
                + preempted.medians());
      }
    }
    return new StudyAnswer(
        "How long does a thread that is ready wait for a CPU?",
        answer.isEmpty()
            ? "not known: the kernel does not tell (see what is unavailable)"
            : String.join(" | ", answer),
        answer.isEmpty()
            ? "no figures"
            : "all threads of the JVM, run-queue wait per switch; medians (least to greatest): "
                + String.join(" | ", evidence));
  }

  private StudyAnswer woken() {
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ComparisonText all = at(step, Metric.WAKE_UP_MEAN, us -> Numbers.duration(us * 1e3));
      if (!all.arms().isEmpty()) {
        answer.add(name(step) + ": " + woken(step, all));
        evidence.add(name(step) + ", means: " + all.spreads());
        evidence.add(
            name(step)
                + ", wake-ups traced: "
                + at(step, Metric.WAKE_UPS, count -> Numbers.fixed(count, 0)).spreads()
                + medians(step, "; p50: ", Metric.WAKE_UP_P50)
                + medians(step, "; p99: ", Metric.WAKE_UP_P99)
                + medians(step, "; the longest: ", Metric.WAKE_UP_MAX));
      }
    }
    List<String> reasons = untraced();
    return new StudyAnswer(
        "How long does a woken worker wait for a CPU?",
        answer.isEmpty() ? notTraced(reasons) : String.join(" | ", answer),
        answer.isEmpty()
            ? "no figures"
            : "means of woken workers and carriers alone, by trace points, over 0.2 s of the"
                + " warm-up; medians over the forks (least to greatest): "
                + String.join(" | ", evidence)
                + (reasons.isEmpty()
                    ? ""
                    : " | not traced in some forks: " + String.join("; ", reasons)));
  }

  /** With a prefix; empty if no fork has the figure. */
  private String medians(int step, String before, Metric metric) {
    ComparisonText known = at(step, metric, us -> Numbers.duration(us * 1e3));
    return known.arms().isEmpty() ? "" : before + known.medians();
  }

  /** Compares the forks whose mean has enough values. */
  private String woken(int step, ComparisonText all) {
    ComparisonText compared =
        new ComparisonText(
            figures.at(step, WaitAnswers::meanOfEnough, ArmComparison.Better.LOW),
            us -> Numbers.duration(us * 1e3));
    String few =
        String.join(
            ", ",
            all.arms().ranked().stream()
                .filter(arm -> !compared.arms().has(arm))
                .map(all::median)
                .toList());
    String tooFew = "too few wake-ups to compare, below " + BurnReading.ENOUGH + " in a fork: ";
    if (compared.arms().isEmpty()) {
      return tooFew + few;
    }
    return compared.ranking() + (few.isEmpty() ? "" : "; " + tooFew + few);
  }

  private static @Nullable Double meanOfEnough(StudyPoint point) {
    Double count = Metric.WAKE_UPS.of(point);
    return count == null || count < BurnReading.ENOUGH ? null : Metric.WAKE_UP_MEAN.of(point);
  }

  private static String notTraced(List<String> reasons) {
    return reasons.isEmpty()
        ? "not asked: only burn traces wake-ups, where it warms up for 4 s or longer, as in the"
            + " full form"
        : "not known: " + String.join("; ", reasons);
  }

  private StudyAnswer parked() {
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ComparisonText parked = at(step, Metric.PARKED_SHARE, share -> Numbers.percent(share, 1));
      ArmComparison longest = figures.at(step, Metric.LONGEST_PARKED);
      if (!parked.arms().isEmpty()) {
        List<String> over =
            parked.arms().ranked().reversed().stream()
                .filter(arm -> parked.arms().median(arm) >= PARKED)
                .map(arm ->
                    parked.median(arm)
                        + ", at the longest "
                        + Numbers.duration(longest.median(arm) * 1e3))
                .toList();
        if (!over.isEmpty()) {
          answer.add(name(step) + ": " + String.join("; ", over));
        }
        evidence.add(name(step) + ": " + parked.spreads());
      }
    }
    return new StudyAnswer(
        "Which arm leaves a worker parked while tasks wait, and for how much of that time?",
        evidence.isEmpty()
            ? "not known: only burn can tell, and no fork of it counts"
            : answer.isEmpty()
                ? "none for 1 % or more of that time, by the medians"
                : String.join(" | ", answer),
        evidence.isEmpty()
            ? "no figures"
            : "of the time in which a task waited, by samples of burn; medians (least to"
                + " greatest): "
                + String.join(" | ", evidence));
  }

  private StudyAnswer longestParked() {
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ComparisonText longest =
          new ComparisonText(
              figures.differences(step, Metric.LONGEST_PARKED, PARKED_MARGIN_US),
              us -> Numbers.duration(us * 1e3));
      if (!longest.arms().isEmpty()) {
        answer.add(name(step) + ": " + longest.ranking());
        evidence.add(name(step) + ": " + longest.spreads());
      }
    }
    return new StudyAnswer(
        "How long does a worker stay parked while tasks wait, at the longest?",
        answer.isEmpty()
            ? "not known: only burn can tell, and no fork of it counts"
            : String.join(" | ", answer),
        answer.isEmpty()
            ? "no figures"
            : "the longest such time of each fork, by samples of burn every 2 ms; medians (least to"
                + " greatest): "
                + String.join(" | ", evidence));
  }

  private ComparisonText at(int step, Metric metric, DoubleFunction<String> shown) {
    return new ComparisonText(figures.at(step, metric), shown);
  }

  private String name(int step) {
    return figures.step(step).name();
  }

  /** Why wake-ups were not traced in some forks, each reason once. */
  private List<String> untraced() {
    return figures.points().stream()
        .flatMap(point -> point.unavailableCodes().stream())
        .filter(StudyReason.WakeUpsUntraced.class::isInstance)
        .map(reason -> ((StudyReason.WakeUpsUntraced) reason).why().sentence())
        .distinct()
        .toList();
  }
}
