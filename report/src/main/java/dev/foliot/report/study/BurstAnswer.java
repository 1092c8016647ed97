package dev.foliot.report.study;

import dev.foliot.report.page.Quantity;
import dev.foliot.report.page.Units;
import dev.foliot.stats.HodgesLehmann;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What ramp-up says of a burst of requests that wait: who carries it, and who is there first. */
final class BurstAnswer {
  private static final double CONFIDENCE = 0.95;
  private static final double S = 1e9;

  /** Among arms whose peaks are alike, to be there sooner is better. */
  private static final StudyMeasure TO_95 =
      new StudyMeasure(
          StudyMeasure.TO_95.name(),
          StudyMeasure.TO_95.of(),
          new Quantity(
              ns -> String.format(Locale.ROOT, "%.1f s", ns / S), Units::shortDuration, "ns"),
          StudyMeasure.Good.LOW);

  private BurstAnswer() {}

  static Said of(StudyView study, List<ArmView> arms, Function<ArmView, String> way) {
    int step = study.busiest();
    Standings peaks = Standings.of(study, arms, step, StudyMeasure.PEAK);
    if (peaks.isEmpty()) {
      return Said.nothing();
    }
    // the time to one's own peak flatters who has a low one
    List<ArmView> carrying = new ArrayList<>(peaks.ranked());
    carrying.removeAll(peaks.behind());
    carrying.removeAll(peaks.tooFew());
    Standings times = Standings.of(study, peaks.isUnknown() ? List.of() : carrying, step, TO_95);
    List<String> answer = new ArrayList<>();
    answer.add("peak throughput: " + peaks.words());
    List<String> evidence = new ArrayList<>(List.of("peaks: " + peaks.spreads()));
    String clause =
        "when a burst of requests has to wait, "
            + peaks.sentence("the highest peak is that of", way);
    if (!times.isEmpty()) {
      answer.add("at 95 % of its own peak: " + times(times, ArmView::name));
      evidence.add("times to 95 % of the own peak: " + times.spreads());
      clause += ", at 95 % of their own peaks " + times(times, way);
    }
    return new Said(clause, answer, evidence, List.of());
  }

  private static String times(Standings times, Function<ArmView, String> name) {
    List<String> words = new ArrayList<>();
    for (ArmView arm : times.ranked()) {
      String after = name.apply(arm) + " after " + times.shown(times.median(arm));
      words.add(arm.equals(times.best()) ? after : after + later(times, arm));
    }
    return String.join(", ", words);
  }

  private static String later(Standings times, ArmView arm) {
    HodgesLehmann.Shift shift =
        HodgesLehmann.shift(array(times.of(times.best())), array(times.of(arm)), CONFIDENCE);
    if (Double.isInfinite(shift.low()) || Double.isInfinite(shift.high())) {
      return " (too few forks to tell whether later)";
    }
    return String.format(
        Locale.ROOT,
        shift.low() > 0
            ? " (later by %.1f s, %.1f to %.1f)"
            : " (not told apart, %.1f s, %.1f to %.1f)",
        shift.estimate() / S,
        shift.low() / S,
        shift.high() / S);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
