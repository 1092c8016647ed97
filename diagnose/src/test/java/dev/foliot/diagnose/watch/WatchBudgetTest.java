package dev.foliot.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WatchBudgetTest {
  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private final WatchBudget budget = new WatchBudget(10_000);

  @Test
  void shouldGiveTheWholeWindowWhileThereIsTime() {
    assertThat(budget.windowNs(List.of(1, 2), 5 * MS, 2_000, S)).isEqualTo(5 * MS);
    assertThat(budget.refusals()).isZero();
  }

  @Test
  void shouldGiveLessWhenLittleIsLeft() {
    budget.spent(1, 1_700); // 17 of 20 ms
    assertThat(budget.windowNs(List.of(1, 2), 5 * MS, 2_000, S)).isEqualTo(3 * MS);
    assertThat(budget.windowNs(List.of(2), 5 * MS, 2_000, S)).isEqualTo(5 * MS);
  }

  @Test
  void shouldRefuseWhenNothingIsLeft() {
    budget.spent(1, 1_950);
    assertThat(budget.windowNs(List.of(1), 5 * MS, 2_000, S)).isZero();
    assertThat(budget.refusals()).isEqualTo(1);
    // Few hits cost little, however long the window.
    assertThat(budget.windowNs(List.of(1), 5 * MS, 40, S)).isEqualTo(5 * MS);
  }

  @Test
  void shouldChargeMoreForWhatIsSampled() {
    WatchBudget dear = new WatchBudget(10_000, 25_000, new WatchTurns());
    dear.spent(1, 300);
    dear.spentOnSamples(1, 100);
    dear.spent(2, 400);
    assertThat(dear.hits()).isEqualTo(800);
    assertThat(dear.worstShare(S)).isCloseTo(0.0055, within(1e-9));
    assertThat(dear.hitNs()).isEqualTo(9_500_000 / 800.0);
    // 14.5 of 20 ms are left.
    assertThat(dear.samplingNs(List.of(1), 50 * MS, 500, S)).isEqualTo(50 * MS);
    assertThat(dear.samplingNs(List.of(1), 50 * MS, 600, S)).isEqualTo(14_500_000);
    assertThat(dear.windowNs(List.of(1), 50 * MS, 600, S)).isEqualTo(50 * MS);
  }

  @Test
  void shouldKnowWhoLostMost() {
    budget.spent(1, 100);
    budget.spent(2, 250);
    budget.spent(2, 250);
    assertThat(budget.hits()).isEqualTo(600);
    assertThat(budget.worstShare(S)).isCloseTo(0.005, within(1e-9));
    assertThat(budget.worstShare(0)).isZero();
  }

  /**
   * The cost was measured while another process had the CPU; then a thread makes more hits than
   * would fit.
   */
  @Test
  void shouldLearnThatAHitIsCheaperThanMeasured() {
    WatchBudget dear = new WatchBudget(21_800);
    assertThat(dear.leastHitNs()).isEqualTo(21_800);
    dear.fitted(0, 5_000_000);
    dear.fitted(100, 5_000_000);
    assertThat(dear.leastHitNs()).isEqualTo(21_800);
    dear.fitted(500, 5_000_000);
    dear.fitted(400, 5_000_000);
    assertThat(dear.leastHitNs()).isEqualTo(10_000);
  }
}
