package dev.foliot.study.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyThreads;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A load of ten seconds, sampled each tenth of a second. */
final class ThreadGrowthTest {
  private static final int LOOKS = 100;
  private static final double LOAD_MS = 10_000;

  @Test
  void shouldNameThreadsThatGrowToTheEnd() {
    assertThat(of(look -> 40 + look)).hasValue(new StudyReason.ThreadsGrew(90, 123));
  }

  @Test
  void shouldNotMindThreadsThatComeAndGo() {
    assertThat(of(look -> 40 + look % 13)).isEmpty();
    assertThat(of(look -> 40)).isEmpty();
  }

  @Test
  void shouldNotMindAServiceThatFoundItsSize() {
    assertThat(of(look -> Math.min(300, 40 + 10 * look))).isEmpty();
    assertThat(of(look -> look < 70 ? 50 : 90)).isEmpty();
  }

  @Test
  void shouldNotMindTheFewThatAJvmStartsItself() {
    assertThat(of(look -> 40 + look / 10)).isEmpty();
    assertThat(of(look -> 2_000 + look)).isEmpty();
  }

  @Test
  void shouldLeaveThePoolItsOwnGrowth() {
    assertThat(ThreadGrowth.in(watched(look -> 40 + look), told(look -> 20 + look), LOAD_MS))
        .isEmpty();
    assertThat(ThreadGrowth.in(watched(look -> 40 + look), told(look -> 20), LOAD_MS)).isNotEmpty();
  }

  @Test
  void shouldLeaveThePoolThreadsThatEndAndComeAgain() {
    // the first sample of the half finds the pool with all its threads, and so does the last
    IntUnaryOperator pool = look -> look % 49 < 3 ? 200 : 20 + look;

    assertThat(ThreadGrowth.in(watched(look -> 20 + pool.applyAsInt(look)), told(pool), LOAD_MS))
        .isEmpty();
  }

  @Test
  void shouldLeaveAPoolItsGrowthThatToldOfItTwiceOnly() {
    List<StudyThreads> seldom = told(look -> 20 + look);
    assertThat(
            ThreadGrowth.in(
                watched(look -> 40 + look),
                List.of(seldom.get(LOOKS / 2 + 1), seldom.getLast()),
                LOAD_MS))
        .isEmpty();
    assertThat(ThreadGrowth.in(watched(look -> 40 + look), List.of(seldom.getLast()), LOAD_MS))
        .isNotEmpty();
  }

  @Test
  void shouldSayNothingOfWhatItDidNotSee() {
    assertThat(ThreadGrowth.in(List.of(), List.of(), LOAD_MS)).isEmpty();
    assertThat(ThreadGrowth.in(watched(look -> 40 + 9 * look).subList(0, 52), List.of(), LOAD_MS))
        .isEmpty();
  }

  private static Optional<Reason> of(IntUnaryOperator threads) {
    return ThreadGrowth.in(watched(threads), List.of(), LOAD_MS);
  }

  private static List<StudySample> watched(IntUnaryOperator threads) {
    return IntStream.range(0, LOOKS)
        .mapToObj(look ->
            new StudySample(
                look * LOAD_MS / LOOKS,
                new StudySample.Sums(0, 0, 0, 0, null, 0, 0),
                new StudySample.Now(1, threads.applyAsInt(look), 0, 1L << 20)))
        .toList();
  }

  private static List<StudyThreads> told(IntUnaryOperator threads) {
    return IntStream.range(0, LOOKS)
        .mapToObj(look ->
            new StudyThreads(look * LOAD_MS / LOOKS, null, threads.applyAsInt(look), 0, 0, look, 0))
        .toList();
  }
}
