package dev.foliot.store.study;

import dev.foliot.store.Verdict;
import dev.foliot.text.AnswerFigure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What several studies answer together: a headline of each study, and an answer for each.
 *
 * @param question that they answer
 * @param machine where it holds
 * @param clauses the headlines, each from a study
 * @param gaps what they do not say, in whole sentences; empty for nothing
 * @param rows the answers
 * @param studies the ids of all studies used
 */
public record JointRecord(
    String question,
    String machine,
    List<Clause> clauses,
    String gaps,
    List<Row> rows,
    List<String> studies) {
  /** No study was included. */
  public static final JointRecord NONE =
      new JointRecord("", "", List.of(), "", List.of(), List.of());

  /**
   * A study's part of the joint answer.
   *
   * @param text in one or two sentences
   * @param figures those of the text, in their order
   * @param study name of its study
   * @param id of that study
   * @param note its reliability; empty if unlimited
   */
  public record Clause(
      String text, List<AnswerFigure> figures, String study, String id, String note) {
    /** Keeps a copy. */
    public Clause {
      figures = List.copyOf(figures);
    }

    private String shown() {
      return text + " (" + study + (note.isEmpty() ? "" : ": " + note) + ")";
    }
  }

  /**
   * An answer.
   *
   * @param question that was asked
   * @param study name of the answering study; empty if no study asked
   * @param ids the first of its studies
   * @param answer sentence by sentence
   * @param evidence the figures behind these
   * @param verdict their reliability; null if no study asked
   */
  public record Row(
      String question,
      String study,
      List<String> ids,
      List<String> answer,
      List<String> evidence,
      @Nullable Verdict verdict) {
    /** Keeps copies. */
    public Row {
      ids = List.copyOf(ids);
      answer = List.copyOf(answer);
      evidence = List.copyOf(evidence);
    }
  }

  /** Keeps copies. */
  public JointRecord {
    clauses = List.copyOf(clauses);
    rows = List.copyOf(rows);
    studies = List.copyOf(studies);
  }

  /** Whether no study was included. */
  public boolean isEmpty() {
    return studies.isEmpty();
  }

  /** All of it as texts, the joint answer first; nothing where no study was asked. */
  public List<JointAnswer> plain() {
    if (isEmpty()) {
      return List.of();
    }
    List<JointAnswer> plain = new ArrayList<>();
    plain.add(new JointAnswer(question, text(), "", studies));
    for (Row row : rows) {
      plain.add(
          new JointAnswer(
              row.question,
              String.join(" ", row.answer),
              String.join("; ", row.evidence),
              row.ids));
    }
    return plain;
  }

  /** The joint answer in its first sentences; empty where nothing is known. */
  public String headline() {
    return clauses.isEmpty() ? "" : clauses.getFirst().text;
  }

  /** The figures of the headline, in their order. */
  public List<AnswerFigure> figures() {
    return clauses.isEmpty() ? List.of() : clauses.getFirst().figures;
  }

  private String text() {
    return String.join(" ", paragraphs());
  }

  /** The joint answer: where it holds with the first headline, the others, and what is missing. */
  public List<String> paragraphs() {
    List<String> paragraphs = new ArrayList<>();
    String before = machine + ": ";
    for (Clause one : clauses) {
      paragraphs.add(before + one.shown());
      before = "";
    }
    if (clauses.isEmpty()) {
      paragraphs.add(before + "Nothing is known.");
    }
    if (!gaps.isEmpty()) {
      paragraphs.add(gaps);
    }
    return paragraphs;
  }
}
