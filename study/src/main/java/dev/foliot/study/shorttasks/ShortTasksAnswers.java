package dev.foliot.study.shorttasks;

import dev.foliot.stats.ArmComparison;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.answer.AllButJdk;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.ComparisonText;
import dev.foliot.study.answer.ComparisonText.Claim;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.TaskLoads;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The answers of short-tasks. Pure. */
final class ShortTasksAnswers {
  private final StudyFigures figures;

  private ShortTasksAnswers(StudyFigures figures) {
    this.figures = figures;
  }

  /** Loads that differ by the length of their tasks only. */
  private record Row(String app, @Nullable Integer cpus, List<Integer> steps) {
    String name() {
      return app + (cpus == null ? "" : " on " + Numbers.count(cpus, "CPU"));
    }
  }

  static List<StudyAnswer> of(StudyFigures figures) {
    if (figures.points().isEmpty()) {
      return List.of(
          Basis.ofAll(figures, Metric.THROUGHPUT).nothing("Which arm completes most tasks?"));
    }
    return new ShortTasksAnswers(figures).answers();
  }

  private List<StudyAnswer> answers() {
    List<StudyAnswer> answers = new ArrayList<>();
    for (Row row : rows()) {
      add(
          answers,
          row,
          row.name() + ": which arm completes most tasks?",
          Metric.THROUGHPUT,
          Numbers::rate,
          Claim.TASKS);
    }
    for (Row row : rows()) {
      add(
          answers,
          row,
          row.name() + ": how much CPU time does a task need?",
          Metric.CPU_PER_TASK,
          us -> Numbers.duration(us * 1e3),
          Claim.CPU_TIME);
    }
    jdks().ifPresent(answers::add);
    answers.addAll(new WaitAnswers(figures).all());
    return answers;
  }

  private List<Row> rows() {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (int i = 0; i < figures.study().steps().size(); i++) {
      StudyStep step = figures.step(i);
      Row row =
          new Row(String.valueOf(step.varied().app()), step.varied().cpus(), new ArrayList<>());
      rows.computeIfAbsent(row.name(), name -> row).steps.add(i);
    }
    return List.copyOf(rows.values());
  }

  private void add(
      List<StudyAnswer> answers,
      Row row,
      String question,
      Metric metric,
      DoubleFunction<String> shown,
      Claim claim) {
    List<Headline> headlines = new ArrayList<>();
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    for (int step : row.steps) {
      ComparisonText arms =
          new ComparisonText(
              figures.at(step, metric),
              shown,
              claim,
              figures.names(),
              figures.step(step).varied().taskNs() == null ? "" : "with tasks of " + task(step));
      if (!arms.arms().isEmpty()) {
        headlines.add(arms.headline(metric));
        answer.addAll(arms.sentences());
        evidence.add(task(step) + ": " + arms.spreads());
      }
    }
    if (!answer.isEmpty()) {
      answers.add(
          new Basis(figures, row.steps, List.of(metric))
              .answer(
                  question,
                  headlines.getFirst(),
                  answer,
                  "medians (least to greatest): " + String.join("; ", evidence)));
    }
  }

  private String task(int step) {
    StudyStep load = figures.step(step);
    Long taskNs = load.varied().taskNs();
    return taskNs == null ? load.name() : TaskLoads.task(taskNs);
  }

  /** Arms that differ in their JDK alone, the first one first. */
  private List<List<StudyArm>> pairs() {
    Map<AllButJdk, List<StudyArm>> alike = new LinkedHashMap<>();
    for (StudyArm arm : figures.study().arms()) {
      List<StudyArm> arms = alike.computeIfAbsent(AllButJdk.of(arm), key -> new ArrayList<>());
      if (arms.stream().noneMatch(one -> one.jvm().jdk().equals(arm.jvm().jdk()))) {
        arms.add(arm);
      }
    }
    return alike.values().stream().filter(arms -> arms.size() > 1).toList();
  }

  private Optional<StudyAnswer> jdks() {
    List<String> apart = new ArrayList<>();
    List<String> all = new ArrayList<>();
    int undecided = 0;
    for (List<StudyArm> arms : pairs()) {
      StudyArm base = arms.getFirst();
      for (StudyArm arm : arms.subList(1, arms.size())) {
        for (int step : IntStream.range(0, figures.study().steps().size()).toArray()) {
          ArmComparison most = figures.at(step, Metric.THROUGHPUT);
          if (most.has(arm.name()) && most.has(base.name())) {
            ArmComparison.Shift ratio = most.ratio(arm.name(), base.name());
            String words = beside(arm, base, figures.step(step).name(), ratio);
            all.add(words);
            if (ratio.isApart(ArmComparison.MARGIN)) {
              apart.add(words);
            } else if (!ratio.isBounded()) {
              undecided++;
            }
          }
        }
      }
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    List<String> answer =
        undecided == all.size()
            ? List.of(all.getFirst() + " " + ComparisonText.tooFewForks())
            : apart.isEmpty() ? List.of("No arm differs significantly under any load.") : apart;
    return Optional.of(
        Basis.ofAll(figures, Metric.THROUGHPUT)
            .answer(
                "Does the JDK make a difference?",
                answer.getFirst(),
                answer,
                Numbers.count(all.size(), "comparison")
                    + " with 95 % confidence each, so about "
                    + Math.round(all.size() * 0.05)
                    + " may be wrong by chance; arms with platform threads are the control; "
                    + String.join(" ", all)));
  }

  /**
   * {@code Under burn on 2 CPUs, virtual threads complete 1.30 times as many on JDK 25 as on 21.}
   */
  private String beside(StudyArm arm, StudyArm base, String load, ArmComparison.Shift ratio) {
    ArmNames.ArmName name = figures.names().withoutJdk(arm.name());
    boolean isSame = name.equals(figures.names().withoutJdk(base.name()));
    String subject =
        isSame ? name.does("complete") : figures.names().of(arm.name()).does("complete");
    return ArmNames.sentence(
        "under "
            + load
            + ", "
            + subject
            + " "
            + ComparisonText.times(ratio, "as many tasks")
            + (isSame
                ? " on " + version(arm) + " as on " + version(base)
                : " as " + figures.names().of(base.name()).text()));
  }

  private static String version(StudyArm arm) {
    return "JDK " + arm.jvm().jdkVersion();
  }
}
