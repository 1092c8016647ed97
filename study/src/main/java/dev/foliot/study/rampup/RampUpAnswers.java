package dev.foliot.study.rampup;

import dev.foliot.judgement.FullThroughput;
import dev.foliot.judgement.ThroughputRise;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The answers of ramp-up. Pure. */
final class RampUpAnswers {
  private static final String FIRST = "Which arm reaches full throughput first?";

  private final StudyFigures figures;
  private final ArmNames names;
  private final FullThroughput full;

  RampUpAnswers(StudyFigures figures) {
    this.figures = figures;
    this.names = figures.names();
    this.full = FullThroughput.of(figures.study(), 0, figures.courses());
  }

  List<StudyAnswer> all() {
    ArmComparison plateaus = figures.at(0, Metric.PLATEAU);
    if (plateaus.isEmpty()) {
      return List.of(Basis.of(figures, 0, Metric.PLATEAU).nothing(FIRST));
    }
    ComparisonText sustained =
        new ComparisonText(plateaus, Numbers::rate, ComparisonText.Claim.SUSTAINS, names);
    return List.of(
        first(),
        Basis.of(figures, 0, Metric.PLATEAU)
            .answer(
                "How much does each arm sustain?",
                sustained.headline(Metric.PLATEAU),
                sustained.sentences(),
                "median throughput over the last third of the load, medians (least to greatest): "
                    + sustained.spreads()));
  }

  private StudyAnswer first() {
    FirstThere first = FirstThere.of(figures, 0, names);
    List<String> answer = new ArrayList<>(first.sentences());
    answer.add(level());
    return Basis.of(figures, 0, Metric.PLATEAU)
        .answer(
            FIRST,
            first.headline(""),
            answer,
            Numbers.percent(ThroughputRise.SHARE, 0)
                + " of full throughput, medians (least to greatest): "
                + (first.times().isEmpty() ? "none" : first.spreads()));
  }

  /** What full throughput is, and where the figure is from. */
  private String level() {
    String perS = Numbers.rate(full.perS());
    double possible = full.possiblePerS().orElse(0);
    if (possible == 0) {
      return "Full throughput is " + perS + ", which the best arm sustains.";
    }
    return possible <= full.perS()
        ? "Full throughput is " + perS + ": the load asks for no more."
        : "Full throughput is "
            + perS
            + ", which the best arm sustains; the load asks for "
            + Numbers.rate(possible)
            + ".";
  }
}
