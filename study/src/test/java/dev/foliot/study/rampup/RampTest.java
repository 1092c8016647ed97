package dev.foliot.study.rampup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.study.StudyInterval;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

public class RampTest {
  private static final long SECOND = 1_000_000_000;

  /** Intervals of 100 ms, with 5 idle ones before the load. */
  public static List<StudyInterval> intervals(int... ok) {
    List<StudyInterval> all = new ArrayList<>();
    for (int i = -5; i < ok.length; i++) {
      all.add(
          new StudyInterval(
              i * 100,
              i * 100 + 100,
              0,
              i < 0 ? 9_999 : ok[i],
              0,
              0,
              0,
              null,
              null,
              null,
              null,
              null,
              null,
              null));
    }
    return all;
  }

  @Test
  void shouldSeeThroughTheWavesOfAConstantDelay() {
    // 300 clients, 200 ms: all at once, none for 200 ms, all at once
    int[] ok = new int[40];
    for (int i = 2; i < ok.length; i += 2) {
      ok[i] = 300;
    }

    Ramp ramp = Ramp.of(intervals(ok), 4 * SECOND, SECOND / 5);

    assertThat(ramp.peakPerS()).isEqualTo(1_500);
    assertThat(ramp.secondsTo(0.95 * 1_500)).hasValue(0.3);
  }

  @Test
  void shouldTellWhenALateArmGetsThere() {
    int[] ok = new int[40];
    for (int i = 0; i < ok.length; i++) {
      ok[i] = Math.min(150, 5 * i);
    }

    Ramp ramp = Ramp.of(intervals(ok), 4 * SECOND, SECOND / 20);

    assertThat(ramp.peakPerS()).isEqualTo(1_500);
    assertThat(ramp.secondsTo(1_425)).hasValue(2.95);
    assertThat(ramp.secondsTo(1_501)).isEmpty();
  }

  @Test
  void shouldLeaveOutWhatEndsAfterTheLoad() {
    Ramp ramp = Ramp.of(intervals(1, 1, 1, 1, 1_000), SECOND * 2 / 5, SECOND / 20);

    assertThat(ramp.peakPerS()).isEqualTo(10);
  }

  @Test
  void shouldSayNothingOfNothing() {
    Ramp ramp = Ramp.of(List.of(), SECOND, SECOND);

    assertThat(ramp.peakPerS()).isZero();
    assertThat(ramp.secondsTo(1)).isEmpty();
  }
}
