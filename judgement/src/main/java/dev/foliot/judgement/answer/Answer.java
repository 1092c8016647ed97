package dev.foliot.judgement.answer;

import dev.foliot.text.AnswerFigure;
import java.util.List;

/**
 * The answer of a command: what can be said, in which figures, and what to do next.
 *
 * <p>Made once from what is stored. The terminal, the page and the JSON object show the same
 * sentence and the same figures. Code decides by {@link #kind}, never by the sentence. Immutable.
 */
public sealed interface Answer
    permits BenchAnswer,
        BesideAnswer,
        LoadAnswer,
        ComparisonAnswer,
        HistoryAnswer,
        ExplanationAnswer,
        AnswerOfStudy,
        AnswerOfStudies,
        FleetAnswer,
        FleetComparisonAnswer,
        DiagnosisAnswer,
        CountersAnswer,
        AuditAnswer,
        DoctorAnswer,
        WatchAnswer,
        DemoAnswer {
  /** What can be said: a constant of the answer's own enum. */
  Enum<?> kind();

  /** One to three sentences; text from outside is made safe for a terminal. */
  String sentence();

  /** The figures that the sentence gives, in its order; empty without any. */
  List<AnswerFigure> figures();

  /** What to do next; {@link NextAction#NONE} where nothing is. */
  NextAction next();
}
