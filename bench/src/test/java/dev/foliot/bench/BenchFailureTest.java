package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failing task ends the bench with a reason and leaves nothing behind. */
class BenchFailureTest {
  private static final String MARKUP = "<b>\u001b[31m\n".repeat(2_000);

  private static Measurement run(BenchTask task, String... options) {
    Map<String, String> named = new LinkedHashMap<>();
    named.put("rate", "10k/s");
    named.put("warmup", "30ms");
    named.put("duration", "100ms");
    for (int i = 0; i < options.length; i += 2) {
      named.put(options[i], options[i + 1]);
    }
    return BenchRunner.run(task, BenchConfig.DEFAULT.with(named));
  }

  private static BenchFailedException failureOf(BenchTask task, String... options) {
    BenchFailedException failure =
        catchThrowableOfType(BenchFailedException.class, () -> run(task, options));
    assertThat(failure).as("the bench failed").isNotNull();
    assertThat(failure.getMessage()).doesNotContain("\n", "\u001b").hasSizeLessThan(2_000);
    return failure;
  }

  private static Measurement.Failure failure(Measurement m) {
    return Objects.requireNonNull(m.failure());
  }

  /** Measures a load that ends early; its numbers must still add up. */
  private static Measurement earlyEnd(BenchTask task, String... options) {
    Measurement m = run(task, options);
    assertThat(failure(m).reason()).doesNotContain("\n", "\u001b").hasSizeLessThan(1_000);
    Measurement.Totals totals = m.totals();
    assertThat(totals.started() + totals.unstarted()).isEqualTo(totals.scheduled());
    assertThat(totals.completed() + totals.lost()).isEqualTo(totals.started());
    m.durations()
        .forEach((kind, d) -> assertThat(d.count()).as("%s", kind).isEqualTo(totals.completed()));
    return m;
  }

  @AfterEach
  void leavesNoThreadBehind() throws InterruptedException {
    assertThat(OwnThreads.leftBehind()).isEmpty();
  }

  /** Fails at one point of its life. */
  private static final class Failing extends CountingTask {
    private final String where;
    private final Throwable failure;

    Failing(String where, Throwable failure) {
      this.where = where;
      this.failure = failure;
    }

    private void at(String point) throws Exception {
      if (!point.equals(where)) {
        return;
      }
      if (failure instanceof Error error) {
        throw error;
      }
      throw (Exception) failure;
    }

    @Override
    public void setUp(Bench bench) throws Exception {
      super.setUp(bench);
      at("setUp");
    }

    @Override
    public void send(long id) throws Exception {
      if (life.contains("warmedUp")) {
        at("send");
      } else {
        at("warm-up");
      }
      super.send(id);
    }

    @Override
    public void warmedUp() throws Exception {
      super.warmedUp();
      at("warmedUp");
    }

    @Override
    public void runComplete() throws Exception {
      super.runComplete();
      at("runComplete");
    }

    @Override
    public void tearDown() throws Exception {
      super.tearDown();
      at("tearDown");
    }
  }

  @ParameterizedTest
  @CsvSource({"setUp, 'setUp tearDown'", "warmedUp, 'setUp warmedUp tearDown'"})
  void shouldSayWhereTheLifeOfATaskFailedAndTearItDown(String where, String life) {
    Failing task = new Failing(where, new IOException("no disk"));
    BenchFailedException failure = failureOf(task);
    assertThat(failure)
        .hasMessage("the task's " + where + " threw java.io.IOException: no disk")
        .hasCauseInstanceOf(IOException.class);
    assertThat(task.life).containsExactly(life.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"runComplete", "tearDown"})
  void shouldKeepWhatWasMeasuredWhenTheEndFails(String where) {
    Failing task = new Failing(where, new IOException("no disk"));
    Measurement m = run(task);
    assertThat(failure(m).reason())
        .isEqualTo("the task's " + where + " threw java.io.IOException: no disk");
    assertThat(failure(m).trace()).contains("no disk");
    assertThat(m.totals().completed()).isEqualTo(m.totals().scheduled()).isPositive();
    assertThat(task.life).containsExactly("setUp", "warmedUp", "runComplete", "tearDown");
  }

  @ParameterizedTest
  @ValueSource(strings = {"setUp", "send", "warmedUp", "runComplete", "tearDown"})
  void shouldSurviveErrorsWithAHostileMessage(String where) {
    Failing task = new Failing(where, new AssertionError(MARKUP));
    if (!where.equals("setUp") && !where.equals("warmedUp")) {
      assertThat(failure(earlyEnd(task)).reason()).contains("java.lang.AssertionError", "<b>");
    } else {
      assertThat(failureOf(task).getMessage()).contains("java.lang.AssertionError", "<b>");
    }
    assertThat(task.life).endsWith("tearDown");
  }

  @Test
  void shouldSurviveAnExceptionThatCannotEvenBeDescribed() {
    Failing task =
        new Failing(
            "send",
            new IOException() {
              @Override
              public String getMessage() {
                throw new IllegalStateException("nor this");
              }
            });
    assertThat(failure(earlyEnd(task)).reason()).contains("BenchFailureTest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline", "threads:2"})
  void shouldEndEarlyWhenSendThrows(String dispatch) {
    Failing task = new Failing("send", new IOException("no disk"));
    Measurement m = earlyEnd(task, "dispatch", dispatch);
    assertThat(failure(m).reason())
        .startsWith("the task threw java.io.IOException: no disk at message ");
    assertThat(failure(m).trace()).contains("java.io.IOException: no disk", "BenchFailureTest");
    assertThat(m.totals().lost()).isPositive();
    assertThat(task.life).containsExactly("setUp", "warmedUp", "runComplete", "tearDown");
  }

