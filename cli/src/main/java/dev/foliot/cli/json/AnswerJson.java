package dev.foliot.cli.json;

import dev.foliot.judgement.answer.Answer;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of an answer in a JSON object, the same for every command. */
final class AnswerJson {
  private AnswerJson() {}

  /** Adds them. */
  static void add(Map<String, @Nullable Object> json, Answer answer) {
    json.put("answer", answer.sentence());
    json.put("answer_kind", answer.kind().name().toLowerCase(Locale.ROOT));
    json.put("answer_figures", answer.figures());
    json.put("next_command", answer.next().command());
  }
}
