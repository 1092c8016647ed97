package dev.foliot.judgement.study;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.store.study.StoredStudy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A study with all that a page shows of it.
 *
 * @param stored the study with its answers
 * @param answer the answer that it begins with
 * @param drawing how it is drawn
 * @param pairs its pairs of forks; null for a fixed number of forks
 */
public record DrawnStudy(
    StoredStudy stored, Answer answer, StudyDrawing drawing, @Nullable DrawnPairs pairs) {
  /** Checks that nothing is missing. */
  public DrawnStudy {
    Objects.requireNonNull(stored, "stored");
    Objects.requireNonNull(answer, "answer");
    Objects.requireNonNull(drawing, "drawing");
  }
}
