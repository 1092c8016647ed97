package dev.foliot.checks.fleets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.fleet.FleetVerdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The proof of changes over time in small. */
final class ChangingFleetsTest {
  /** Fixed: each fleet may be misjudged by chance; the long proof uses other seeds too. */
  private static final long SEED = 20_261_129;

  private static final int FLEETS = 12;

  private static List<String> lines(List<ChangingFleets.Outcome> outcomes) {
    return outcomes.stream().map(ChangingFleets.Outcome::line).toList();
  }

  /** The least of twelve fleets in which the change is found, with its nodes and its time. */
  @ParameterizedTest
  @EnumSource(
      value = ChangeKind.class,
      names = {"ONE", "QUARTER", "BACK", "DEPLOY", "MOST"})
  void shouldFindAndDateAChangeOfSomeNodes(ChangeKind kind) {
    List<ChangingFleets.Outcome> outcomes = ChangingFleets.outcomes(kind, FLEETS, SEED);

    assertThat(outcomes.stream().filter(ChangingFleets.Outcome::dated).count())
        .as("%s", lines(outcomes))
        .isGreaterThanOrEqualTo(FLEETS - 1);
  }

  @Test
  void shouldKnowNodesThatDriftAndAChangeOfAllNodes() {
    List<ChangingFleets.Outcome> drifts = ChangingFleets.outcomes(ChangeKind.DRIFT, FLEETS, SEED);
    List<ChangingFleets.Outcome> all = ChangingFleets.outcomes(ChangeKind.ALL, FLEETS, SEED);

    assertThat(drifts).as("%s", lines(drifts)).allMatch(ChangingFleets.Outcome::found);
    assertThat(all.stream().filter(ChangingFleets.Outcome::found).count())
        .as("%s", lines(all))
        .isGreaterThanOrEqualTo(FLEETS / 2);
  }

  @Test
  void shouldReportNoChangeWhereNothingHappens() {
    for (ChangeKind kind : List.of(ChangeKind.FLAT, ChangeKind.CAPPED, ChangeKind.WHOLE_PERCENT)) {
      List<ChangingFleets.Outcome> outcomes = ChangingFleets.outcomes(kind, 5 * FLEETS, SEED);

      assertThat(outcomes).as("%s", lines(outcomes)).noneMatch(ChangingFleets.Outcome::alarm);
    }
  }

  @Test
  void shouldNotCallBlueAndGreenTwoGroups() {
    List<ChangingFleets.Outcome> outcomes =
        ChangingFleets.outcomes(ChangeKind.BLUE_GREEN, FLEETS, SEED);

    assertThat(outcomes)
        .as("%s", lines(outcomes))
        .noneMatch(one -> one.record().verdict() == FleetVerdict.BANDS)
        .anyMatch(one -> one.record().verdict() == FleetVerdict.UNDECIDED);
  }

  @Test
  void shouldNameTheNodesThatAlwaysStandAtTheirLimit() {
    assertThat(ChangingFleets.outcomes(ChangeKind.CAPPED, FLEETS, SEED))
        .allSatisfy(one -> {
          var ceiling = one.record().finding().ceiling();
          assertThat(ceiling).as(one.line()).isNotNull();
          assertThat(ceiling.always()).containsExactlyElementsOf(one.fleet().changed());
        });
  }
}
