package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchParam;
import dev.foliot.bench.BenchTask;

/**
 * Lesson 6: finding the highest rate to promise with a rate sweep.
 *
 * <p>The question: a server with one thread takes 15 us for each message. A second has room for
 * 66,666 such messages. How many can you promise?
 *
 * <p>The baseline is one rate, far below the limit:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson06_Knee --rate 20k/s --forks 2</pre>
 *
 * <p>One thread takes the messages in the order of their due times. The schedule itself is
 * therefore the queue, and {@code backlog} the wait in it. The arrivals are random (Poisson), as
 * with many users. Even at 20,000 a second, three tenths of capacity, some messages arrive while
 * another is being served.
 *
 * <p>One rate does not predict the next. Sweep:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson06_Knee --rate 10k/s,20k/s,40k/s,50k/s,60k/s,70k/s
 * </pre>
 *
 * <p>The median of {@code service} is the same at every rate, since the server does not slow down;
 * {@code end to end} grows. Queueing theory gives the mean wait of such a queue: {@code s·u / 2(1 −
 * u)} with the service time {@code s} and the utilisation {@code u} [1]. From 0.3 to 0.6 it grows
 * from a fifth of {@code s} to three quarters. From 0.75 to 0.9 it grows from one and a half to
 * four and a half times {@code s}. This is the knee. Beyond 1 only a backlog remains, which grows
 * as long as you measure: Foliot reports SATURATED. Just below 1, a short run lacks the higher
 * percentiles: the queue rarely empties, and thousands of slow messages are in fact a few long
 * waits.
 *
 * <p>Now let Foliot search for the promise:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson06_Knee --find-rate 'p99.9&lt;1ms'</pre>
 *
 * <p>What does slower work cost? It is a parameter: a field with {@link BenchParam}.
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson06_Knee --rate 20k/s --param workUs=5,15,30
 * </pre>
 *
 * <p>The utilisation is 0.1, 0.3 and 0.6. The work grows by a factor of 6 and its mean wait, by the
 * formula, by a factor of 81.
 *
 * <p>Lesson: a server survives a higher rate than you can promise. Neither rate means anything
 * without a latency.
 *
 * <p>[1] Pollaczek, 1930; Khinchine, 1932: the queue M/D/1.
 */
@BenchDefaults(rate = "20k/s", arrivals = "poisson")
public final class Lesson06_Knee implements BenchTask {
  @BenchParam("15")
  private int workUs;

  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    long startNs = bench.nanoTime();
    while (bench.nanoTime() - startNs < workUs * 1_000L) {
      Thread.onSpinWait();
    }
    bench.done(id);
  }
}
