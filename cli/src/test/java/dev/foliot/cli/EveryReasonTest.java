package dev.foliot.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Json;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.diagnosis.Diagnoses;
import dev.foliot.store.diagnosis.DiagnosisExamples;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reason that a module gives: it has a text, a line in the reference, and a stored form. */
class EveryReasonTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "reasons.md");
  private static final Reason INNER = new LoadReason.Steal(0.02);

  @TempDir private Path temp;

  record Holder(String schema, Validity validity) {}

  /** With a plausible value for each parameter. */
  static Stream<Reason> samples() {
    return types().map(type -> made(type, EveryReasonTest::plain));
  }

  /** With values that files must keep apart. */
  static Stream<Reason> odd() {
    return types().map(type -> made(type, EveryReasonTest::odd));
  }

  private static Stream<Class<? extends Reason>> types() {
    return Reasons.all().stream().map(code -> Reasons.type(code).orElseThrow());
  }

  private static Reason made(
      Class<? extends Reason> type, Function<RecordComponent, Object> parameter) {
    List<@Nullable Object> values = values(type, parameter);
    return Reasons.make(type, values)
        .orElseThrow(() -> new AssertionError(type + " refuses " + values));
  }

  private static List<@Nullable Object> values(
      Class<? extends Reason> type, Function<RecordComponent, Object> parameter) {
    List<@Nullable Object> values = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      values.add(parameter.apply(component));
    }
    return values;
  }

  private static Object plain(RecordComponent component) {
    Class<?> type = component.getType();
    if (type.isEnum()) {
      return Objects.requireNonNull(type.getEnumConstants())[0];
    }
    if (type == List.class) {
      return List.of(ofReasons(component) ? INNER : component.getName());
    }
    return switch (type.getSimpleName()) {
      case "long", "Long" -> 1_500_000L;
      case "int", "Integer" -> 3;
      case "double", "Double" -> 0.25;
      case "boolean" -> true;
      case "String" -> component.getName();
      case "Reason" -> INNER;
      default -> throw new AssertionError("a parameter of a new type: " + component);
    };
  }

  private static Object odd(RecordComponent component) {
    Class<?> type = component.getType();
    if (type.isEnum()) {
      Object[] constants = Objects.requireNonNull(type.getEnumConstants());
      return constants[constants.length - 1];
    }
    if (type == List.class && !ofReasons(component)) {
      return List.of("one", "the \"other\"");
    }
    if (type == String.class) {
      return "<b>a name</b> of\nsomeone";
    }
    return type == long.class || type == Long.class ? 7_000_000_001L : plain(component);
  }

  private static boolean ofReasons(RecordComponent list) {
    return ((ParameterizedType) list.getGenericType()).getActualTypeArguments()[0] == Reason.class;
  }

  @ParameterizedTest
  @MethodSource("odd")
  void shouldComeBackFromAFile(Reason reason) throws IOException {
    Validity validity =
        Validity.of(Verdict.SUSPECT, List.of(reason, new Reason.In("fork 3", reason)));

    Path file = temp.resolve("holder.json");
    Files.writeString(file, Json.text(new Holder("foliot.holder/1", validity)));
    Validity again = Json.read(file, Holder.class, "foliot.holder/1").validity();

    assertThat(again).isEqualTo(validity);
    assertThat(again.reasonCodes().getFirst()).isInstanceOf(reason.getClass()).isEqualTo(reason);
  }

  /** Each may be a limit of an examination. */
  @Test
  void shouldComeBackFromAStoredDiagnosis() {
    List<Reason> all = samples().toList();
    ExaminationRecord limited =
        ExaminationRecord.of(Status.PARTIAL, all.getFirst(), "not all", List.of(), all);
    DiagnosisRecord diagnosis = Diagnoses.limited(Map.of("locks", limited));

    DiagnosisRecord read =
        DiagnosisFiles.diagnosis(
            DiagnosisExamples.write(Store.open(temp.resolve("store")), diagnosis));

    assertThat(Objects.requireNonNull(read.examinations().get("locks")).limits())
        .containsExactlyElementsOf(all);
  }

  /** One of version 1, with reasons of many modules. */
  @Test
  void shouldBeWrittenAsItWas() throws IOException {
    StoredRun stored = Diagnoses.stored(4);

    assertThat(Json.text(DiagnosisFiles.diagnosis(stored)) + "\n")
        .isEqualTo(Files.readString(stored.path().resolve("diagnosis.json")));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldHaveATextForEachCode(Reason reason) {
    assertThat(reason.text()).isNotBlank().doesNotContain("\n").doesNotEndWith(".");
    assertThat(reason.remedy()).doesNotContain("\n");
    assertThat(reason.code()).matches("[A-Z][A-Z0-9]*(_[A-Z0-9]+)*");
    assertThat(Reasons.params(reason)).hasSize(reason.getClass().getRecordComponents().length);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldNameEachParameterAsAFileDoes(Reason reason) {
    assertThat(Reasons.params(reason).keySet()).allMatch(name -> name.matches("[a-z][A-Za-z0-9]*"));
  }

  /**
   * The golden list. A changed code or parameter is lost in files that contain it. This page is
   * also the one place with every text. To write it again: {@code mvn -B test -pl cli -am
   * -Dtest=EveryReasonTest -Dsurefire.failIfNoSpecifiedTests=false -Dreasons.write=true}.
   */
  @Test
  void shouldHaveTheCodesParametersAndTextsThatThePageLists() throws IOException {
    String page = Files.readString(PAGE);
    String intro = page.substring(0, page.indexOf("\n## "));
    String expected = intro.stripTrailing() + "\n" + list();
    if (Boolean.getBoolean("reasons.write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }

  /** A table for each kind of reason; every value of an enum has its text. */
  private static String list() {
    Map<String, List<String>> rows = new TreeMap<>();
    for (String code : Reasons.all()) {
      Class<? extends Reason> type = Reasons.type(code).orElseThrow();
      rows.computeIfAbsent(
              Objects.requireNonNull(type.getEnclosingClass()).getSimpleName(),
              kind -> new ArrayList<>())
          .add(row(code, type));
    }
    StringBuilder text = new StringBuilder();
    rows.forEach((kind, lines) -> {
      text.append("\n## ").append(kind).append("\n\n| code | parameters | text |\n|---|---|---|\n");
      lines.forEach(line -> text.append(line).append('\n'));
    });
    return text.toString();
  }

  private static String row(String code, Class<? extends Reason> type) {
    RecordComponent[] components = type.getRecordComponents();
    String names =
        Arrays.stream(components)
            .map(one -> "`" + snakeCase(one.getName()) + "`")
            .collect(joining(", "));
    String texts =
        variants(type)
            .map(Reason::sentence)
            .distinct()
            .map(EveryReasonTest::cell)
            .collect(joining("<br>"));
    return "| `" + code + "` | " + names + " | " + texts + " |";
  }

  /** The sample, and as many more as its first enum has values. */
  private static Stream<Reason> variants(Class<? extends Reason> type) {
    RecordComponent[] components = type.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      Object[] constants = components[i].getType().getEnumConstants();
      if (constants != null) {
        int at = i;
        return Arrays.stream(constants)
            .map(constant -> {
              List<@Nullable Object> values = values(type, EveryReasonTest::plain);
              values.set(at, constant);
              return Reasons.make(type, values).orElseThrow();
            });
      }
    }
    return Stream.of(made(type, EveryReasonTest::plain));
  }

  private static String cell(String text) {
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
