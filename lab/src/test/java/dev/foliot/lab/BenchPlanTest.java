package dev.foliot.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.store.ForkRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchPlanTest {
  @Test
  void shouldPutTheRatesOfASweepInOrder() {
    assertThat(Plans.of(Plans.rates("20k/s", "1/min", "5k/s")).loads())
        .extracting(load -> load.rate().toString())
        .containsExactly("1/min", "5k/s", "20k/s");
  }

  @Test
  void shouldRefuseTheSameRateTwiceHoweverItIsWritten() {
    refused(() -> Plans.of(Plans.rates("1k/s", "60k/min")), "the rate 1k/s is there twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ramp:1k/s..2k/s", "step:1k/s,2k/s", "trace:missing.txt"})
  void shouldRefuseASweepOfArrivalsThatHaveTheirOwnRates(String arrivals) {
    List<BenchConfig> loads =
        Plans.rates("1k/s", "2k/s").stream()
            .map(load -> load.with(Map.of("arrivals", arrivals)))
            .toList();

    refused(() -> Plans.of(loads), "--arrivals " + arrivals + " has its own rates");
  }

  @Test
  void shouldRefuseNoRatesAndTooMany() {
    refused(() -> Plans.of(List.of()), "give 1 to 100 rates, not 0");
    String[] many = IntStream.rangeClosed(1, 101).mapToObj(n -> n + "/s").toArray(String[]::new);
    refused(() -> Plans.of(Plans.rates(many)), "give 1 to 100 rates, not 101");
  }

  @Test
  void shouldGiveEveryArmAndLoadTheSameSeeds() {
    SweepAgenda agenda = new SweepAgenda(Plans.of(3, Plans.rates("1k/s", "2k/s")));
    List<ForkRecord> ended = new ArrayList<>();
    List<Agenda.Turn> turns = new ArrayList<>();
    for (Agenda.Turn turn = agenda.next(ended); turn != null; turn = agenda.next(ended)) {
      turns.add(turn);
      ended.add(Forks.of(1));
    }

    assertThat(turns).hasSize(12).doesNotHaveDuplicates().hasSize(agenda.forks());
    for (int block = 0; block < 2; block++) {
      int replicate = block;
      assertThat(turns.subList(block * 6, block * 6 + 6))
          .allMatch(turn -> turn.replicate() == replicate)
          .extracting(turn -> turn.arm() * 2 + turn.load())
          .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    }
  }

  private static void refused(Runnable plan, String why) {
    assertThatThrownBy(plan::run)
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }
}
