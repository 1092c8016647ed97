package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.stats.Knee;
import dev.foliot.store.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateKneeTest {
  private static RateKnee.Rate rate(int saturated, Map<String, Spread> response) {
    return new RateKnee.Rate(2, saturated, response);
  }

  private static Map<String, Spread> p90(long ns) {
    return Map.of("p90", spread(ns), "p50", spread(1));
  }

  private static Map<String, Spread> p99(long ns) {
    return Map.of("p99", spread(ns), "p90", spread(1), "p50", spread(1));
  }

  private static Spread spread(long ns) {
    return new Spread(ns, ns, ns);
  }

  @Test
  void shouldJudgeByTheHighestPercentileThatEveryRateHas() {
    assertThat(RateKnee.of(List.of(rate(0, p99(10)), rate(0, p99(15)), rate(0, p99(20)))))
        .isEqualTo(new RateKnee("p99", new Knee(2, Knee.End.DOUBLED)));
    assertThat(RateKnee.of(List.of(rate(0, p90(10)), rate(0, p99(15)))))
        .isEqualTo(new RateKnee("p90", new Knee(2, Knee.End.NO_MORE_RATES)));
  }

  @Test
  void shouldNotAskForPercentilesOfASaturatedRate() {
    assertThat(RateKnee.of(List.of(rate(0, p99(10)), rate(1, Map.of()))))
        .isEqualTo(new RateKnee("p99", new Knee(1, Knee.End.SATURATED)));
  }

  @Test
  void shouldTakeARateForSaturatedWhereHalfOfItsForksAre() {
    assertThat(new RateKnee.Rate(3, 1, Map.of()).isSaturated()).isFalse();
    assertThat(new RateKnee.Rate(4, 2, Map.of()).isSaturated()).isTrue();
    assertThat(new RateKnee.Rate(0, 0, Map.of()).isSaturated()).isFalse();
  }
}
