package dev.foliot.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.cli.load.SparkLoad.Outcome;
import dev.foliot.text.FoliotException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is said of parts that Spark played, without Spark. */
class SparkLoadTest {
  private final List<String> said = new ArrayList<>();

  private static Outcome part(int number, String executor, int exit, @Nullable String result) {
    return new Outcome(
        number + "/4",
        "host" + executor,
        executor,
        exit,
        result == null && exit != 0 ? "it ended with code " + exit : "",
        result);
  }

  @Test
  void shouldTakeAllResults() {
    assertThat(
            SparkLoad.results(
                List.of(part(1, "0", 0, "a"), part(2, "1", 0, "b"), part(3, "2", 5, "c")),
                said::add))
        .containsExactly("a", "b", "c");
    assertThat(said).isEmpty();
  }

  @Test
  void shouldNameThePartThatLeftNoResult() {
    assertThat(
            SparkLoad.results(
                List.of(part(1, "0", 0, "a"), part(2, "1", 137, null), part(3, "2", 0, "c")),
                said::add))
        .containsExactly("a", "c");
    assertThat(said).containsExactly("part 2/4 on host1: it ended with code 137");
  }

  @Test
  void shouldGiveThreeReasonsAtMost() {
    SparkLoad.results(
        List.of(
            part(1, "0", 0, "a"),
            part(2, "1", 4, null),
            part(3, "2", 4, null),
            part(4, "3", 4, null),
            part(5, "4", 4, null)),
        said::add);
    assertThat(said).hasSize(4).last().isEqualTo("1 other parts left no result");
  }

  @Test
  void shouldSayThatOneExecutorPlayedSeveralParts() {
    SparkLoad.results(
        List.of(part(1, "0", 0, "a"), part(2, "0", 0, "b"), part(3, "1", 0, "c")), said::add);
    assertThat(said).hasSize(1);
    assertThat(said.getFirst()).contains("played 2 of the parts", "spark.task.cpus");
  }

  @Test
  void shouldFailAsThePartsDidWhereNoneLeftAResult() {
    assertThatThrownBy(() ->
            SparkLoad.results(List.of(part(1, "0", 2, null), part(2, "1", 2, null)), said::add))
        .isInstanceOfSatisfying(
            FoliotException.class,
            e -> assertThat(e.whose()).isEqualTo(FoliotException.Cause.USAGE))
        .hasMessage("part 1/4 on host0: it ended with code 2 (and 1 others)");
    // one machine lacks Foliot, and the other parts were not played for that
    assertThatThrownBy(() ->
            SparkLoad.results(
                List.of(
                    new Outcome("1/4", "host0", "0", 1, "", null),
                    new Outcome("2/4", "host1", "1", 1, "there is no Foliot", null)),
                said::add))
        .isInstanceOfSatisfying(
            FoliotException.class,
            e -> assertThat(e.whose()).isEqualTo(FoliotException.Cause.ENVIRONMENT))
        .hasMessage("part 2/4 on host1: there is no Foliot");
    assertThatThrownBy(() -> SparkLoad.results(List.of(), said::add))
        .hasMessageContaining("Spark played no part");
  }
}
