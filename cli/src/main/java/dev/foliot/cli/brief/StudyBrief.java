package dev.foliot.cli.brief;

import dev.foliot.cli.details.ProfileLine;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.AnswerOfStudies;
import dev.foliot.judgement.answer.AnswerOfStudy;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.explain.StudyExplanation;
import dev.foliot.store.study.JointAnswer;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyStep;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.catalog.Studies;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A study in a few lines, or what several studies answer together. */
public final class StudyBrief {
  private static final int MOST_ANSWERS = 3;
  private static final int MOST_JOINT = 4;
  private static final int MOST_LINES = 3;

  /** The end of an answer says what a verdict needs. */
  private static final int MOST_ANSWER_LINES = 6;

  private static final String FORKS = StudyColumn.FORKS.name();
  private static final String ERRORS = StudyColumn.ERRORS.name();

  private final Brief brief;
  private final NextCommands next;

  /** Prints studies with such a brief. */
  public StudyBrief(Brief brief, NextCommands next) {
    this.brief = brief;
    this.next = next;
  }

  /**
   * Prints one study.
   *
   * @param run its run
   * @param explanation why its slow requests were slow, if extra forks with a flight recording show
   *     it; otherwise null
   * @param page the file with the page, null without one
   */
  public void print(
      StudyRecord study,
      RunRecord run,
      @Nullable StudyExplanation explanation,
      @Nullable Path page) {
    Optional<Study> known = Studies.of(study);
    AnswerOfStudy answer = Studies.answer(study, next);
    brief.answer(answer.sentence(), MOST_ANSWER_LINES);
    answersBeside(study.verdict());
    table(study, known);
    known
        .map(one -> one.legend(study))
        .filter(lines -> !lines.isEmpty())
        .ifPresent(lines -> brief.line("figures", lines.getFirst(), 1));
    jdks(study);
    brief.validity(forks(study), "fork");
    ProfileLine.of(run).ifPresent(line -> brief.line("profile", line));
    if (explanation != null) {
      likely(explanation);
    }
    if (page != null) {
      brief.page(page, List.of());
    }
    brief.next(answer.next().command());
  }

  /**
   * Prints several studies, played one after the other.
   *
   * @param together what they answer together
   * @param page the file with the page of all, null without one
   */
  public void print(List<StudyRecord> studies, JointRecord together, @Nullable Path page) {
    AnswerOfStudies answer = AnswerOfStudies.of(together, next);
    List<JointAnswer> beside = together.plain().stream().skip(1).toList();
    brief.answer(answer.sentence(), MOST_LINES);
    beside.stream()
        .limit(MOST_JOINT - 1)
        .forEach(one -> brief.also(one.question() + " " + one.answer(), 2));
    more(beside.size() - (MOST_JOINT - 1));
    TextTable table = new TextTable("study", "|run", "|forks", "<answer");
    for (StudyRecord study : studies) {
      long valid =
          study.points().stream()
              .filter(point -> point.validity().verdict() == Verdict.VALID)
              .count();
      table.row(
          study.study(),
          Words.shown(study.id()),
          valid + " of " + study.points().size() + " valid",
          study.verdict().isEmpty() ? "-" : Words.shown(study.verdict().getFirst().headline()));
    }
    brief.table(table);
    if (page != null) {
      brief.page(page, List.of());
    }
    brief.next(answer.next().command());
  }

  /** The first cause of each arm with an extra fork. */
  private void likely(StudyExplanation explanation) {
    List<String> causes = new ArrayList<>();
    for (StudyExplanation.Arm arm : explanation.arms()) {
      ExplanationAnswer.recorded(arm.explanation())
          .ifPresent(cause -> causes.add(Words.shown(arm.arm()) + ": " + cause));
    }
    if (!causes.isEmpty()) {
      brief.line("likely", "in one extra fork of each arm, with a flight recording:");
      causes.stream().limit(MOST_ANSWERS).forEach(cause -> brief.line("", cause, 2));
    }
  }

  private void answersBeside(List<StudyAnswer> answers) {
    // two questions may have one answer, where forks are few
    List<AnswerFigure> first = answers.isEmpty() ? List.of() : answers.getFirst().figures();
    List<StudyAnswer> beside =
        answers.stream()
            .skip(1)
            .filter(answer -> answer.figures().isEmpty() || !answer.figures().equals(first))
            .toList();
    beside.stream()
        .limit(MOST_ANSWERS - 1)
        .forEach(answer -> brief.also(answer.question() + " " + answer.headline(), MOST_LINES));
    more(beside.size() - (MOST_ANSWERS - 1));
  }

