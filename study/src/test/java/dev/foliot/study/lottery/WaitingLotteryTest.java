package dev.foliot.study.lottery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.study.StudyPrediction;
import org.junit.jupiter.api.Test;

class WaitingLotteryTest {
  private static final int WRITTEN = 32;
  private static final int READ = 56;

  /** At 8, 16 and 24 bytes into a line of 64 the two fields are on two lines, elsewhere on one. */
  @Test
  void shouldMoveTheClassToTheNearestPlaceOfTheOtherKind() {
    assertThat(WaitingLottery.opposite(at(64, 0), 5)).hasValue(6);
    assertThat(WaitingLottery.opposite(at(64, 8), 1)).hasValue(4);
    assertThat(WaitingLottery.opposite(at(64, 24), 0)).hasValue(1);
    assertThat(WaitingLottery.opposite(at(64, 32), 2)).hasValue(7);
    assertThat(WaitingLottery.opposite(at(64, 56), 0)).hasValue(2);
  }

  @Test
  void shouldKnowLinesOfOtherLengths() {
    assertThat(WaitingLottery.opposite(at(128, 0), 0)).hasValue(9);
    assertThat(WaitingLottery.opposite(at(8, 0), 0)).isEmpty();
  }

  private static StudyPrediction at(int lineBytes, int offset) {
    boolean same = (offset + WRITTEN) / lineBytes == (offset + READ) / lineBytes;
    return new StudyPrediction(
        "2026-12-01T15:00:22Z",
        "17",
        new StudyPrediction.LoadedClass("a.B", "app", "0x0"),
        new StudyPrediction.Line(lineBytes, offset, WRITTEN, READ, same),
        same ? StudyPrediction.SLOW : StudyPrediction.FAST,
        "");
  }
}
