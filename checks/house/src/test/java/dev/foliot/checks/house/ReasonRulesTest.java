package dev.foliot.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.NextAction;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Validity;
import dev.foliot.store.ValiditySummary;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Reason;
import dev.foliot.text.ReasonGroup;
import dev.foliot.text.Reasons;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Reasons and answers are data: no decision depends on their text, and each has a code. */
final class ReasonRulesTest {
  /** The methods that give the text of a reason, a group, a verdict or an answer. */
  private static final Map<Class<?>, Set<String>> TEXTS =
      Map.of(
          Reason.class,
          Set.of("text", "sentence", "headline", "advice", "remedy"),
          ReasonGroup.class,
          Set.of("text"),
          ValiditySummary.Line.class,
          Set.of("text"),
          Validity.class,
          Set.of("reasons"),
          Answer.class,
          Set.of("sentence", "sentences", "trust", "load"),
          AnswerFigure.class,
          Set.of("shown"),
          NextAction.class,
          Set.of("purpose"),
          StudyAnswer.class,
          Set.of("question", "headline", "answer", "evidence"),
          RateSearch.class,
          Set.of("answer"));

  /** A family that no module names is lost in files. */
  @Test
  void shouldFindEachReasonByItsCode() {
    List<String> lost = new ArrayList<>();
    for (JavaClass type : Shipped.CLASSES) {
      if (type.isRecord()
          && type.isAssignableTo(Reason.class)
          && !type.isEquivalentTo(Reason.In.class)
          && !type.isEquivalentTo(Reason.Recorded.class)) {
        Class<?> reason = type.reflect();
        if (Reasons.all().stream().noneMatch(code -> Reasons.type(code).orElseThrow() == reason)) {
          lost.add(type.getName());
        }
      }
    }

    assertThat(lost).as("not in the ReasonFamilies of its module").isEmpty();
  }

  @Test
  void shouldNotDecideByWhatAReasonOrAnAnswerSays() throws IOException {
    Map<String, JavaClass> types = new TreeMap<>();
    Shipped.CLASSES.forEach(type -> types.put(type.getName(), type));
    List<String> found = new ArrayList<>();
    for (JavaClass type : types.values()) {
      // the texts themselves are made there
      if (!type.isAssignableTo(Reason.class)
          && !type.getPackageName().equals(Reason.class.getPackageName())) {
        try (InputStream bytes = type.getSource().orElseThrow().getUri().toURL().openStream()) {
          found.addAll(
              new TextDecisions((owner, method) -> renders(types, owner, method)).of(bytes));
        }
      }
    }

    assertThat(types).isNotEmpty();
    assertThat(found).as("decide by Reason.is(…), or by the kind of an answer").isEmpty();
  }

  private static boolean renders(Map<String, JavaClass> types, String owner, String method) {
    JavaClass type = types.get(owner.replace('/', '.'));
    return type != null
        && TEXTS.entrySet().stream()
            .anyMatch(one -> one.getValue().contains(method) && type.isAssignableTo(one.getKey()));
  }

  /** Decisions that are forbidden. */
  @SuppressWarnings("unused")
  private static final class Forbidden {
    private Forbidden() {}

    static boolean byBeginning(Reason reason) {
      return reason.text().startsWith("SATURATED");
    }

    static boolean asArgument(Reason reason, String other) {
      return other.equals(reason.sentence());
    }

    static boolean byVariable(Answer answer) {
      String text = answer.sentence().toLowerCase(Locale.ROOT);
      return text.contains("late");
    }

    static boolean byFigure(Answer answer) {
      return answer.figures().getFirst().shown().endsWith("ms");
    }

    static boolean byHeadline(StudyAnswer answer) {
      return answer.headline().indexOf("VALID") >= 0;
    }

    static boolean byOption(NextAction next) {
      return next.purpose().matches("Measure.*");
    }

    static boolean amongReasons(Validity validity, String text) {
      return validity.reasons().contains(text);
    }
  }

  /** Uses of texts that show them. */
  @SuppressWarnings("unused")
  private static final class Allowed {
    private Allowed() {}

    static String shown(Reason reason, String name) {
      return name.startsWith("x") ? reason.text() : reason.headline() + name;
    }

    static boolean byKind(Reason reason, Validity validity) {
      return reason.is(Reason.Plain.class) || validity.reasons().isEmpty();
    }
  }

  /** The rule finds violations, and nothing else. */
  @Test
  void shouldRecogniseWhatItForbids() throws IOException {
    assertThat(decisions(Forbidden.class)).hasSize(7);
    assertThat(decisions(Allowed.class)).isEmpty();
  }

  private static List<String> decisions(Class<?> type) throws IOException {
    Map<String, JavaClass> types = new TreeMap<>();
    Shipped.CLASSES.forEach(one -> types.put(one.getName(), one));
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream bytes =
        Objects.requireNonNull(ReasonRulesTest.class.getResourceAsStream(file))) {
      return new TextDecisions((owner, method) -> renders(types, owner, method)).of(bytes);
    }
  }
}