  /** The JDK of each arm, where they are commands, whose JDK is read when they run, or differ. */
  private void jdks(StudyRecord study) {
    Map<String, List<String>> arms = new LinkedHashMap<>();
    for (StudyArm arm : study.arms()) {
      arms.computeIfAbsent(Words.shown(arm.jvm().jdkVersion()), jdk -> new ArrayList<>())
          .add(Words.shown(arm.name()));
    }
    boolean hasCommand = study.arms().stream().anyMatch(arm -> !arm.command().isEmpty());
    if (arms.size() > 1 || hasCommand) {
      brief.line(
          "jdk",
          arms.entrySet().stream()
              .map(jdk ->
                  jdk.getKey() + (arms.size() == 1 ? "" : ": " + String.join(", ", jdk.getValue())))
              .collect(Collectors.joining("; ")));
    }
  }

  private void more(int answers) {
    if (answers > 0) {
      brief.also(Numbers.count(answers, "more answer") + ": --details", 1);
    }
  }

  private void table(StudyRecord study, Optional<Study> known) {
    List<TextTable> ways = new ArrayList<>();
    if (study.steps().size() > 1) {
      ways.add(loadsByArms(study, known));
      ways.add(armsByLoads(study, known));
    }
    for (TextTable table : ways) {
      if (table.columnsWithin(Brief.WIDTH) > Math.min(study.arms().size(), study.steps().size())
          && table.columnsWithin(Brief.WIDTH) == columns(table)) {
        brief.table(table);
        return;
      }
    }
    brief.table(armsUnderLoads(study, known));
  }

  private static int columns(TextTable table) {
    return table.columnsWithin(Integer.MAX_VALUE / 2);
  }

  /** A row for each load, a column for each arm: what the arms are compared by. */
  private static TextTable loadsByArms(StudyRecord study, Optional<Study> known) {
    List<String> heads = new ArrayList<>(List.of(corner(study, known)));
    study.arms().forEach(arm -> heads.add(Words.shown(arm.name())));
    TextTable table = new TextTable(heads);
    for (int step = 0; step < study.steps().size(); step++) {
      List<String> row = new ArrayList<>(List.of(Words.shown(study.steps().get(step).name())));
      for (StudyArm arm : study.arms()) {
        row.add(compared(study, known, step).text(study, arm, step));
      }
      table.row(row);
    }
    return table;
  }

  private static TextTable armsByLoads(StudyRecord study, Optional<Study> known) {
    List<String> heads = new ArrayList<>(List.of(corner(study, known)));
    study.steps().forEach(step -> heads.add(Words.shown(step.name())));
    TextTable table = new TextTable(heads);
    for (StudyArm arm : study.arms()) {
      List<String> row = new ArrayList<>(List.of(Words.shown(arm.name())));
      for (int step = 0; step < study.steps().size(); step++) {
        row.add(compared(study, known, step).text(study, arm, step));
      }
      table.row(row);
    }
    return table;
  }

  private static String corner(StudyRecord study, Optional<Study> known) {
    return compared(study, known, 0).name();
  }

  /** A row for each arm under each load, as many columns as fit. */
  private static TextTable armsUnderLoads(StudyRecord study, Optional<Study> known) {
    boolean hasSeveral = study.steps().size() > 1;
    boolean allCount = study.points().stream().allMatch(StudyPoint::counts);
    boolean noErrors =
        study.points().stream()
            .allMatch(point -> point.errors().values().stream().allMatch(count -> count == 0));
    List<StudyColumn> columns =
        columns(known, study, study.steps().getFirst()).stream()
            .filter(column -> !(allCount && column.name().equals(FORKS)))
            .filter(column -> !(noErrors && column.name().equals(ERRORS)))
            .toList();
    List<String> heads = new ArrayList<>(List.of("arm"));
    if (hasSeveral) {
      heads.add("<load");
    }
    columns.forEach(column -> heads.add(column.name()));
    TextTable table = new TextTable(heads);
    for (int step = 0; step < study.steps().size(); step++) {
      for (StudyArm arm : study.arms()) {
        List<String> row = new ArrayList<>(List.of(Words.shown(arm.name())));
        if (hasSeveral) {
          row.add(Words.shown(study.steps().get(step).name()));
        }
        for (StudyColumn column : columns) {
          row.add(column.text(study, arm, step));
        }
        table.row(row);
      }
    }
    return table;
  }

  private static StudyColumn compared(StudyRecord study, Optional<Study> known, int step) {
    List<StudyColumn> columns = columns(known, study, study.steps().get(step));
    return columns.stream().filter(StudyColumn::isResult).findFirst().orElse(columns.getFirst());
  }

  private static List<StudyColumn> columns(
      Optional<Study> known, StudyRecord study, StudyStep step) {
    return known.map(one -> one.columns(study, step)).orElseGet(StudyColumn::ofRequests);
  }

  private static Map<String, Validity> forks(StudyRecord study) {
    Map<String, Validity> forks = new LinkedHashMap<>();
    for (StudyPoint point : study.points()) {
      String fork = Words.shown(point.arm()) + " fork " + point.fork();
      forks.put(
          forks.containsKey(fork)
              ? fork + ", " + Words.shown(study.steps().get(point.step()).name())
              : fork,
          point.validity());
    }
    return forks;
  }
}
