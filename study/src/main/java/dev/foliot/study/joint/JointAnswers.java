package dev.foliot.study.joint;

import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.answer.ArmNames;
import dev.foliot.study.answer.Basis;
import dev.foliot.study.answer.Headline;
import dev.foliot.study.answer.JointQuestion;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.catalog.Studies;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What studies that compare threading models answer together: a sentence or two of each study, and
 * behind them its whole answer. All of it is computed from the forks' stored figures, by the test
 * that the studies' own answers use.
 */
public final class JointAnswers {
  private static final String QUESTION = "Virtual threads, a fixed pool or the adaptive pool?";
  private static final String JDKS = "Does the JDK make a difference?";
  private static final int MOST_GAPS = 10;
  private static final int MOST_NAMES = 8;
  private static final int LONGEST = 40;

  private final List<JointStudy> studies;
  private final List<Answered> answers;
  private final JdkAnswer jdks;

  private JointAnswers(List<StoredStudy> stored) {
    List<StoredStudy> all =
        stored.stream()
            .filter(one -> one.state() != StoredRun.State.IN_PROGRESS)
            .map(Studies::answered)
            .toList();
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
   * The answers of some studies; studies of something else, and those in progress, are left out.
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
  private record Answered(
      JointStudy study,
      Headline headline,
      List<String> answer,
      List<String> evidence,
      List<String> gaps,
      Verdict verdict,
      String note) {
    JointRecord.Row row() {
      List<String> sentences = new ArrayList<>(answer);
      if (!note.isEmpty()) {
        sentences.add(ArmNames.sentence(note));
      }
      return new JointRecord.Row(
          study.question().question(),
          study.name(),
          List.of(study.id()),
          Basis.lastOfEach(sentences),
          evidence,
          verdict);
    }
  }

  private static Answered answered(JointStudy study) {
    ThreadingModels models = new ThreadingModels(study.record());
    List<Headline> headlines = new ArrayList<>();
    List<String> answer = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    List<String> gaps = new ArrayList<>();
    Verdict verdict = Verdict.VALID;
    for (ThreadingModels.Group group : models.groups()) {
      String on = group.jdk().isEmpty() ? "" : group.jdk() + ": ";
      StudyFigures figures = study.figures().of(group.arms());
      ArmNames names = figures.names();
      JointQuestion.Part part =
          study
              .question()
              .answer()
              .of(figures, group.jdk().isEmpty() ? names : names.withoutJdks());
      if (!part.headline().text().isEmpty()) {
        headlines.add(part.headline().after(on));
      }
      part.answer().forEach(sentence -> answer.add(on + sentence));
      part.evidence().forEach(line -> evidence.add(on + line));
      part.gaps().forEach(gap -> gaps.add(on + gap));
      Verdict own = part.basis().validity().verdict();
      verdict = own.compareTo(verdict) > 0 ? own : verdict;
    }
    if (evidence.isEmpty()) {
      gaps.add(study.question().topic() + " (" + study.name() + " has no valid fork)");
    } else {
      gaps.addAll(withoutForks(study));
      models
          .missing()
          .forEach(model -> gaps.add("how " + model + " does in " + study.name() + " (not there)"));
    }
    return new Answered(
        study,
        Headline.joined(headlines),
        answer,
        evidence,
        gaps,
        verdict,
        JointStudy.note(List.of(study)));
  }

  /** Arms without a valid fork. */
  private static List<String> withoutForks(JointStudy study) {
    List<String> counting = study.figures().points().stream().map(StudyPoint::arm).toList();
    return study.figures().arms().stream()
        .filter(arm -> !counting.contains(arm))
        .map(arm -> "how " + arm + " does in " + study.name() + " (no valid fork)")
        .toList();
  }

  private JointRecord record() {
    List<JointRecord.Clause> clauses = new ArrayList<>();
    List<JointRecord.Row> rows = new ArrayList<>();
    for (Answered one : answers) {
      if (!one.headline.text().isEmpty()) {
        clauses.add(clause(one.headline, one.study, one.note));
      }
      rows.add(one.row());
    }
    if (jdks.isAsked()) {
      clauses.add(
          clause(Headline.of(jdks.headline()), jdks.study(), JointStudy.note(jdks.studies())));
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

  private static JointRecord.Clause clause(Headline headline, JointStudy study, String note) {
    return new JointRecord.Clause(
        headline.text(), headline.figures(), study.name(), study.id(), note);
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
    answers.forEach(one -> gaps.addAll(one.gaps));
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
                    + " answers it)"));
    if (!jdks.isAsked()) {
      gaps.add(jdks.gap());
    }
    if (gaps.isEmpty()) {
      return "";
    }
    int more = gaps.size() - MOST_GAPS;
    return "These studies do not say "
        + gaps.stream().limit(MOST_GAPS).collect(Collectors.joining("; "))
        + (more > 0 ? "; and " + more + " more" : "")
        + ".";
  }
}
