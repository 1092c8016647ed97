package dev.foliot.report.study;

import dev.foliot.judgement.answer.AnswerOfStudies;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Cover;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Section;
import dev.foliot.report.page.Trusts;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which sections the page of some studies has, in which order. */
public final class StudySections {
  private static final int MOST_ANSWERS = 60;
  private static final int MOST_SENTENCES = 16;
  private static final int LONGEST_SENTENCE = 400;
  private static final Pattern SENTENCES = Pattern.compile("(?<=\\.) (?=\\p{Lu})");
  private static final Pattern SEMICOLONS = Pattern.compile("; ");
  private static final Pattern BARS = Pattern.compile(" \\| ");

  private final List<StudyView> studies;
  private final JointRecord joint;

  /**
   * Of some studies.
   *
   * @param joint what they answer together
   */
  public StudySections(List<StudyView> studies, JointRecord joint) {
    this.studies = studies;
    this.joint = joint;
  }

  /** What a reader sees first. */
  public Cover cover() {
    List<Block> blocks = new ArrayList<>();
    if (studies.size() > 1) {
      blocks.addAll(together());
    }
    studies.forEach(study -> blocks.add(trust(study)));
    if (studies.size() == 1) {
      forest(studies.getFirst()).ifPresent(blocks::add);
    }
    main(studies.getFirst()).ifPresent(blocks::add);
    ArmsTable arms = new ArmsTable(studies);
    if (!arms.isEmpty()) {
      blocks.add(arms.block());
    }
    return new StudyCover(
            studies,
            AnswerOfStudies.of(joint, NextCommands.after(studies.getFirst().run().commandLine())))
        .cover(blocks);
  }

  /** What that rests on. */
  public List<Section> all() {
    List<Section> sections = new ArrayList<>();
    List<Block.Answer> answers =
        studies.stream().flatMap(study -> answers(study).stream()).limit(MOST_ANSWERS).toList();
    if (!answers.isEmpty()) {
      sections.add(
          new Section(
              "all-answers",
              studies.size() == 1 ? "Questions and answers" : "All answers, study by study",
              List.of(
                  new Block.Answers(
                      "answers", "Questions and answers", answers, studies.size() == 1))));
    }
    studies.forEach(study -> sections.addAll(ofStudy(study)));
    return sections;
  }

  private Block trust(StudyView study) {
    Map<String, Validity> forks = new LinkedHashMap<>();
    for (StudyPoint point : study.study().points()) {
      forks.put(Foreign.name(point.arm()) + ", fork " + point.fork(), point.validity());
    }
    return Trusts.of(
        studies.size() == 1 ? "" : study.name() + ": ", forks, study.study().validity());
  }

  /** The pairs of a study that has some. */
  private static Optional<Block> forest(StudyView study) {
    return Optional.ofNullable(study.pairs()).map(pairs -> new PairsForest(study, pairs).block());
  }

  /** The picture that the page begins with, which no section repeats. */
  private static Optional<Block> main(StudyView study) {
    return StudyPictures.of(study).stream()
        .filter(block -> block instanceof Block.Figure || block instanceof Block.Row)
        .findFirst();
  }

  /**
   * What the studies that compare ways to thread say together, and of each other one what it is
   * there for, which is its first answer.
   */
  private List<Block> together() {
    List<Block> blocks = new ArrayList<>();
    List<Block.Answer> shorts = new ArrayList<>();
    if (!joint.isEmpty()) {
      blocks.add(lead());
      joint.rows().forEach(row -> shorts.add(answer(row)));
    }
    studies.stream()
        .filter(study -> !joint.studies().contains(study.study().id()))
        .forEach(study -> answers(study).stream().limit(1).forEach(shorts::add));
    if (!shorts.isEmpty()) {
      blocks.add(new Block.Answers("short", "In short", shorts, false));
    }
    return blocks;
  }

  private Block.Lead lead() {
    return new Block.Lead(
        Foreign.sentence(joint.question()),
        Foreign.exact(joint.machine()),
        joint.clauses().stream()
            .map(one ->
                new Block.Clause(
                    Foreign.exact(one.text()),
                    Foreign.name(one.study()),
                    key(one.id()),
                    Foreign.sentence(one.note())))
            .toList(),
        Foreign.exact(joint.gaps()));
  }

