package dev.foliot.cli.details;

import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.screen.Columns;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.run.StudyResult;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** A study as a person reads it: a table for each load, the answers, the verdict. */
public final class StudyTable {
  private static final int NAME_WIDTH = 24;
  private static final int WIDTH = 11;
  private static final int MOST_REASONS = 8;
  private static final int LONGEST_ANSWER = 2_000;

  private final PrintStream out;
  private final StudyResult result;
  private final StudyRecord study;
  private final Optional<Study> one;

  public StudyTable(PrintStream out, StudyResult result) {
    this.out = out;
    this.result = result;
    this.study = result.study();
    this.one = Studies.of(study);
  }

  public void print() {
    StudyCpus cpus = study.cpus();
    out.printf(
        "study %s (%s), seed %d: service on CPUs %s, driver on %s, remote on %s%n",
        study.study(),
        study.form(),
        study.seed(),
        cpus.service(),
        cpus.driver() == null ? "none" : cpus.driver(),
        cpus.remote() == null ? "none" : cpus.remote());
    for (StudyArm arm : study.arms()) {
      out.printf(
          "%s: JDK %s%s%n",
          Words.shown(arm.name()),
          Words.shown(arm.jvm().jdkVersion()),
          arm.jvm().jdk().isEmpty() ? "" : " in " + Words.shown(arm.jvm().jdk()));
    }
    for (int step = 0; step < study.steps().size(); step++) {
      table(step);
    }
    one.ifPresent(known -> known.legend(study).forEach(out::println));
    for (StudyAnswer answer : study.verdict()) {
      out.printf("%n%s%n", answer.question());
      out.println("  " + Shown.text(answer.answer(), LONGEST_ANSWER));
      out.println("  " + Shown.text(answer.evidence(), LONGEST_ANSWER));
    }
    verdict(study.validity());
    out.println("stored: " + Words.shown(study.id()) + " in " + result.folder());
  }

  private void table(int number) {
    StudyStep step = study.steps().get(number);
    out.printf(
        "%n%s%s, %s%s%n",
        one.isPresent() && one.get().namesLoad(step) ? step.name() + ": " : "",
        step.load().traffic(),
        TimeSpan.format(step.times().durationNs()),
        step.varied().delayNs() == null
            ? ""
            : "; the remote system takes " + TimeSpan.format(step.varied().delayNs()));
    List<StudyColumn> columns =
        one.map(known -> known.columns(study, step)).orElseGet(StudyColumn::ofRequests);
    StringBuilder head = new StringBuilder(Columns.left("arm", NAME_WIDTH));
    columns.forEach(column -> head.append(Columns.right(column.name(), WIDTH)));
    out.println(head);
    for (StudyArm arm : study.arms()) {
      row(arm, number, columns);
    }
    new MemoryTable(out, study).print(number);
  }

  private void row(StudyArm arm, int step, List<StudyColumn> columns) {
    List<StudyPoint> all =
        study.points().stream()
            .filter(point -> point.arm().equals(arm.name()) && point.step() == step)
            .toList();
    List<StudyPoint> points = all.stream().filter(StudyPoint::counts).toList();
    StringBuilder line = new StringBuilder(Columns.left(Words.shown(arm.name()), NAME_WIDTH));
    columns.forEach(column -> line.append(Columns.right(column.cell().apply(points, all), WIDTH)));
    out.println(line);
  }

  private void verdict(Validity validity) {
    out.printf("%n%s%n", validity.verdict());
    List<String> reasons = validity.reasons();
    reasons.stream().limit(MOST_REASONS).forEach(reason -> out.println("- " + Words.shown(reason)));
    if (reasons.size() > MOST_REASONS) {
      out.printf("- and %d more, in study.json%n", reasons.size() - MOST_REASONS);
    }
  }
}
