package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Facts;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words that the page of studies begins with. */
final class StudyCover {
  private static final int MOST_NAMES = 8;
  private static final int LONGEST = 400;
  private static final String FULL = "full";

  private final List<StudyView> studies;
  private final JointRecord joint;

  StudyCover(List<StudyView> studies, JointRecord joint) {
    this.studies = studies;
    this.joint = joint;
  }

  Cover cover(List<Block> blocks) {
    List<List<String>> facts = new ArrayList<>();
    studies.forEach(study -> facts.add(facts(study)));
    return new Cover(kind(), sentence(), facts, blocks, next());
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

  private String sentence() {
    if (studies.size() > 1 && !joint.isEmpty()) {
      return Foreign.sentence(joint.question());
    }
    return studies.getFirst().study().verdict().stream()
        .findFirst()
        .map(StudyCover::first)
        .orElse("No question was answered.");
  }

  /** What the first answer says. */
  private static String first(StudyAnswer answer) {
    if (!answer.headline().isEmpty()) {
      return Foreign.text(answer.headline(), LONGEST);
    }
    String text = answer.answer().split(" \\| ", 2)[0];
    return Titles.sentence(Foreign.sentence(answer.question()))
        + " "
        + Titles.sentence(Foreign.text(text.strip(), LONGEST));
  }

  private List<String> facts(StudyView view) {
    StudyRecord study = view.study();
    List<String> facts = new ArrayList<>();
    if (studies.size() > 1) {
      facts.add(view.name());
    }
    facts.add(Units.count(study.points().size(), "fork"));
    facts.add(Foreign.text(study.form(), 40) + " form");
    facts.add(
        study.arms().stream()
            .map(arm -> "JDK " + Foreign.text(arm.jdkVersion(), 40))
            .distinct()
            .limit(MOST_NAMES)
            .collect(Collectors.joining(", ")));
    facts.add("service on CPUs " + Foreign.text(study.cpus().service(), 40));
    facts.addAll(Titles.where(view.run()));
    if (!study.complete()) {
      facts.add("interrupted");
    }
    return facts;
  }

  private List<Cover.Step> next() {
    List<Cover.Step> next = new ArrayList<>();
    StudyView first = studies.getFirst();
    String advice = StudyDrawing.of(first).advice();
    if (!advice.isEmpty()) {
      next.add(Cover.Step.of(advice));
    }
    boolean disturbed =
        studies.stream()
            .flatMap(study -> study.study().points().stream())
            .anyMatch(point -> point.validity().has(LoadReason.GeneratorTrouble.class));
    if (disturbed) {
      next.add(
          new Cover.Step("Find out what else uses the CPUs, then measure again.", "foliot doctor"));
    }
    if (studies.size() == 1) {
      if (!first.study().form().equals(FULL)) {
        next.add(
            new Cover.Step(
                "Confirm it with the full form, which has narrower intervals.",
                Facts.again(first.run()).replace(" --quick", "").replace(" --shortest", "")));
      }
      next.add(new Cover.Step("Measure the same again.", Facts.again(first.run())));
    }
    return next;
  }
}
