package dev.foliot.report.study;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.AnswerOfStudy;
import dev.foliot.judgement.answer.NextAction;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.store.GateRecord;
import dev.foliot.store.StoredRun;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words that the page of studies begins with. */
final class StudyCover {
  private static final int MOST_NAMES = 8;
  private static final String FULL = "full";

  private final List<StudyView> studies;
  private final Answer joint;

  StudyCover(List<StudyView> studies, Answer joint) {
    this.studies = studies;
    this.joint = joint;
  }

  Cover cover(List<Block> blocks) {
    List<List<String>> facts = new ArrayList<>();
    studies.forEach(study -> facts.add(facts(study)));
    return new Cover(kind(), answer().sentence(), facts, blocks, next());
  }

  private String kind() {
    return (studies.size() == 1 ? "Study: " : "Studies: ")
        + each(study -> Stream.of(Titles.of(study.run())))
        + " · "
        + each(study -> study.servers().stream());
  }

  private String each(Function<StudyView, Stream<String>> texts) {
    return studies.stream()
        .flatMap(texts)
        .distinct()
        .limit(MOST_NAMES)
        .collect(Collectors.joining(", "));
  }

  /** What the page, the terminal and the JSON object say first. */
  private Answer answer() {
    return studies.size() == 1 ? studies.getFirst().answer() : joint;
  }

  private List<String> facts(StudyView view) {
    StudyRecord study = view.study();
    List<String> facts = new ArrayList<>();
    if (studies.size() > 1) {
      facts.add(view.name());
    }
    facts.add(forks(view));
    GateRecord gate = study.gate();
    if (gate != null) {
      facts.add("in pairs, to detect " + Units.number(gate.detect()) + " times");
    }
    facts.add(Foreign.text(study.form(), 40) + " form");
    facts.add(jdks(study));
    facts.add("service on CPUs " + Foreign.text(study.cpus().service(), 40));
    facts.addAll(Titles.where(view.run()));
    switch (view.state()) {
      case IN_PROGRESS -> facts.add("in progress");
      case INTERRUPTED -> facts.add("interrupted");
      case COMPLETE -> {}
    }
    return facts;
  }

  /** {@code 12 forks}, or {@code 9 of 12 forks} of one that was not played to its end. */
  private static String forks(StudyView view) {
    int ended = view.study().points().size();
    OptionalInt planned = view.study().plannedForks();
    return view.state() == StoredRun.State.COMPLETE || planned.isEmpty()
        ? Units.count(ended, "fork")
        : ended + " of " + Units.count(planned.getAsInt(), "fork");
  }

  /** {@code JDK 25.0.3}; where arms differ, each version with its arms. */
  private static String jdks(StudyRecord study) {
    Map<String, List<String>> arms = new LinkedHashMap<>();
    for (StudyArm arm : study.arms()) {
      arms.computeIfAbsent(
              "JDK " + Foreign.text(arm.jvm().jdkVersion(), 40), jdk -> new ArrayList<>())
          .add(Foreign.text(arm.name(), 40));
    }
    return arms.entrySet().stream()
        .limit(MOST_NAMES)
        .map(jdk ->
            jdk.getKey() + (arms.size() == 1 ? "" : " (" + String.join(", ", jdk.getValue()) + ")"))
        .collect(Collectors.joining(", "));
  }

  private List<Cover.Step> next() {
    List<Cover.Step> next = new ArrayList<>();
    StudyView first = studies.getFirst();
    String advice = first.drawing().advice();
    if (!advice.isEmpty()) {
      next.add(Cover.Step.of(advice));
    }
    boolean disturbed =
        studies.stream()
            .flatMap(study -> study.study().points().stream())
            .anyMatch(point -> point.validity().has(LoadReason.GeneratorTrouble.class));
    if (studies.stream().anyMatch(study -> study.state() == StoredRun.State.IN_PROGRESS)) {
      NextAction then = answer().next();
      return then.command().isEmpty()
          ? List.of()
          : List.of(new Cover.Step(then.purpose(), Facts.line(then.command())));
    }
    if (disturbed && answer().kind() != AnswerOfStudy.Kind.NO_VALID_FORK) {
      next.add(
          new Cover.Step("Find out what else uses the CPUs, then measure again.", "foliot doctor"));
    }
    if (studies.size() == 1) {
      if (!first.study().form().equals(FULL) && first.study().gate() == null) {
        next.add(
            new Cover.Step(
                "Confirm it with the full form, which has narrower intervals.",
                Facts.again(first.run()).replace(" --quick", "").replace(" --shortest", "")));
      }
      next.add(new Cover.Step("Measure the same again.", Facts.again(first.run())));
    }
    NextAction then = answer().next();
    if (!then.command().isEmpty()) {
      next.add(new Cover.Step(then.purpose(), Facts.line(then.command())));
    }
    return next;
  }
}
