package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each reason there is, with made-up parameters, written into a file and read again. */
final class ReasonRoundTripTest {
  private static final Reason NESTED = new LoadReason.Steal(0.02);

  @TempDir private Path folder;

  record Holder(String schema, Validity validity) {}

  static Set<String> codes() {
    return Reasons.all();
  }

  @ParameterizedTest
  @MethodSource("codes")
  void shouldReadEachReasonAgain(String code) throws Exception {
    Reason reason = made(Reasons.type(code).orElseThrow());
    Validity validity =
        Validity.of(Verdict.SUSPECT, List.of(reason, new Reason.In("fork 3", reason)));

    Path file = folder.resolve("holder.json");
    Files.writeString(file, Json.text(new Holder("foliot.holder/1", validity)));
    Validity again = Json.read(file, Holder.class, "foliot.holder/1").validity();

    assertThat(again).isEqualTo(validity);
    assertThat(again.reasonCodes().getFirst()).isInstanceOf(reason.getClass()).isEqualTo(reason);
  }

  private static Reason made(Class<? extends Reason> type) {
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      values.add(value(component));
    }
    return Reasons.make(type, new ArrayList<>(values))
        .orElseThrow(() -> new AssertionError(type + " refuses " + values));
  }

  private static Object value(RecordComponent component) {
    Class<?> type = component.getType();
    if (type == List.class) {
      boolean isOfText =
          ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]
              == String.class;
      return isOfText ? List.of("one", "the \"other\"") : List.of(NESTED);
    }
    if (type.isEnum()) {
      Object[] constants = type.getEnumConstants();
      return constants[constants.length - 1];
    }
    if (Reason.class.isAssignableFrom(type)) {
      return NESTED;
    }
    if (type == String.class) {
      return "<b>a name</b> of\nsomeone";
    }
    if (type == int.class || type == Integer.class) {
      return 3;
    }
    if (type == long.class || type == Long.class) {
      return 7_000_000_001L;
    }
    if (type == double.class || type == Double.class) {
      return 0.25;
    }
    if (type == boolean.class) {
      return true;
    }
    throw new AssertionError("a parameter of a new type: " + component);
  }
}
