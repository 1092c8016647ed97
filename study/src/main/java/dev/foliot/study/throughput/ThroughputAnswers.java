package dev.foliot.study.throughput;

import dev.foliot.judgement.ArmsByLoad;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.ComparisonText.Claim;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The answers of throughput. Pure. */
final class ThroughputAnswers {
  private final StudyFigures figures;

  ThroughputAnswers(StudyFigures figures) {
    this.figures = figures;
  }

  List<StudyAnswer> all() {
    int top = figures.busiest();
    ComparisonText most = perS(top).at("at " + figures.step(top).name());
    String question = "Which arm answers most?";
    if (most.arms().isEmpty()) {
      return List.of(Basis.ofAll(figures, Metric.THROUGHPUT).nothing(question));
    }
    String at = figures.step(top).name();
    ComparisonText perCpu =
        new ComparisonText(
            figures.at(top, Metric.PER_CPU),
            perCpuS -> Numbers.fixed(perCpuS, 0),
            Claim.PER_CPU,
            figures.names(),
            "at " + at);
    List<StudyAnswer> answers = new ArrayList<>();
    Optional<StudyAnswer> virtual = VirtualThreadsAnswer.of(figures);
    virtual.ifPresent(answers::add);
    if (virtual.isEmpty() || figures.study().steps().size() > 1) {
      answers.add(differ());
    }
    List<String> sentences = new ArrayList<>(most.sentences());
    sentences.add("Throughput is highest at " + at + ".");
    answers.add(
        Basis.of(figures, top, Metric.THROUGHPUT)
            .answer(
                question,
                most.headline(Metric.THROUGHPUT),
                sentences,
                "at " + at + ", medians (least to greatest): " + most.spreads()));
    if (!perCpu.arms().isEmpty()) {
      answers.add(
          Basis.of(figures, top, Metric.PER_CPU)
              .answer(
                  "How many requests does a CPU-second of the service answer?",
                  perCpu.headline(Metric.PER_CPU),
                  perCpu.sentences(),
                  "at " + at + ", medians (least to greatest): " + perCpu.spreads()));
    }
    return answers;
  }

  private ComparisonText perS(int step) {
    return new ComparisonText(
        figures.at(step, Metric.THROUGHPUT), Numbers::rate, Claim.ANSWERS, figures.names());
  }

  private StudyAnswer differ() {
    List<String> evidence = new ArrayList<>();
    for (int step : ArmsByLoad.ascending(figures.study().steps())) {
      ComparisonText here = perS(step);
      if (!here.arms().isEmpty()) {
        evidence.add(figures.step(step).name() + ": " + here.spreads());
      }
    }
    OptionalInt first = ArmsByLoad.parting(figures.study());
    Headline headline;
    List<String> answer = new ArrayList<>();
    // of what is beyond it nothing is said: arms that differ may meet again
    if (first.isPresent()) {
      ComparisonText there = perS(first.getAsInt());
      headline =
          there
              .headline(Metric.THROUGHPUT)
              .after("The arms first differ at " + figures.step(first.getAsInt()).name() + ". ");
      answer.add("The arms first differ at " + figures.step(first.getAsInt()).name() + ".");
      answer.addAll(there.sentences());
    } else {
      headline = alike();
      answer.add(headline.text());
    }
    return Basis.ofAll(figures, Metric.THROUGHPUT)
        .answer("At which load do the arms differ?", headline, answer, String.join("; ", evidence));
  }

  /** With too few forks, what was seen where throughput is highest. */
  private Headline alike() {
    boolean isUnknown = true;
    boolean isOne = true;
    for (int step = 0; step < figures.study().steps().size(); step++) {
      ArmComparison here = figures.at(step, Metric.THROUGHPUT);
      isUnknown &= here.isEmpty() || here.isUnknown();
      isOne &= here.ranked().size() <= 1;
    }
    if (isUnknown && !isOne) {
      int top = figures.busiest();
      return perS(top).at("at " + figures.step(top).name()).headline(Metric.THROUGHPUT);
    }
    return Headline.of(
        isOne
            ? "There is one arm only, so nothing is compared."
            : "No arm differs significantly under any load.");
  }
}
