package dev.foliot.cli.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.text.AnswerFigure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer as JSON objects have it.
 *
 * @param answer the sentence
 * @param answerKind what can be said
 * @param answerFigures those of the sentence
 * @param nextCommand the words of what to run next; empty where nothing is
 */
public record AnswerJson(
    String answer, String answerKind, List<AnswerFigure> answerFigures, List<String> nextCommand) {
  /** The fields of an answer. */
  public static AnswerJson of(Answer answer) {
    return new AnswerJson(
        answer.sentence(),
        answer.kind().name().toLowerCase(Locale.ROOT),
        answer.figures(),
        answer.next().command());
  }

  /** Adds the fields of an answer to an object. */
  static void add(Map<String, @Nullable Object> json, Answer answer) {
    AnswerJson fields = of(answer);
    json.put("answer", fields.answer);
    json.put("answer_kind", fields.answerKind);
    json.put("answer_figures", fields.answerFigures);
    json.put("next_command", fields.nextCommand);
  }

  /** A record with its answer, in one object. */
  public static With with(Object record, Answer answer) {
    return new With(record, of(answer));
  }

  /** Comparisons beside another answer, each with its own. */
  static List<With> with(List<ComparisonRecord> comparisons) {
    return comparisons.stream().map(one -> with(one, ComparisonAnswer.of(one))).toList();
  }

  /**
   * A record with its answer.
   *
   * @param record any
   * @param answer about it
   */
  public record With(@JsonUnwrapped Object record, @JsonUnwrapped AnswerJson answer) {}
}
