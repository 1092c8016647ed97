package dev.foliot.study;

import dev.foliot.store.StudyAnswer;
import dev.foliot.store.StudyPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What short-tasks answers of waiting: of threads for a CPU, of workers that were woken, and of
 * tasks beside a worker that is parked. Pure.
 */
final class WaitAnswers {
  private static final double MARGIN = 0.05;

  /** Less of the time is what a look at a running program sees by chance. */
  private static final double PARKED = 0.01;

  /** Burn looks every 2 ms, so what is less apart may be alike. */
  private static final double PARKED_MARGIN_US = 2_000;

  private final StudyPlan plan;
  private final PointFigures points;

  WaitAnswers(StudyPlan plan, PointFigures points) {
    this.plan = plan;
    this.points = points;
  }

  List<StudyAnswer> all() {
    return List.of(ready(), woken(), parked(), longestParked());
  }

  private StudyAnswer ready() {
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step = 0; step < plan.steps().size(); step++) {
      ArmFigures waits = measure(step, "wake_wait_mean_us", WaitAnswers::us);
      ArmFigures preempted = measure(step, "preempted_share", WaitAnswers::share);
      if (!waits.isEmpty()) {
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
    for (int step = 0; step < plan.steps().size(); step++) {
      ArmFigures all = measure(step, "wakeup_mean_us", WaitAnswers::us);
      if (!all.isEmpty()) {
        answer.add(name(step) + ": " + woken(step, all));
        evidence.add(name(step) + ", means: " + all.spreads());
        evidence.add(
            name(step)
                + ", wake-ups traced: "
                + measure(step, "wakeups_traced", WaitAnswers::count).spreads()
                + medians(step, "; p50: ", "wakeup_p50_us")
                + medians(step, "; p99: ", "wakeup_p99_us")
                + medians(step, "; the longest: ", "wakeup_max_us"));
      }
    }
    List<String> reasons = points.unavailable(BurnReading.WAKE_UPS);
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

  /** With what goes before them; empty where no fork has the figure. */
  private String medians(int step, String before, String name) {
    ArmFigures figures = measure(step, name, WaitAnswers::us);
    return figures.isEmpty() ? "" : before + figures.medians();
  }

  /** Compared are the forks whose mean is of more than a handful. */
  private String woken(int step, ArmFigures all) {
    ArmFigures compared = points.at(step, WaitAnswers::meanOfEnough, true, WaitAnswers::us);
    String few =
        String.join(
            ", ",
            all.ranked().stream()
                .filter(arm -> !compared.has(arm))
                .map(arm -> arm + " " + us(all.median(arm)))
                .toList());
    String tooFew = "too few wake-ups to compare, below " + BurnReading.ENOUGH + " in a fork: ";
    if (compared.isEmpty()) {
      return tooFew + few;
    }
    return new ArmRanking(compared, MARGIN, WaitAnswers::us)
        + (few.isEmpty() ? "" : "; " + tooFew + few);
  }

  private static @Nullable Double meanOfEnough(StudyPoint point) {
    Double count = point.measures().get("wakeups_traced");
    return count == null || count < BurnReading.ENOUGH
        ? null
        : point.measures().get("wakeup_mean_us");
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
    for (int step = 0; step < plan.steps().size(); step++) {
      ArmFigures parked = measure(step, "parked_while_queued_share", WaitAnswers::share);
      ArmFigures longest = measure(step, "longest_parked_us", WaitAnswers::us);
      if (!parked.isEmpty()) {
        List<String> over =
            parked.ranked().reversed().stream()
                .filter(arm -> parked.median(arm) >= PARKED)
                .map(arm ->
                    arm
                        + " "
                        + share(parked.median(arm))
                        + ", at the longest "
                        + us(longest.median(arm)))
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
    for (int step = 0; step < plan.steps().size(); step++) {
      ArmFigures longest = measure(step, "longest_parked_us", WaitAnswers::us);
      if (!longest.isEmpty()) {
        answer.add(
            name(step)
                + ": "
                + new ArmRanking(
                    longest, PARKED_MARGIN_US, WaitAnswers::us, ArmRanking.By.DIFFERENCE));
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

  private ArmFigures measure(int step, String name, DoubleFunction<String> shown) {
    return points.at(step, PointFigures.measure(name), true, shown);
  }

  private String name(int step) {
    return plan.steps().get(step).name();
  }

  static String us(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.1f us" : "%,.0f us", value);
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.1f %%", value * 100);
  }

  private static String count(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
