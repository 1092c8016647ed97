package dev.foliot.study.sharingscaling;

import dev.foliot.judgement.ScalingCurve;
import dev.foliot.judgement.SpeedUp;
import dev.foliot.judgement.answer.FigureList;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.remedy.DiagnosisAnswers;
import dev.foliot.study.remedy.RemedyPlan;
import dev.foliot.study.scaling.ScalingAnswers;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What sharing-scaling answers: what the last CPUs give each JDK, what {@code diagnose} names as
 * the limit on the most CPUs, and the answers of scaling. Pure.
 */
final class SharingScalingAnswers {
  private static final String QUESTION =
      "What do more CPUs give threads that share a cache line, and what limits them?";

  /** Many programs were slow at first on three times the CPUs. */
  private static final int TIMES = 3;

  private final StudyFigures figures;

  private SharingScalingAnswers(StudyFigures figures) {
    this.figures = figures;
  }

  static List<StudyAnswer> of(StudyFigures figures) {
    List<ScalingCurve> curves = ScalingCurve.of(figures.study(), StudyApp.SHARING.label());
    if (curves.isEmpty()) {
      return ScalingAnswers.of(figures);
    }
    SharingScalingAnswers all = new SharingScalingAnswers(figures);
    List<StudyAnswer> answers = new ArrayList<>();
    answers.add(all.story(curves));
    answers.addAll(ScalingAnswers.of(figures));
    int step = all.largest();
    new DiagnosisAnswers(figures)
        .answers(step, figures.step(step).name()).stream().limit(1).forEach(answers::add);
    return answers;
  }

  private StudyAnswer story(List<ScalingCurve> curves) {
    FigureList figured = new FigureList();
    List<String> sentences = new ArrayList<>();
    for (ScalingCurve curve : curves) {
      sentences.add(growth(curve, figured));
      if (curve.arm().equals(RemedyPlan.AS_IS)) {
        sentences.add(limit());
      }
    }
    int step = largest();
    return new Basis(figures, List.of(step), List.of(Metric.THROUGHPUT))
        .answer(
            QUESTION,
            Headline.of(String.join(" ", sentences), figured),
            sentences,
            "medians: "
                + curves.stream()
                    .map(SharingScalingAnswers::medians)
                    .collect(Collectors.joining("; ")));
  }

  private static String medians(ScalingCurve curve) {
    return curve.arm()
        + ": "
        + curve.bySize().keySet().stream()
            .map(size -> Numbers.count(size, "CPU") + " " + Numbers.rate(curve.median(size)))
            .collect(Collectors.joining(", "));
  }

  /** {@code 3 times the CPUs (4 to 12) give as-is 1.25 times the throughput (1.2 to 1.3).} */
  private String growth(ScalingCurve curve, FigureList figured) {
    String name = figures.names().of(curve.arm()).text();
    if (curve.fewest() == curve.most()) {
      return ArmNames.sentence(
          name + " has figures for " + Numbers.count(curve.most(), "CPU") + " only");
    }
    int few = base(curve);
    SpeedUp speedUp = curve.speedUp(few, curve.most());
    if (speedUp.isImpossible()) {
      return ArmNames.sentence("no speed-up of " + name + " is known: " + speedUp.refusal());
    }
    figured.add(
        ComparisonText.figure(
            "ratio of " + curve.arm(),
            "ratio",
            speedUp.ratio(),
            Numbers.times(speedUp.ratio().estimate())));
    return ArmNames.sentence(
        Numbers.shortNumber(speedUp.most())
            + " times the CPUs ("
            + few
            + " to "
            + curve.most()
            + ") give "
            + name
            + " "
            + ComparisonText.times(speedUp.ratio(), "the throughput"));
  }

  /** The most CPUs that are a third of all or fewer; the fewest if all are more. */
  private static int base(ScalingCurve curve) {
    return curve.bySize().keySet().stream()
        .filter(size -> TIMES * size <= curve.most())
        .reduce((first, second) -> second)
        .orElse(curve.fewest());
  }

  private String limit() {
    int step = largest();
    String on = Numbers.count(cpus(step), "CPU");
    Optional<StudyRemedy> looked =
        figures.points(RemedyPlan.AS_IS).stream()
            .filter(point -> point.step() == step)
            .map(StudyPoint::remedy)
            .filter(Objects::nonNull)
            .filter(remedy -> remedy.headline() != null)
            .findFirst();
    if (looked.isEmpty()) {
      return "What limits it on " + on + " is not known: diagnose examined no valid fork.";
    }
    return looked
        .flatMap(
            remedy -> remedy.findings().stream().filter(one -> one.sharing() != null).findFirst())
        .map(one ->
            "Diagnose on "
                + on
                + " names the limit: "
                + one.title()
                + " of "
                + one.subject()
                + " ("
                + one.grade().severity().words()
                + ").")
        .orElse(
            "Diagnose on "
                + on
                + " finds no shared cache line"
                + DiagnosisAnswers.asFarAs(looked.get())
                + ".");
  }

  /** The load with the most CPUs. */
  private int largest() {
    int largest = 0;
    for (int step = 1; step < figures.study().steps().size(); step++) {
      largest = cpus(step) > cpus(largest) ? step : largest;
    }
    return largest;
  }

  private int cpus(int step) {
    return Objects.requireNonNullElse(figures.step(step).varied().cpus(), 0);
  }
}
