package dev.foliot.study.shorttasks;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.ComparisonText.Claim;
import dev.foliot.study.answer.StudyFigures;
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
  /** Less of the time is what sampling a running program finds by chance. */
  private static final double PARKED = 0.01;

  /** Burn samples every 2 ms, so smaller differences may be none. */
  private static final double PARKED_MARGIN_US = 2_000;

  /** A worker that is parked. */
  private static final Claim LEAVES_PARKED =
      new Claim(
          "leave a worker parked",
          "for the shortest time",
          "as long",
          "the longest time that a worker stays parked");

  private final StudyFigures figures;
  private final ArmNames names;

  WaitAnswers(StudyFigures figures) {
    this.figures = figures;
    this.names = figures.names();
  }

  List<StudyAnswer> all() {
    return List.of(ready(), woken(), parked(), longestParked());
  }

  private StudyAnswer ready() {
    String question = "How long does a ready thread wait for a CPU?";
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ComparisonText waits = at(step, Metric.WAKE_WAIT_MEAN, WaitAnswers::us);
      ComparisonText preempted =
          at(step, Metric.PREEMPTED_SHARE, share -> Numbers.percent(share, 1));
      if (!waits.arms().isEmpty()) {
        answer.add(under(step, with(waits)));
        evidence.add(
            name(step)
                + ": "
                + waits.spreads()
                + "; share of switches that were preemptions: "
                + preempted.medians());
      }
    }
    Basis basis = Basis.ofAll(figures, Metric.WAKE_WAIT_MEAN);
    return answer.isEmpty()
        ? unknown(basis, question, "Not known: the kernel does not report it.")
        : basis.answer(
            question,
            answer.getFirst(),
            answer,
            "all threads of the JVM, run-queue wait per switch, medians (least to greatest): "
                + String.join("; ", evidence));
  }

  private StudyAnswer woken() {
    String question = "How long does a woken worker wait for a CPU?";
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ComparisonText all = at(step, Metric.WAKE_UP_MEAN, WaitAnswers::us);
      if (!all.arms().isEmpty()) {
        answer.addAll(woken(step, all));
        evidence.add(name(step) + ", means: " + all.spreads());
        evidence.add(
            name(step)
                + ", wake-ups traced: "
                + at(step, Metric.WAKE_UPS, count -> Numbers.fixed(count, 0)).spreads()
                + medians(step, ", p50: ", Metric.WAKE_UP_P50)
                + medians(step, ", p99: ", Metric.WAKE_UP_P99)
                + medians(step, ", maximum: ", Metric.WAKE_UP_MAX));
      }
    }
    List<String> reasons = untraced();
    Basis basis = Basis.ofAll(figures, Metric.WAKE_UP_MEAN);
    return answer.isEmpty()
        ? unknown(basis, question, notTraced(reasons))
        : basis.answer(
            question,
            answer.getFirst(),
            answer,
            "means of woken workers and carriers alone, by trace points, over 0.2 s of the warm-up;"
                + " medians over the forks (least to greatest): "
                + String.join("; ", evidence)
                + (reasons.isEmpty()
                    ? ""
                    : "; not traced in some forks: " + String.join(", ", reasons)));
  }

  /** With a prefix; empty if no fork has the figure. */
  private String medians(int step, String before, Metric metric) {
    ComparisonText known = at(step, metric, WaitAnswers::us);
    return known.arms().isEmpty() ? "" : before + known.medians();
  }

  /** Compares the forks whose mean has enough values. */
  private List<String> woken(int step, ComparisonText all) {
    ComparisonText compared =
        new ComparisonText(
            figures.at(step, WaitAnswers::meanOfEnough, ArmComparison.Better.LOW),
            WaitAnswers::us,
            Claim.WAITS,
            names,
            "under " + name(step));
    List<String> few =
        all.arms().ranked().stream().filter(arm -> !compared.arms().has(arm)).toList();
    List<String> sentences = new ArrayList<>();
    if (!compared.arms().isEmpty()) {
      sentences.addAll(compared.sentences());
    }
    if (!few.isEmpty()) {
      sentences.add(
          under(
              step,
              "too few wake-ups to compare (below "
                  + BurnReading.ENOUGH
                  + " in a fork) with "
                  + names.of(few, arm -> us(all.arms().median(arm))).text()));
    }
    return sentences;
  }

  private static @Nullable Double meanOfEnough(StudyPoint point) {
    Double count = Metric.WAKE_UPS.of(point);
    return count == null || count < BurnReading.ENOUGH ? null : Metric.WAKE_UP_MEAN.of(point);
  }

  private static String notTraced(List<String> reasons) {
    return reasons.isEmpty()
        ? "Not measured: only burn traces wake-ups, in warm-ups of 4 s or longer, as in the full"
            + " form."
        : "Not known: " + String.join("; ", reasons) + ".";
  }

  private StudyAnswer parked() {
    String question = "Which arm leaves a worker parked while tasks wait?";
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
                    names.of(arm).does("leave")
                        + " one parked for "
                        + Numbers.percent(parked.arms().median(arm), 1)
                        + " of that time ("
                        + us(longest.median(arm))
                        + " at most)")
                .toList();
        if (!over.isEmpty()) {
          answer.add(under(step, Numbers.and(over)));
        }
        evidence.add(name(step) + ": " + parked.spreads());
      }
    }
    Basis basis = Basis.ofAll(figures, Metric.PARKED_SHARE);
    if (evidence.isEmpty()) {
      return unknown(basis, question, ONLY_BURN);
    }
    if (answer.isEmpty()) {
      answer.add("None for 1 % or more of that time, by the medians.");
    }
    return basis.answer(
        question,
        answer.getFirst(),
        answer,
        "of the time in which a task waited, by samples of burn, medians (least to greatest): "
            + String.join("; ", evidence));
  }

  private static final String ONLY_BURN =
      "Not known: only burn reports it, and it has no valid fork.";

  private StudyAnswer longestParked() {
    String question = "How long does a worker stay parked while tasks wait, at most?";
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ComparisonText longest =
          new ComparisonText(
              figures.differences(step, Metric.LONGEST_PARKED, PARKED_MARGIN_US),
              WaitAnswers::us,
              LEAVES_PARKED,
              names,
              "under " + name(step));
      if (!longest.arms().isEmpty()) {
        answer.addAll(longest.sentences());
        evidence.add(name(step) + ": " + longest.spreads());
      }
    }
    Basis basis = Basis.ofAll(figures, Metric.LONGEST_PARKED);
    return answer.isEmpty()
        ? unknown(basis, question, ONLY_BURN)
        : basis.answer(
            question,
            answer.getFirst(),
            answer,
            "the longest such time of each fork, by samples of burn every 2 ms, medians (least to"
                + " greatest): "
                + String.join("; ", evidence));
  }

  private static StudyAnswer unknown(Basis basis, String question, String answer) {
    return basis.answer(question, answer, List.of(answer), "no figures");
  }

  private static String us(double us) {
    return Numbers.duration(us * 1e3);
  }

  /** {@code 2.90 us with virtual threads and 5.00 us with the adaptive pool}. */
  private String with(ComparisonText arms) {
    return Numbers.and(
        arms.arms().ranked().stream()
            .map(arm -> us(arms.arms().median(arm)) + " with " + names.of(arm).text())
            .toList());
  }

  private String under(int step, String words) {
    return ArmNames.sentence("under " + name(step) + ", " + words);
  }

  private ComparisonText at(int step, Metric metric, DoubleFunction<String> shown) {
    return new ComparisonText(figures.at(step, metric), shown, Claim.WAITS, names);
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
