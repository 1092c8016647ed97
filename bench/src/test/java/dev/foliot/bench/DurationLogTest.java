package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DurationLogTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void shouldPutTheIntervalsOfSeveralLogsTogether() {
    DurationLog one = new DurationLog();
    one.record(50, 30, 5);
    one.endInterval(0, SECOND);
    one.record(70, 70, 0);
    one.endInterval(SECOND, 2 * SECOND);
    DurationLog other = new DurationLog();
    other.record(100, 40, 0);
    other.endInterval(0, SECOND);

    List<Interval> intervals = DurationLog.merged(List.of(one, other));
    Map<Kind, Durations> total = DurationLog.total(intervals);

    assertThat(intervals).hasSize(2);
    assertThat(of(intervals.get(0).durations(), Kind.RESPONSE).count()).isEqualTo(2);
    assertThat(of(intervals.get(1).durations(), Kind.RESPONSE).maxNs()).isEqualTo(70);
    assertThat(of(total, Kind.RESPONSE).sumNs()).isEqualTo(220);
    assertThat(of(total, Kind.SERVICE).sumNs()).isEqualTo(140);
    assertThat(of(total, Kind.LAG).sumNs()).isEqualTo(80);
    assertThat(of(total, Kind.BACKLOG).sumNs()).isEqualTo(75);
    assertThat(of(total, Kind.LATENESS).sumNs()).isEqualTo(5);
  }

  @Test
  void shouldCountWhatContradictsItselfAndNothingElseOfIt() {
    DurationLog log = new DurationLog();
    log.record(10, 20, 0);
    log.endInterval(0, SECOND);

    assertThat(log.contradictory()).isEqualTo(1);
    assertThat(of(DurationLog.total(DurationLog.merged(List.of(log))), Kind.RESPONSE).count())
        .isZero();
  }

  private static Durations of(Map<Kind, Durations> durations, Kind kind) {
    return Objects.requireNonNull(durations.get(kind));
  }
}
