package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.json.JsonException;
import dev.foliot.apps.json.JsonReader;
import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.NanoClock;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

final class ParkedWatchTest {
  private static final long MS = 1_000_000;

  /** Two CPUs, and a strategy that lets as many tasks run as are said. */
  private static ParkedWatch watch(int size) {
    return new ParkedWatch(() -> new Callers.Look(0, 0, 0), 2, () -> size, NanoClock.system());
  }

  private static Map<?, ?> told(ParkedWatch watch) throws JsonException {
    JsonWriter json = new JsonWriter().object();
    watch.write(json);
    return (Map<?, ?>)
        Objects.requireNonNull(JsonReader.object(json.endObject().toString()).get("parked"));
  }

  private static void sample(
      ParkedWatch watch, long atMs, Callers.Look first, Callers.Look second) {
    watch.add(2 * MS, first, atMs * MS, second, atMs * MS + ParkedWatch.APART_NS);
  }

  @Test
  void shouldCountAWorkerThatIsParkedWhileATaskWaits() throws JsonException {
    ParkedWatch watch = watch(50);
    Callers.Look stuck = new Callers.Look(3, 1, 70);
    sample(watch, 10, stuck, stuck);
    sample(watch, 12, stuck, stuck);
    sample(watch, 14, new Callers.Look(3, 2, 71), new Callers.Look(3, 2, 71));
    sample(watch, 16, new Callers.Look(0, 0, 80), new Callers.Look(0, 0, 80));

    assertThat(number(watch, "samples")).isEqualTo(4);
    assertThat(number(watch, "queued_share")).isEqualTo(0.75);
    assertThat(number(watch, "parked_while_queued_share")).isEqualTo(2 / 3.0);
    assertThat(number(watch, "parked_share")).isEqualTo(0.5);
    assertThat(number(watch, "longest_us")).isEqualTo(2_100);
  }

  @Test
  void shouldNotCountAWorkerOnItsWayToTheNextTask() throws JsonException {
    ParkedWatch watch = watch(50);
    sample(watch, 10, new Callers.Look(3, 1, 70), new Callers.Look(3, 1, 71));
    // looks that are not as far apart as they have to be say nothing
    watch.add(2 * MS, new Callers.Look(3, 1, 72), 0, new Callers.Look(3, 1, 72), 1_000);

    assertThat(number(watch, "queued_share")).isEqualTo(1);
    assertThat(number(watch, "parked_while_queued_share")).isZero();
    assertThat(number(watch, "longest_us")).isZero();
  }

  @Test
  void shouldNotAskForMoreThanTheStrategyAllows() throws JsonException {
    ParkedWatch watch = watch(1);
    Callers.Look allowed = new Callers.Look(3, 1, 70);
    sample(watch, 10, allowed, allowed);

    assertThat(number(watch, "parked_while_queued_share")).isZero();
  }

  @Test
  void shouldBeginAnewWhenATaskHasBegun() throws JsonException {
    ParkedWatch watch = watch(50);
    sample(watch, 10, new Callers.Look(1, 0, 7), new Callers.Look(1, 0, 7));
    sample(watch, 30, new Callers.Look(1, 0, 9), new Callers.Look(1, 0, 9));

    assertThat(number(watch, "longest_us")).isEqualTo(100);
  }

  @Test
  void shouldLookAllTheTimeAndCountOnlyWhenItIsTold() throws Exception {
    Semaphore looks = new Semaphore(0);
    ParkedWatch watch =
        new ParkedWatch(
            () -> {
              looks.release();
              return new Callers.Look(0, 0, 0);
            },
            2,
            () -> 1,
            NanoClock.system());
    watch.start();
    looks.acquire(10);
    assertThat(number(watch, "samples")).isZero();

    watch.count();
    looks.drainPermits();
    looks.acquire(10); // two looks a sample, and one of them may have begun before
    watch.stop();

    assertThat(number(watch, "samples")).isGreaterThanOrEqualTo(3);
  }

  @Test
  void shouldTellNothingOfNothing() throws JsonException {
    assertThat(number(watch(1), "parked_while_queued_share")).isZero();
  }

  private static double number(ParkedWatch watch, String name) throws JsonException {
    return new BigDecimal(String.valueOf(told(watch).get(name))).doubleValue();
  }
}