  private Block.Answer answer(JointRecord.Row row) {
    Verdict verdict = row.verdict();
    return new Block.Answer(
        Foreign.sentence(row.question()),
        Foreign.name(row.study()),
        row.ids().isEmpty() ? "" : key(row.ids(), row.study()),
        row.answer().stream().map(Foreign::exact).toList(),
        row.evidence().stream().map(Foreign::exact).toList(),
        verdict == null ? "" : verdict.toString());
  }

  /** The key of a study's section; of several the one that is named. */
  private String key(List<String> ids, String name) {
    return studies.stream()
        .filter(study -> ids.contains(study.study().id()) && study.name().equals(name))
        .findFirst()
        .map(StudyView::key)
        .orElseGet(() -> key(ids.getFirst()));
  }

  private String key(String id) {
    return studies.stream()
        .filter(study -> study.study().id().equals(id))
        .findFirst()
        .map(StudyView::key)
        .orElse("");
  }

  private static Optional<Block> unfinished(StudyView study) {
    return switch (study.state()) {
      case IN_PROGRESS ->
          Optional.of(
              new Block.Prose("The study is in progress: the pictures have the ended forks only."));
      case INTERRUPTED ->
          Optional.of(
              new Block.Prose(
                  "The study was interrupted: the answers use the forks that had ended."));
      case COMPLETE -> Optional.empty();
    };
  }

  private List<Block.Answer> answers(StudyView study) {
    List<Block.Answer> answers = new ArrayList<>();
    for (StudyAnswer answer : study.study().verdict()) {
      answers.add(
          new Block.Answer(
              Foreign.sentence(answer.question()),
              study.name() + (study.study().complete() ? "" : ", not complete"),
              study.key(),
              limited(SENTENCES, answer.answer()),
              parts(answer.evidence()),
              answer.verdict() == null ? "" : answer.verdict().toString()));
    }
    return answers;
  }

  /** A long line in its parts: by loads, or else by arms. */
  private static List<String> parts(String text) {
    return limited(text.contains(" | ") ? BARS : SEMICOLONS, text);
  }

  private static List<String> limited(Pattern between, String text) {
    List<String> parts =
        between
            .splitAsStream(text)
            .filter(part -> !part.isBlank())
            .map(part -> Foreign.text(part.strip(), LONGEST_SENTENCE))
            .toList();
    if (parts.size() <= MOST_SENTENCES) {
      return parts;
    }
    List<String> some = new ArrayList<>(parts.subList(0, MOST_SENTENCES));
    some.add("and " + (parts.size() - MOST_SENTENCES) + " more, in study.json");
    return List.copyOf(some);
  }

  private List<Section> ofStudy(StudyView study) {
    List<Section> sections = new ArrayList<>();
    String prefix = studies.size() == 1 ? "" : study.name() + ": ";
    List<Block> pictures = new ArrayList<>();
    unfinished(study).ifPresent(pictures::add);
    pictures.add(new Block.Prose(StudyPictures.introduction(study)));
    if (studies.size() > 1) {
      forest(study).ifPresent(pictures::add);
    }
    Optional<Block> first = study.equals(studies.getFirst()) ? main(study) : Optional.empty();
    StudyPictures.of(study).stream()
        .filter(block -> first.isEmpty() || !id(block).equals(id(first.get())))
        .forEach(pictures::add);
    String heading =
        studies.size() == 1 ? "What was measured" : prefix + study.drawing().question();
    sections.add(new Section(study.key(), heading, pictures));
    List<Block> panels = new ArrayList<>();
    panels.addAll(new CoursePanels(study).blocks(studies.size() == 1));
    panels.addAll(PoolEventTable.blocks(study));
    if (!panels.isEmpty()) {
      sections.add(new Section(study.key() + "-time", prefix + "Every fork over time", panels));
    }
    StudyTables tables = new StudyTables(study);
    List<Block> numbers = new ArrayList<>(tables.flights());
    if (study.drawing().hasRequests()) {
      numbers.add(tables.errors());
    }
    numbers.add(tables.points());
    sections.add(new Section(study.key() + "-numbers", prefix + "Every fork in numbers", numbers));
    sections.add(
        new Section(
            study.key() + "-environment", prefix + "Conditions and command", tables.conditions()));
    return sections;
  }

  private static String id(Block block) {
    return switch (block) {
      case Block.Figure figure -> figure.id();
      case Block.Row row -> row.figures().isEmpty() ? row.title() : row.figures().getFirst().id();
      default -> "";
    };
  }
}
