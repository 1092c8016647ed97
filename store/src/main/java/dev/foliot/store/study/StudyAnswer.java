package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Verdict;
import dev.foliot.text.AnswerFigure;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a study answers to one question.
 *
 * @param question what was asked
 * @param headline the answer in one or two sentences
 * @param answer the whole answer, in sentences
 * @param evidence the figures behind it, with units, intervals and forks
 * @param verdict how far the forks and figures behind it can be relied upon; null without a fork
 * @param forks how many forks are behind it; null where it rests on none
 * @param figures those of the headline
 */
public record StudyAnswer(
    String question,
    String headline,
    String answer,
    String evidence,
    @Nullable Verdict verdict,
    @Nullable Integer forks,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AnswerFigure> figures) {
  /** Checks that nothing is missing. */
  public StudyAnswer {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(headline, "headline");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(evidence, "evidence");
    figures = List.copyOf(figures);
  }
}
