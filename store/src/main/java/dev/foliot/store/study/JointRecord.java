package dev.foliot.store.study;

import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The common answer of several studies: a sentence, and an answer for each study.
 *
 * @param question the question of the sentence
 * @param machine the range where it holds
 * @param clauses its statements, each from a study
 * @param gaps its gaps, in whole sentences; may be empty
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
   * A part of the sentence.
   *
   * @param text what it says
   * @param study name of its study
   * @param id of that study
   * @param note its reliability; empty if unlimited
   */
  public record Clause(String text, String study, String id, String note) {}

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

  /** All texts, the joint sentence first; empty if no study was included. */
  public List<JointAnswer> plain() {
    if (isEmpty()) {
      return List.of();
    }
    List<JointAnswer> plain = new ArrayList<>();
    plain.add(new JointAnswer(question, sentence(), "", studies));
    for (Row row : rows) {
      plain.add(
          new JointAnswer(
              row.question,
              String.join("; ", row.answer),
              String.join(" | ", row.evidence),
              row.ids));
    }
    return plain;
  }

  private String sentence() {
    String said =
        clauses.isEmpty()
            ? " nothing is known"
            : clauses.stream()
                .map(one ->
                    " "
                        + one.text
                        + " ("
                        + one.study
                        + (one.note.isEmpty() ? "" : ": " + one.note)
                        + ")")
                .collect(Collectors.joining(";"));
    return machine + ":" + said + "." + (gaps.isEmpty() ? "" : " " + gaps);
  }
}
