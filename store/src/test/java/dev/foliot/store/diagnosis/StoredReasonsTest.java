package dev.foliot.store.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Store;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every reason may be a limit of an examination. */
class StoredReasonsTest {
  private static final Reason INNER = new Reason.Plain("inner");

  @TempDir Path temp;

  @Test
  void shouldComeBackFromAStoredDiagnosis() {
    List<Reason> all = new ArrayList<>();
    Reasons.all().forEach(code -> all.add(sample(Reasons.type(code).orElseThrow())));
    ExaminationRecord limited =
        ExaminationRecord.of(Status.PARTIAL, all.getFirst(), "not all", List.of(), all);
    DiagnosisRecord diagnosis = Diagnoses.limited(Map.of("locks", limited));

    DiagnosisRecord read =
        DiagnosisFiles.diagnosis(
            DiagnosisExamples.write(Store.open(temp.resolve("store")), diagnosis));

    assertThat(Objects.requireNonNull(read.examinations().get("locks")).limits())
        .containsExactlyElementsOf(all);
  }

  private static Reason sample(Class<? extends Reason> type) {
    List<@Nullable Object> values = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      values.add(sample(component));
    }
    return Reasons.make(type, values).orElseThrow(() -> new AssertionError(type.toString()));
  }

  private static Object sample(RecordComponent component) {
    Class<?> type = component.getType();
    if (type.isEnum()) {
      return Objects.requireNonNull(type.getEnumConstants())[0];
    }
    if (type == List.class) {
      return ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]
              == Reason.class
          ? List.of(INNER)
          : List.of("one");
    }
    return switch (type.getSimpleName()) {
      case "long", "Long" -> 1_500_000L;
      case "int", "Integer" -> 3;
      case "double", "Double" -> 0.25;
      case "boolean" -> true;
      case "String" -> "text";
      default -> INNER;
    };
  }
}
