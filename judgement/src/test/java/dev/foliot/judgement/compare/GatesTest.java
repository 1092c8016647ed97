package dev.foliot.judgement.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.Baselines;
import dev.foliot.store.comparison.BaselineRecord;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatesTest {
  private static final double[] SUSTAINED = {37_000, 36_500, 37_200, 36_800, 37_100};
  private final BaselineRecord usable = Baselines.around(1, 5, 1);

  @Test
  void shouldTakeFiveForksAsABaseline() {
    assertThat(Gates.refusal(usable, "p99")).isEmpty();
  }

  @Test
  void shouldRefuseABaselineOfFewForks() {
    assertThat(Gates.refusal(Baselines.around(1, 4, 1), "p99").orElseThrow())
        .contains("needs 5 forks", "has 4", "--forks 5");
  }

  @Test
  void shouldRefuseASaturatedBaseline() {
    assertThat(Gates.refusal(Baselines.saturated(usable, SUSTAINED), "p99").orElseThrow())
        .contains("SATURATED at 10k/s", "lower --rate");
  }

  @Test
  void shouldRefuseABaselineWithoutThePercentileThatDecides() {
    BaselineRecord few = Baselines.of(Baselines.few(5, 0), "25.0.3", Map.of());

    assertThat(Gates.refusal(few, "p99.99").orElseThrow()).contains("p99.99", "--duration");
  }

  @Test
  void shouldSayThatAGateCannotFail() {
    Comparer comparer = new Comparer("p99", 0.05);
    BaselineRecord few = Baselines.around(1, 3, 1);

    assertThat(Gates.cannotFail(comparer.compare(usable, usable, Path.of(".")))).isEmpty();
    assertThat(Gates.cannotFail(comparer.compare(few, usable, Path.of("."))).orElseThrow())
        .contains("5 forks a side, not 3", "--forks 5");
    assertThat(
            Gates.cannotFail(
                new Comparer("p99.99", 0.05)
                    .compare(
                        usable,
                        Baselines.of(Baselines.few(5, 0), "25.0.3", Map.of()),
                        Path.of("."))))
        .isPresent();
  }
}
