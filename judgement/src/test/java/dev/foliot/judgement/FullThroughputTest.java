package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FullThroughputTest {
  private static final int INTERVALS = 20;
  private static final long MS = 1_000_000;

  private final Map<Integer, StudyCourse> courses = new HashMap<>();

  /** A fork that answers nothing for so many intervals of 100 ms, and then so much in each. */
  private void course(int fork, int idle, int perInterval) {
    int[] ok = new int[INTERVALS];
    Arrays.fill(ok, idle, INTERVALS, perInterval);
    courses.put(
        fork,
        new StudyCourse(
            ThroughputRiseTest.intervals(ok),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of()));
  }

  @Test
  void shouldBeWhatTheLoadAsksForWhereAnArmSustainsIt() {
    StudyRecord study =
        new StoredStudies()
            .burst(100, 100 * MS)
            .fork("a", 0, 1, Verdict.VALID)
            .fork("b", 0, 1, Verdict.SUSPECT)
            .fork("a", 0, 1, Verdict.INVALID)
            .build();
    course(1, 1, 110);
    course(2, 5, 20);
    course(3, 0, 5_000);

    FullThroughput full = FullThroughput.of(study, 0, courses);

    assertThat(full.possiblePerS()).hasValue(1_000);
    assertThat(full.perS()).isEqualTo(1_000);
    assertThat(full.secondsTo(study.points().get(0))).hasValue(0.2);
    assertThat(full.plateauPerS(study.points().get(1)).orElseThrow()).isCloseTo(200, within(1.0));
    assertThat(full.secondsTo(study.points().get(1))).isEmpty();
    StudyPoint invalid = study.points().get(2);
    assertThat(full.plateauPerS(invalid)).isEmpty();
    assertThat(full.secondsTo(invalid)).isEmpty();
  }

  /** Virtual threads that serve 932/s of 1,000/s are at full throughput. */
  @Test
  void shouldBeWhatTheBestArmSustainsWhereThatIsLess() {
    StudyRecord study =
        new StoredStudies()
            .burst(100, 100 * MS)
            .fork("a", 0, 1, Verdict.VALID)
            .fork("b", 0, 1, Verdict.VALID)
            .build();
    course(1, 1, 93);
    course(2, 7, 90);

    FullThroughput full = FullThroughput.of(study, 0, courses);

    assertThat(full.perS()).isCloseTo(930, within(1.0));
    assertThat(full.secondsTo(study.points().get(0))).hasValue(0.2);
    assertThat(full.secondsTo(study.points().get(1))).hasValue(0.8);
  }

  @Test
  void shouldBeThePlateauWhereNoDelayIsKnown() {
    StudyRecord study = new StoredStudies().burst(100, 0).fork("a", 0, 1, Verdict.VALID).build();
    course(1, 10, 50);

    FullThroughput full = FullThroughput.of(study, 0, courses);

    assertThat(full.possiblePerS()).isEmpty();
    assertThat(full.perS()).isCloseTo(500, within(1.0));
    assertThat(full.secondsTo(study.points().getFirst())).hasValue(1.1);
  }

  @Test
  void shouldBeNothingWithoutAnswers() {
    StudyRecord study =
        new StoredStudies().burst(100, 100 * MS).fork("a", 0, 1, Verdict.VALID).build();

    FullThroughput full = FullThroughput.of(study, 0, Map.of());

    assertThat(full.perS()).isZero();
    assertThat(full.secondsTo(study.points().getFirst())).isEmpty();
  }
}
