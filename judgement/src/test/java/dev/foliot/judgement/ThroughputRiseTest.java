package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.store.study.StudyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** 300 clients and a delay of 300 ms, as the quick ramp-up has them on one CPU: 1,000/s. */
class ThroughputRiseTest {
  private static final int CLIENTS = 300;
  private static final double DELAY_MS = 300;
  private static final double LOAD_MS = 3_500;
  private static final double FULL = 1_000;
  private static final long NS_PER_MS = 1_000_000;
  private static final long INTERVAL_NS = 100 * NS_PER_MS;

  private final Random random = new Random(20261126);

  /** When each client begins, and for how long beyond the delay its n-th answer takes. */
  private List<Double> answers(
      int clients, IntToDoubleFunction beginMs, IntToDoubleFunction overMs) {
    List<Double> answers = new ArrayList<>();
    for (int client = 0; client < clients; client++) {
      double ms = beginMs.applyAsDouble(client);
      for (int n = 0; ms < LOAD_MS; n++) {
        ms += DELAY_MS + overMs.applyAsDouble(n);
        answers.add(ms);
      }
    }
    return answers;
  }

  private static ThroughputRise rise(List<Double> answers) {
    int[] ok = new int[(int) (LOAD_MS / 100)];
    for (double ms : answers) {
      int interval = (int) Math.floor((ms - 1e-6) / 100);
      if (interval < ok.length) {
        ok[interval]++;
      }
    }
    return ThroughputRise.of(
        intervals(ok), ((long) LOAD_MS) * NS_PER_MS, ((long) DELAY_MS) * NS_PER_MS);
  }

  @Test
  void shouldFindAPlateauInWaves() {
    ThroughputRise rise = rise(answers(CLIENTS, client -> 0, n -> 0));

    assertThat(rise.plateauPerS()).isCloseTo(FULL, within(1.0));
    assertThat(rise.secondsTo(FULL)).hasValue(0.3);
  }

  /** A window of a second has three waves or four, and shows 1,200/s. */
  @Test
  void shouldNotTakeAWaveMoreForMoreThroughput() {
    ThroughputRise rise = rise(answers(CLIENTS, client -> 0, n -> 22));

    assertThat(rise.plateauPerS()).isBetween(0.9 * FULL, 1.01 * FULL);
    assertThat(rise.secondsTo(rise.plateauPerS()).orElseThrow()).isBetween(0.3, 0.5);
  }

  @Test
  void shouldFindAPlateauUnderJitter() {
    ThroughputRise rise = rise(answers(CLIENTS, client -> 0, n -> random.nextDouble() * 60));

    // each client takes 330 ms in the mean
    assertThat(rise.plateauPerS()).isCloseTo(CLIENTS / 0.330, within(35.0));
    assertThat(rise.secondsTo(rise.plateauPerS()).orElseThrow()).isBetween(0.3, 0.5);
  }

  @Test
  void shouldSayWhenALateArmGetsThere() {
    // a thread more every 5 ms: the last client is served from 1.5 s on
    ThroughputRise rise =
        rise(answers(CLIENTS, client -> 5.0 * client, n -> random.nextDouble() * 20));

    assertThat(rise.secondsTo(FULL).orElseThrow()).isBetween(1.6, 2.0);
  }

  @Test
  void shouldForgiveOneSlowWindow() {
    // between 1.5 and 1.8 s nothing is answered, and all of it later
    IntToDoubleFunction over = n -> random.nextDouble() * 20;
    List<Double> answers = new ArrayList<>();
    for (double ms : answers(CLIENTS, client -> 0, over)) {
      answers.add(ms < 1_500 ? ms : ms + 300);
    }

    assertThat(rise(answers).secondsTo(FULL).orElseThrow()).isBetween(0.3, 0.5);
  }

  @Test
  void shouldNotForgiveASlowSecond() {
    List<Double> answers = new ArrayList<>();
    for (double ms : answers(CLIENTS, client -> 0, n -> random.nextDouble() * 20)) {
      answers.add(ms < 1_000 ? ms : ms + 1_000);
    }

    assertThat(rise(answers).secondsTo(FULL).orElseThrow()).isBetween(2.0, 2.5);
  }

  @Test
  void shouldSayThatAnArmNeverGetsThere() {
    ThroughputRise rise = rise(answers(50, client -> 0, n -> random.nextDouble() * 10));

    assertThat(rise.plateauPerS()).isCloseTo(50 / 0.305, within(10.0));
    assertThat(rise.secondsTo(FULL)).isEmpty();
    assertThat(rise.secondsTo(rise.plateauPerS()).orElseThrow()).isBetween(0.3, 0.5);
  }

  @Test
  void shouldSayThatAnArmWhichFallsBackNeverGetsThere() {
    List<Double> answers = new ArrayList<>();
    answers(CLIENTS, client -> 0, n -> 5).stream().filter(ms -> ms < 1_200).forEach(answers::add);
    answers(60, client -> 0, n -> 5).stream().filter(ms -> ms >= 1_200).forEach(answers::add);

    assertThat(rise(answers).secondsTo(FULL)).isEmpty();
  }

  /** What was queued is answered at once: more than full for a moment. */
  @Test
  void shouldNotRaiseThePlateauForAnArmThatOvershoots() {
    List<Double> answers = answers(CLIENTS, client -> 0, n -> random.nextDouble() * 20);
    for (int i = 0; i < CLIENTS; i++) {
      answers.add(1_000 + 100 * random.nextDouble());
    }

    ThroughputRise rise = rise(answers);

    assertThat(rise.plateauPerS()).isCloseTo(CLIENTS / 0.310, within(35.0));
    assertThat(rise.secondsTo(FULL).orElseThrow()).isBetween(0.3, 0.5);
  }

  @Test
  void shouldLeaveOutWhatIsBeforeAndAfterTheLoad() {
    List<StudyInterval> all = new ArrayList<>();
    all.add(StudyInterval.counted(-INTERVAL_NS, 0, 9_999, 1));
    all.addAll(intervals(10, 10, 10, 10, 10, 10, 9_999));

    ThroughputRise rise = ThroughputRise.of(all, 600 * NS_PER_MS, 0);

    assertThat(rise.plateauPerS()).isCloseTo(100, within(1.0));
  }

  @Test
  void shouldSayNothingOfNothing() {
    ThroughputRise rise = ThroughputRise.of(List.of(), 1_000 * NS_PER_MS, 1);

    assertThat(rise.plateauPerS()).isZero();
    assertThat(rise.secondsTo(0)).isEmpty();
    assertThat(rise.secondsTo(1)).isEmpty();
  }

  /** Intervals of 100 ms from the start of the load on. */
  static List<StudyInterval> intervals(int... ok) {
    List<StudyInterval> all = new ArrayList<>();
    for (int i = 0; i < ok.length; i++) {
      all.add(StudyInterval.counted(i * INTERVAL_NS, (i + 1) * INTERVAL_NS, ok[i], CLIENTS));
    }
    return all;
  }
}
