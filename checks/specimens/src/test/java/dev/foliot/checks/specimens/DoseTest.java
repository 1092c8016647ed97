package dev.foliot.checks.specimens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DoseTest {
  @ParameterizedTest
  @ValueSource(strings = {"dose", "dose-cured", "dose-apart"})
  void shouldPlayWithTwoThreads(String word) {
    Cast cast = Asked.of(List.of(word, "16")).specimen().prepare(Training.brief());
    assertThat(cast.workers()).extracting(Worker::name).containsExactly("writer-1", "writer-2");
    Work work = cast.workers().get(0).work();
    assertThat(work.rounds()).isEqualTo(5_000);
    assertThat(work.run(10)).isNotEqualTo(work.run(10));
  }

  @Test
  void shouldBeSickWithoutItsCuresOnly() {
    assertThat(Dose.of("dose", 4).truth().isSickOn(Jdk.JDK_17)).isTrue();
    assertThat(Dose.of("dose-cured", 4).truth().isSick()).isFalse();
    assertThat(Dose.of("dose-apart", 4).truth().isSick()).isFalse();
    assertThat(Dose.of("dose", 4).truth().name()).isEqualTo("dose-4");
  }

  @Test
  void shouldRefuseWhatIsNoDose() {
    assertThat(Dose.isOne("doses")).isFalse();
    assertThatThrownBy(() -> Dose.of("doses", 4)).hasMessage("no dose doses");
    assertThatThrownBy(() -> Dose.of("dose", -1)).hasMessageContaining("100000 steps");
  }

  @Test
  void shouldCountOperationsByTheSecondOfCpuTime() {
    Operations first =
        new Operations(
            10, Map.of("a", new Operations.Count(100, 1_000), "b", new Operations.Count(0, 3_000)));
    Operations second =
        new Operations(
            90,
            Map.of("a", new Operations.Count(400, 2_000), "b", new Operations.Count(300, 6_000)));
    assertThat(second.perCpuSecondSince(first)).isEqualTo(1e9 * 600 / 4_000);
    assertThatThrownBy(() -> first.perCpuSecondSince(first)).hasMessageContaining("no CPU time");
  }
}
