package dev.foliot.judgement.answer;

import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingCauses;
import dev.foliot.store.diagnosis.FindingCauses.Rooted;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a diagnosis: which problems a JVM has.
 *
 * @param kind what can be said
 * @param sentence names the most severe findings
 * @param figures the number of findings; empty without any
 * @param next what to examine next
 */
public record DiagnosisAnswer(
    Kind kind, String sentence, List<AnswerFigure> figures, NextAction next) implements Answer {
  private static final int MOST_NAMED = 2;
  private static final int SUBJECT_WIDTH = 60;
  private static final String ATTACH = "--attach";
  private static final String[] COUNTS = {"No", "One", "Two", "Three", "Four", "Five", "Six"};

  /** What can be said. */
  public enum Kind {
    /** There are findings. */
    FOUND,
    /** Everything was examined, and there is no finding. */
    NOTHING,
    /** There is no finding in what was examined. */
    NOTHING_IN_PART,
    /** Nothing could be examined. */
    NOT_EXAMINED,
    /** The JVM ended meanwhile, and nothing was found until then. */
    ENDED
  }

  /** Keeps a copy. */
  public DiagnosisAnswer {
    figures = List.copyOf(figures);
  }

  /**
   * The answer of a diagnosis.
   *
   * @param commands that continue what was asked for
   * @param isStored whether there is a run of it
   */
  public static DiagnosisAnswer of(
      DiagnosisRecord diagnosis, NextCommands commands, boolean isStored) {
    List<Finding> findings = diagnosis.findings();
    NextAction next = new NextAction("", next(diagnosis, commands, isStored));
    if (!findings.isEmpty()) {
      List<Rooted> roots = FindingCauses.rooted(findings);
      int size = roots.size();
      String count = size < COUNTS.length ? COUNTS[size] : Numbers.count(size);
      return new DiagnosisAnswer(
          Kind.FOUND,
          count
              + (size == 1 ? " problem: " : " problems: ")
              + Numbers.and(named(roots.stream().map(Rooted::cause).toList()))
              + "."
              + effects(roots)
              + ended(diagnosis).map(after -> " The JVM ended after " + after + ".").orElse(""),
          List.of(AnswerFigure.of("problems", size, "count", count)),
          next);
    }
    if (diagnosis.sawNothing()) {
      return new DiagnosisAnswer(Kind.NOT_EXAMINED, "Nothing could be examined.", List.of(), next);
    }
    Optional<String> ended = ended(diagnosis);
    if (ended.isPresent()) {
      return new DiagnosisAnswer(
          Kind.ENDED,
          "The JVM ended after " + ended.get() + ". No problem was found until then.",
          List.of(),
          next);
    }
    String still = still(diagnosis.time());
    return diagnosis.sawAll()
        ? new DiagnosisAnswer(Kind.NOTHING, "No problem found" + still + ".", List.of(), next)
        : new DiagnosisAnswer(
            Kind.NOTHING_IN_PART,
            "No problem found" + still + ", but not everything could be examined.",
            List.of(),
            next);
  }

  /** Whether the JVM ended while it was examined. */
  public static boolean hasEnded(DiagnosisRecord diagnosis) {
    return ended(diagnosis).isPresent();
  }

  /** After which time the JVM ended; empty if it lives on. */
  private static Optional<String> ended(DiagnosisRecord diagnosis) {
    return diagnosis.examinations().values().stream()
        .flatMap(one -> one.limit().stream())
        .map(limit -> limit instanceof Reason.In(String _, Reason inner) ? inner : limit)
        .filter(ProcessReason.ProcessEnded.class::isInstance)
        .map(ProcessReason.ProcessEnded.class::cast)
        .max(Comparator.comparingLong(ProcessReason.ProcessEnded::afterNs))
        .map(after -> Numbers.duration(after.afterNs()));
  }

  /** Threads that did not move, where that may be no problem. */
  private static String still(@Nullable ThreadTime time) {
    return Optional.ofNullable(time)
        .flatMap(ThreadTimeWords::still)
        .map(words -> ", but " + Shown.text(words))
        .orElse("");
  }

  /** What follows from the first problem that has effects. */
  private static String effects(List<Rooted> roots) {
    return roots.stream()
        .filter(root -> !root.effects().isEmpty())
        .findFirst()
        .map(root ->
            " From "
                + (roots.size() == 1 ? "it" : root.cause().title())
                + (root.effects().size() == 1 ? " follows: " : " follow: ")
                + Numbers.and(root.effects().stream().map(Finding::title).distinct().toList())
                + ".")
        .orElse("");
  }

  private static List<String> named(List<Finding> findings) {
    List<String> named = new ArrayList<>();
    for (Finding finding : findings.subList(0, Math.min(MOST_NAMED, findings.size()))) {
      named.add(finding.title() + " (" + Shown.end(finding.subject(), SUBJECT_WIDTH) + ")");
    }
    if (findings.size() > MOST_NAMED) {
      named.add((findings.size() - MOST_NAMED) + " more");
    }
    return named;
  }

  private static List<String> next(
      DiagnosisRecord diagnosis, NextCommands commands, boolean isStored) {
    if (hasEnded(diagnosis)) {
      return commands.of("diagnose");
    }
    boolean isEmpty = diagnosis.findings().isEmpty();
    if (!diagnosis.unrecorded().isEmpty()
        && (!diagnosis.sawAll() || (isEmpty && diagnosis.only().isEmpty()))) {
      return commands.again(Set.of(), ATTACH);
    }
    return isEmpty || !isStored
        ? commands.again(Set.of("--duration"), "--duration", "60s")
        : commands.again(Set.of(), "--details");
  }
}
