package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What every schedule keeps to; each kind runs this. */
abstract class ScheduleContract {
  private static final int FEW = 100_000;

  /** A schedule of an ordinary rate; the same one for the same seed. */
  abstract Schedule schedule(long seed);

  /** One that comes to {@link Schedule#END} within a few million messages. */
  abstract Schedule untilTheEnd();

  /** How many messages the ordinary schedule should have started before a time. */
  abstract double expectedBefore(long timeNs);

  /** By how much the real number may be off. */
  abstract double tolerance(double expected);

  @Test
  void shouldNeverGoBack() {
    Schedule schedule = schedule(1);
    long last = schedule.nextNs();
    for (int i = 1; i < FEW; i++) {
      long next = schedule.nextNs();
      assertThat(next).as("message %d", i).isGreaterThanOrEqualTo(last);
      last = next;
    }
  }

  @Test
  void shouldNeverStartBeforeTheLoad() {
    for (long seed = 1; seed <= 100; seed++) {
      assertThat(schedule(seed).nextNs()).as("seed %d", seed).isNotNegative();
    }
  }

  @Test
  void shouldGiveTheSameTimesForTheSameSeed() {
    Schedule once = schedule(7);
    Schedule again = schedule(7);
    for (int i = 0; i < FEW; i++) {
      assertThat(again.nextNs()).as("message %d", i).isEqualTo(once.nextNs());
    }
  }

  @Test
  void shouldComeToItsEndInOrderAndStayThere() {
    Schedule schedule = untilTheEnd();
    long last = 0;
    for (long next = schedule.nextNs(); next != Schedule.END; next = schedule.nextNs()) {
      assertThat(next).isGreaterThanOrEqualTo(last);
      last = next;
    }
    for (int i = 0; i < FEW; i++) {
      assertThat(schedule.nextNs()).isEqualTo(Schedule.END);
    }
  }

  @Test
  void shouldKeepItsMeanRateOverALongStretch() {
    Schedule schedule = schedule(3);
    long started = 0;
    long checkNs = 1_000_000_000;
    for (long next = schedule.nextNs(); checkNs <= 100_000_000_000L; next = schedule.nextNs()) {
      while (next >= checkNs && checkNs <= 100_000_000_000L) {
        double expected = expectedBefore(checkNs);
        assertThat(Math.abs(started - expected))
            .as("%d messages before %d ns, %.1f expected", started, checkNs, expected)
            .isLessThanOrEqualTo(tolerance(expected));
        checkNs *= 10;
      }
      started++;
    }
  }

  @Test
  void shouldStopBeforeTheTimeItIsCutAt() {
    Schedule whole = schedule(5);
    long cutNs = 0;
    for (int i = 0; i < 1_000; i++) {
      cutNs = whole.nextNs();
    }
    Schedule cut = schedule(5).until(cutNs);
    Schedule again = schedule(5);
    for (long next = cut.nextNs(); next != Schedule.END; next = cut.nextNs()) {
      assertThat(next).isEqualTo(again.nextNs()).isLessThan(cutNs);
    }
    assertThat(again.nextNs()).isGreaterThanOrEqualTo(cutNs);
    assertThat(cut.nextNs()).isEqualTo(Schedule.END);
  }

  @Test
  void shouldAllocateNothingPerMessage() {
    Schedule schedule = schedule(9).until(Schedule.END);
    play(schedule, FEW);
    long bytes = Allocation.bytesOf(() -> play(schedule, FEW));
    assertThat(bytes).as("bytes for %d messages", FEW).isLessThan(FEW / 10);
  }

  private static void play(Schedule schedule, int messages) {
    for (int i = 0; i < messages; i++) {
      schedule.nextNs();
    }
  }
}
