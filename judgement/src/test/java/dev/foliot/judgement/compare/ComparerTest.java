package dev.foliot.judgement.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.judgement.Baselines;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonRecord.Difference;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.comparison.WildFork;
import dev.foliot.store.explain.StopKind;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparerTest {
  private static final Path STORE = Path.of(".foliot");

  @Test
  void shouldCallTheSameTheSame() {
    ComparisonRecord comparison = compare(Baselines.around(1, 10, 1), Baselines.around(1, 10, 2));

    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(comparison.decision().primary()).isEqualTo("p99");
    assertThat(comparison.figures().percentiles())
        .extracting(ComparisonRecord.Percentile::percentile)
        .containsExactlyElementsOf(Percentiles.NAMES);
    assertThat(comparison.figures().percentiles()).allMatch(p -> p.change().forksNeeded() == null);
    assertThat(comparison.validity().verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldFindWhatBecameWorseAndWhatBecameBetter() {
    BaselineRecord slow = Baselines.around(1.2, 10, 1);
    BaselineRecord fast = Baselines.around(1, 10, 2);

    ComparisonRecord.Percentile worse = compare(fast, slow).figures().percentiles().getFirst();
    assertThat(worse.change().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(worse.change().ratio()).isBetween(1.15, 1.25);
    assertThat(worse.change().low()).isBetween(1.1, 1.2);
    assertThat(worse.change().high()).isBetween(1.2, 1.3);
    assertThat(worse.aNs()).isBetween(9_500L, 10_500L);
    assertThat(worse.bNs()).isBetween(11_500L, 12_500L);
    assertThat(compare(slow, fast).decision().verdict()).isEqualTo(ComparisonVerdict.BETTER);
  }

  /** One of the five before is twenty times too slow, which is no reason to miss the change. */
  @Test
  void shouldFindADoubledPercentileBesideAWildForkAndNameIt() {
    BaselineRecord even = Baselines.around(1, 5, 1);
    List<Percentiles> forks = new ArrayList<>(even.figures().forks());
    forks.set(2, Baselines.figures(20, 4_000_000L));
    BaselineRecord wild =
        Baselines.of(forks, "25.0.3", Map.of())
            .with(
                List.of(
                    new WildFork(3, "p99", 20, StopKind.GC_PAUSE, 0.83),
                    new WildFork(3, "p50", 20, StopKind.GC_PAUSE, 0.83)));

    ComparisonRecord comparison = compare(wild, Baselines.around(2, 5, 2));

    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(comparison.figures().percentiles().getFirst().change().ratio()).isBetween(1.8, 2.2);
    assertThat(comparison.a().wildForks()).hasSize(1);
    assertThat(ComparisonAnswer.of(comparison).sentence())
        .endsWith(
            "Fork 3 of A is 20.0 times as slow as the others: garbage collection stopped the JVM"
                + " (83 % of its delay).");
  }

  @Test
  void shouldCompareWhatIsSustainedWhereALoadSaturates() {
    BaselineRecord side = Baselines.around(1, 5, 1);
    BaselineRecord before = Baselines.saturated(side, 37_000, 36_500, 37_200, 36_800, 37_100);
    BaselineRecord after = Baselines.saturated(side, 30_000, 30_500, 29_800, 30_100, 30_200);

    ComparisonRecord comparison = compare(before, after);

    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(comparison.figures().sustained())
        .satisfies(sustained -> {
          assertThat(sustained.ratio()).isBetween(0.8, 0.83);
          assertThat(sustained.high()).isLessThan(0.85);
          assertThat(sustained.aPerS()).isEqualTo(37_000);
          assertThat(sustained.bPerS()).isEqualTo(30_100);
        });
    assertThat(compare(after, before).decision().verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(compare(before, before).decision().verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(compare(side, side).figures().sustained()).isNull();
  }

  @Test
  void shouldDecideNothingWithFewForks() {
    ComparisonRecord comparison = compare(Baselines.around(1, 4, 1), Baselines.around(3, 10, 2));

    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(comparison.figures().percentiles())
        .allMatch(p -> p.change().verdict() == ComparisonVerdict.UNDECIDED);
    assertThat(comparison.figures().percentiles().getFirst().change().forksNeeded())
        .isGreaterThanOrEqualTo(5);
  }

  @Test
  void shouldNotCompareWhatTheForksTogetherCannotCarry() {
    BaselineRecord few = Baselines.of(Baselines.few(10, 0), "25.0.3", Map.of());

    ComparisonRecord.Percentile p9999 =
        compare(few, Baselines.around(1, 10, 2)).figures().percentiles().getLast();
    assertThat(p9999.change().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(p9999.change().ratio()).isNull();
    assertThat(p9999.change().low()).isNull();
    assertThat(p9999.aNs()).isNull();
    assertThat(p9999.bNs()).isNotNull();
    assertThat(p9999.reason()).isEqualTo("0 episodes beyond it in the 10 forks of A, needs 10");
  }

  @Test
  void shouldCompareWhatOnlyTheForksTogetherCanCarry() {
    BaselineRecord few = Baselines.of(Baselines.few(10, 1), "25.0.3", Map.of());

    ComparisonRecord.Percentile p9999 =
        compare(few, Baselines.around(1, 10, 2)).figures().percentiles().getLast();
    assertThat(p9999.reason()).isNull();
    assertThat(p9999.change().ratio()).isBetween(0.95, 1.05);
  }

  @Test
  void shouldNotCompareWhatAForkDoesNotSay() {
    List<Percentiles> forks = new ArrayList<>(Baselines.around(1, 9, 1).figures().forks());
    forks.add(Baselines.figures(1, null));
    BaselineRecord lacking = Baselines.of(forks, "25.0.3", Map.of());

    assertThat(
            compare(lacking, Baselines.around(1, 10, 2)).figures().percentiles().getLast().reason())
        .isEqualTo("a fork of A does not say it");
  }

  @Test
  void shouldListInWhatTheSidesWereNotAlike() {
    BaselineRecord a = Baselines.around(1, 5, 1);
    BaselineRecord b =
        Baselines.of(a.figures().forks(), "17.0.9", Map.of("cpu_count", 4L, "smt", true));

    assertThat(compare(a, Baselines.around(1, 5, 2)).figures().environmentDifferences()).isEmpty();
    assertThat(compare(a, b).figures().environmentDifferences())
        .containsExactly(
            new Difference("jdk_version", "25.0.3", "17.0.9"),
            new Difference("cpu_count", "2", "4"),
            new Difference("smt", "", "true"));
  }

  @Test
  void shouldBeInvalidWithoutForks() {
    BaselineRecord none = Baselines.of(List.of(), "25.0.3", Map.of());
    ComparisonRecord comparison = compare(none, Baselines.around(1, 10, 2));

    assertThat(comparison.validity().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(comparison.validity().reasons()).containsExactly("A: it has no fork");
    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(comparison.figures().percentiles().getFirst().reason())
        .isEqualTo("A has no fork that counts");
  }

  @Test
  void shouldRefuseWhatCannotDecide() {
    assertThatThrownBy(() -> new Comparer("p95", 0.05))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("--primary must be one of p50");
    assertThatThrownBy(() -> new Comparer("p99", 0)).hasMessageContaining("--margin must be");
    assertThatThrownBy(() -> new Comparer("p99", Double.NaN)).isInstanceOf(FoliotException.class);
    assertThat(new Comparer("p99.9", 1)).isNotNull();
  }

  private static ComparisonRecord compare(BaselineRecord a, BaselineRecord b) {
    return new Comparer(Comparer.USUAL_PRIMARY, Comparer.USUAL_MARGIN).compare(a, b, STORE);
  }
}
