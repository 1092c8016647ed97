package dev.foliot.text;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.text.RunReason.TooFewBeyond;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReasonsTest {
  private static final Path PAGE = Path.of("..", "docs", "reference", "reasons.md");

  static Stream<Reason> samples() {
    return Reasons.all().stream().map(ReasonsTest::sample);
  }

  /** A reason with a plausible value for each parameter. */
  private static Reason sample(String code) {
    Class<? extends Reason> type = Reasons.type(code).orElseThrow();
    List<@Nullable Object> values = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      values.add(sample(component));
    }
    return Reasons.make(type, values).orElseThrow(() -> new AssertionError(code));
  }

  private static Object sample(RecordComponent component) {
    Class<?> type = component.getType();
    if (type == long.class || type == Long.class) {
      return 1_500_000L;
    }
    if (type == int.class || type == Integer.class) {
      return 3;
    }
    if (type == double.class || type == Double.class) {
      return 0.25;
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == String.class) {
      return component.getName();
    }
    if (type.isEnum()) {
      return Objects.requireNonNull(type.getEnumConstants())[0];
    }
    Reason inner = new LoadReason.Steal(0.02);
    if (type == List.class) {
      boolean ofReasons =
          ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0]
              == Reason.class;
      return ofReasons ? List.of(inner) : List.of(component.getName());
    }
    assertThat(type).as(component.toString()).isEqualTo(Reason.class);
    return inner;
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

  @Test
  void shouldSayHowMuchLiesBeyondAPercentileAndHowMuchItNeeds() {
    assertThat(new TooFewBeyond(TooFewBeyond.Unit.EPISODE, 0, 10).text())
        .isEqualTo("0 episodes beyond it, needs 10");
    assertThat(new TooFewBeyond(TooFewBeyond.Unit.DURATION, 1, 10).text())
        .isEqualTo("1 duration beyond it, needs 10");
  }

  @Test
  void shouldDecideByKindAndNotByText() {
    Reason late = new LoadReason.LoadGeneratorLate(99, 200_000, 300_000);
    Reason inFork = new Reason.In("fork 3", late);

    assertThat(inFork.code()).isEqualTo("LOAD_GENERATOR_LATE");
    assertThat(inFork.is(LoadReason.LoadGeneratorLate.class)).isTrue();
    assertThat(inFork.is(LoadReason.GeneratorTrouble.class)).isTrue();
    assertThat(inFork.is(LoadReason.Saturated.class)).isFalse();
    assertThat(new LoadReason.BacklogGrows().is(LoadReason.Saturated.class)).isTrue();
    assertThat(new Reason.Plain("steal: 2 %").is(LoadReason.Steal.class)).isFalse();
  }

  /** A newer version may have a code within one that is known; the text is all there is of it. */
  @Test
  void shouldKeepTheTextWhereACodeWithinAnotherIsUnknown() {
    Reason within = new ExaminationReason.CannotExamine(new Reason.Recorded("TOO_NEW", ""));

    List<Reason> read = Reasons.ofStored(List.of("fork 1: it is new"), List.of(in(within)));

    assertThat(read).containsExactly(in(new Reason.Recorded("CANNOT_EXAMINE", "it is new")));
  }

  private static Reason in(Reason reason) {
    return new Reason.In("fork 1", reason);
  }

  @Test
  void shouldTakeSecretsOutOfTextsAndNothingElse() {
    Reason reason =
        new Reason.In(
            "token=abc", new LoadReason.RequestsFailed(1, 2, List.of("token=abc 1", "reset 1")));

    Reason changed = Reasons.withStrings(reason, text -> text.replace("abc", "***"));

    assertThat(changed)
        .isEqualTo(
            new Reason.In(
                "token=***",
                new LoadReason.RequestsFailed(1, 2, List.of("token=*** 1", "reset 1"))));
  }

  /**
   * The golden list. A changed code or parameter is lost in files that contain it. This page is
   * also the one place with every text. To write it again: {@code mvn -B test -pl text -am
   * -Dtest=ReasonsTest -Dsurefire.failIfNoSpecifiedTests=false -Dreasons.write=true}.
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
            .map(ReasonsTest::cell)
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
              List<@Nullable Object> values = new ArrayList<>();
              for (RecordComponent component : components) {
                values.add(sample(component));
              }
              values.set(at, constant);
              return Reasons.make(type, values).orElseThrow();
            });
      }
    }
    return Stream.of(sample(Reasons.code(type)));
  }

  private static String cell(String text) {
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }
}