  @Test
  void shouldNotMeasureWhenTheWarmUpFailed() {
    Failing task = new Failing("warm-up", new IOException("no disk"));
    Measurement m = earlyEnd(task, "warmup", "3s");
    assertThat(m.totals().started()).isZero();
    assertThat(task.life).doesNotContain("warmedUp").endsWith("tearDown");
  }

  @ParameterizedTest
  @CsvSource({"inline, 1", "threads:2, 1", "inline, 3"})
  void shouldEndByTheTimeOutWhenAMessageIsNeverDone(String dispatch, String producers) {
    AtomicLong dropped = new AtomicLong(-1);
    CountingTask task =
        new CountingTask() {
          @Override
          public void send(long id) throws Exception {
            if (life.contains("warmedUp") && dropped.compareAndSet(-1, id)) {
              return;
            }
            super.send(id);
          }
        };
    Measurement m =
        earlyEnd(task, "dispatch", dispatch, "producers", producers, "timeout", "200ms");
    assertThat(failure(m).reason()).contains(" was not done within 200ms", "--timeout");
    assertThat(m.totals().lost()).isPositive();
    if (dispatch.equals("inline")) {
      assertThat(failure(m).reason()).startsWith("message " + dropped.get() + " was");
      assertThat(m.totals().lost()).isEqualTo(1);
    }
  }

  @Test
  void shouldMeasureTheOthersWhenManyMessagesAreNeverDone() {
    AtomicLong dropped = new AtomicLong();
    CountingTask task =
        new CountingTask() {
          @Override
          public void send(long id) throws Exception {
            if (life.contains("warmedUp") && id % 10 == 0) {
              dropped.incrementAndGet();
            } else {
              super.send(id);
            }
          }
        };
    Measurement m = earlyEnd(task, "timeout", "200ms");
    assertThat(m.totals().lost()).isPositive().isEqualTo(dropped.get());
  }

  @Test
  void shouldNotEndByTheTimeOutWhenTheProducerIsOnlyIdle() {
    Measurement m = run(new CountingTask(), "rate", "2/s", "duration", "900ms", "timeout", "200ms");
    assertThat(m.failure()).isNull();
    assertThat(m.totals().completed()).isEqualTo(2);
  }

  @Tag("once")
  @ParameterizedTest
  @ValueSource(longs = {0, 500})
  void shouldSayWhereAProducerIsStuckInTheTask(long stuckAt) {
    CountDownLatch never = new CountDownLatch(1);
    CountingTask task =
        new CountingTask() {
          private long count;

          @Override
          public void send(long id) throws Exception {
            if (life.contains("warmedUp") && count++ == stuckAt) {
              never.await();
            }
            super.send(id);
          }
        };
    BenchFailedException failure = failureOf(task, "timeout", "200ms");
    assertThat(failure.getMessage())
        .contains("was not done within 200ms", "still in", "CountDownLatch.await");
    assertThat(task.life).as("nothing is asked of it").doesNotContain("tearDown");
  }

  @Test
  void shouldEndEarlyWhenAWorkerIsStuckInTheTask() {
    CountDownLatch never = new CountDownLatch(1);
    CountingTask task =
        new CountingTask() {
          private final AtomicLong count = new AtomicLong();

          @Override
          public void send(long id) throws Exception {
            if (life.contains("warmedUp") && count.getAndIncrement() == 300) {
              never.await();
            }
            super.send(id);
          }
        };
    Measurement m = earlyEnd(task, "dispatch", "threads:2", "timeout", "200ms");
    assertThat(failure(m).reason()).contains("was not done within 200ms");
    assertThat(m.totals().lost()).isPositive();
  }

  @Test
  void shouldEndEarlyWhenAThreadOfTheTaskDies() {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    CountingTask task =
        new CountingTask() {
          private boolean started;

          @Override
          public void send(long id) throws Exception {
            if (life.contains("warmedUp") && !started) {
              started = true;
              Thread own =
                  new Thread(
                      () -> {
                        throw new IllegalStateException("I died");
                      },
                      "own\nthread");
              own.start();
              own.join();
            }
            super.send(id);
          }
        };
    Thread.UncaughtExceptionHandler quiet = (thread, e) -> {};
    Thread.setDefaultUncaughtExceptionHandler(quiet);
    try {
      Measurement m = earlyEnd(task);
      assertThat(failure(m).reason())
          .isEqualTo("thread own?thread died of java.lang.IllegalStateException: I died");
      assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(quiet);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void shouldCountWhatItHadNoTimeForUnderOverload() {
    CountingTask task =
        new CountingTask() {
          @Override
          public void send(long id) throws Exception {
            long untilNs = bench().nanoTime() + 1_000_000;
            while (bench().nanoTime() < untilNs) {
              Thread.onSpinWait();
            }
            bench().done(id);
          }
        };
    Measurement m = run(task, "timeout", "500ms");
    // a millisecond each: at most 600 of the 1,000 can start before the load has run out of time
    assertThat(m.totals().started()).isLessThanOrEqualTo(602);
    assertThat(m.totals().started() + m.totals().unstarted()).isEqualTo(1_000);
    assertThat(m.totals().lost()).isZero();
  }

  @Test
  void shouldRunAgainAfterAFailure() {
    failureOf(new Failing("setUp", new IOException("no disk")));
    assertThat(run(new CountingTask()).failure()).isNull();
  }
}
