package dev.foliot.store.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.foliot.store.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a study answers to one question.
 *
 * @param question what was asked
 * @param headline the answer in one or two sentences; empty in older files
 * @param answer the whole answer, in sentences
 * @param evidence the figures behind it, with units, intervals and forks
 * @param verdict how far the forks and figures behind it can be relied upon; null in older files
 * @param forks how many forks are behind it; null in older files
 */
public record StudyAnswer(
    String question,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY) String headline,
    String answer,
    String evidence,
    @Nullable Verdict verdict,
    @Nullable Integer forks) {
  /** Checks that nothing is missing. */
  public StudyAnswer {
    Objects.requireNonNull(question, "question");
    Objects.requireNonNull(headline, "headline");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(evidence, "evidence");
  }

  /** An answer as older versions stored it. */
  public StudyAnswer(String question, String answer, String evidence) {
    this(question, "", answer, evidence, null, null);
  }

  /** The headline, or the whole answer where there is none. */
  public String lead() {
    return headline.isEmpty() ? answer : headline;
  }
}
