package dev.foliot.study.joint;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.JointQuestion;
import dev.foliot.study.catalog.Studies;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The joint answers of studies that compare threading models.
 *
 * <p>One sentence, and an answer for each study. All of it is computed from the forks' stored
 * figures, by the same test as the studies' own answers; open questions are reported.
 */
public final class JointAnswers {
  private static final String QUESTION = "Virtual threads, a fixed pool or the self-tuning pool?";
  private static final String JDKS = "Does the JDK make a difference?";
  private static final int MOST_GAPS = 10;
  private static final int MOST_NAMES = 8;
  private static final int LONGEST = 40;

  private final List<JointStudy> studies;
  private final List<Answered> answers;
  private final JdkAnswer jdks;

  private JointAnswers(List<StoredStudy> all) {
    this.studies =
        all.stream()
            .flatMap(one ->
                Studies.of(one.study()).flatMap(study -> study.joint()).stream()
                    .map(question -> new JointStudy(one, name(one.study(), all), question)))
            .sorted(Comparator.comparingInt(study -> study.question().rank()))
            .toList();
    this.answers = studies.stream().map(JointAnswers::answered).toList();
    this.jdks = new JdkAnswer(studies);
  }

  /**
   * The answers of some studies; studies of something else are left out.
   *
   * @return {@link JointRecord#NONE} if none of them compares threading models
   */
  public static JointRecord of(List<StoredStudy> studies) {
    JointAnswers joint = new JointAnswers(studies);
    return joint.studies.isEmpty() ? JointRecord.NONE : joint.record();
  }

  /** A study's name, with its id if another one has the same. */
  private static String name(StudyRecord study, List<StoredStudy> all) {
    long same = all.stream().filter(one -> one.study().study().equals(study.study())).count();
    String name = Shown.text(study.study());
    return same == 1 ? name : name + " (" + Shown.text(study.id(), LONGEST) + ")";
  }

  /**
   * A study's statements.
   *
   * @param note the limits of its figures; empty for none
   */
  private record Answered(JointStudy study, JointQuestion.Part part, String note) {
    /** The first sentence has the limits for all of it. */
    JointRecord.Row row() {
      List<String> sentences = new ArrayList<>(part.answer());
      if (!note.isEmpty()) {
        sentences.set(0, sentences.getFirst() + " (" + note + ")");
      }
      return new JointRecord.Row(
          study.question().question(),
          study.name(),
          List.of(study.id()),
          sentences,
          part.evidence(),
          study.record().validity().verdict());
    }
  }

  private static Answered answered(JointStudy study) {
    ThreadingModels models = new ThreadingModels(study.record());
    List<String> clauses = new ArrayList<>();
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    List<String> gaps = new ArrayList<>();
    for (ThreadingModels.Group group : models.groups()) {
      String on = group.jdk().isEmpty() ? "" : group.jdk() + ": ";
      JointQuestion.Part part =
          study.question().answer().of(study.figures().of(group.arms()), models::words);
      if (!part.clause().isEmpty()) {
        clauses.add(
            group.jdk().isEmpty() ? part.clause() : "on " + group.jdk() + " " + part.clause());
      }
      part.answer().forEach(sentence -> answer.add(on + sentence));
      part.evidence().forEach(figures -> evidence.add(on + figures));
      part.gaps().forEach(gap -> gaps.add(on + gap));
    }
    if (evidence.isEmpty()) {
      gaps.add(study.question().topic() + " (no fork of " + study.name() + " counts)");
    } else {
      gaps.addAll(withoutForks(study));
      models
          .missing()
          .forEach(way -> gaps.add("what " + way + " does in " + study.name() + " (not there)"));
    }
    return new Answered(
        study,
        new JointQuestion.Part(String.join(", and ", clauses), answer, evidence, gaps),
        JointStudy.note(List.of(study)));
  }

  /** The arms without a valid or suspect fork. */
  private static List<String> withoutForks(JointStudy study) {
    List<String> counting = study.figures().points().stream().map(StudyPoint::arm).toList();
    return study.figures().arms().stream()
        .filter(arm -> !counting.contains(arm))
        .map(arm -> "what " + arm + " does in " + study.name() + " (none of its forks counts)")
        .toList();
  }

  private JointRecord record() {
    List<JointRecord.Clause> clauses = new ArrayList<>();
    List<JointRecord.Row> rows = new ArrayList<>();
    for (Answered one : answers) {
      if (!one.part.clause().isEmpty()) {
        clauses.add(clause(one.part.clause(), one.study, one.note));
      }
      rows.add(one.row());
    }
    if (jdks.isAsked()) {
      clauses.add(clause(jdks.clause(), jdks.study(), JointStudy.note(jdks.studies())));
      rows.add(
          new JointRecord.Row(
              JDKS,
              jdks.study().name(),
              jdks.studies().stream().map(JointStudy::id).toList(),
              jdks.answer(),
              jdks.evidence(),
              worst(jdks.studies())));
    } else {
      rows.add(new JointRecord.Row(JDKS, "", List.of(), jdks.answer(), List.of(), null));
    }
    return new JointRecord(
        QUESTION, machine(), clauses, gaps(), rows, studies.stream().map(JointStudy::id).toList());
  }

  private static JointRecord.Clause clause(String text, JointStudy study, String note) {
    return new JointRecord.Clause(text, study.name(), study.id(), note);
  }

  private static Verdict worst(List<JointStudy> studies) {
    return studies.stream()
        .map(study -> study.record().validity().verdict())
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  private String machine() {
    List<String> facts = new ArrayList<>();
    facts.addAll(
        distinct(
            studies.stream()
                .map(study -> study.environment().get("cpu_count"))
                .filter(Objects::nonNull)
                .map(count -> Shown.text(String.valueOf(count), LONGEST) + " CPUs")));
    List<String> versions = JdkAnswer.versions(studies);
    if (!versions.isEmpty()) {
      facts.add("JDK " + String.join(" and ", versions));
    }
    facts.addAll(
        distinct(
            studies.stream().map(study -> Shown.text(study.record().form(), LONGEST) + " form")));
    boolean isOne =
        studies.stream()
                .map(study ->
                    String.valueOf(study.environment().get("cpu_model"))
                        + study.environment().get("cpu_count"))
                .distinct()
                .count()
            == 1;
    return (isOne ? "On this machine (" : "On the machines of these studies (")
        + String.join(", ", facts)
        + ")";
  }

  private static List<String> distinct(Stream<String> texts) {
    return texts.distinct().limit(MOST_NAMES).toList();
  }

  /** The open questions of these studies. */
  private String gaps() {
    List<String> gaps = new ArrayList<>();
    answers.forEach(one -> gaps.addAll(one.part.gaps()));
    Studies.ALL.stream()
        .filter(study -> study.joint().isPresent())
        .sorted(Comparator.comparingInt(study -> study.joint().orElseThrow().rank()))
        .filter(
            study -> studies.stream().noneMatch(one -> one.record().study().equals(study.label())))
        .forEach(study ->
            gaps.add(
                study.joint().orElseThrow().topic()
                    + " (foliot study "
                    + study.label()
                    + " is not among these)"));
    if (!jdks.isAsked()) {
      gaps.add(jdks.gap());
    }
    if (gaps.isEmpty()) {
      return "";
    }
    int more = gaps.size() - MOST_GAPS;
    return "These studies cannot say "
        + gaps.stream().limit(MOST_GAPS).collect(Collectors.joining("; "))
        + (more > 0 ? "; and " + more + " more" : "")
        + ".";
  }
}
