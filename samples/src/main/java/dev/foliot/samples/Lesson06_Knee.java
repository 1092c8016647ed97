package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;

/**
 * Lesson 6: how much is too much, or a rate sweep to the knee.
 *
 * <p>The question: a server with one thread takes 15 us for each message. A second has room for
 * 66,666 of them. How many can you promise?
 *
 * <p>The baseline is one rate that is far from the limit:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson06_Knee --rate 20k/s --forks 2</pre>
 *
 * <p>One thread takes the messages in the order in which they are due, so the schedule itself is
 * the queue, and {@code backlog} the wait in it. The arrivals are random (Poisson), as those of
 * many users are: even at 20,000 a second, three tenths of what it can do, now and then one arrives
 * while another is being served.
 *
 * <p>One rate says nothing of the next. So sweep:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson06_Knee --rate 10k/s,20k/s,40k/s,50k/s,60k/s,70k/s
 * </pre>
 *
 * <p>What to look at: the median of {@code service} is the same at every rate, since the server
 * does not get slower; {@code end to end} does. Queueing theory says why: the mean wait of such a
 * queue is {@code s·u / 2(1 − u)} with the service time {@code s} and the utilisation {@code u}
 * [1]. From 0.3 to 0.6 it grows from a fifth of {@code s} to three quarters, from 0.75 to 0.9 from
 * one and a half to four and a half times {@code s}: that is the knee. Beyond 1 there is no answer
 * any more, only a backlog that grows as long as you measure, and Foliot says SATURATED. Close
 * below 1 the higher percentiles are missing from a short run: the queue seldom empties, and what
 * looks like thousands of slow messages is a few long waits.
 *
 * <p>Then let Foliot search for the promise itself:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson06_Knee --find-rate 'p99.9&lt;1ms'</pre>
 *
 * <p>What was learned: the highest rate that a server survives is not the one that you can promise,
 * and nobody can name either without a latency beside it.
 *
 * <p>[1] Pollaczek, 1930; Khinchine, 1932: the queue M/D/1.
 */
@BenchDefaults(rate = "20k/s", arrivals = "poisson")
public final class Lesson06_Knee implements BenchTask {
  private static final long WORK_NS = 15_000;

  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    long startNs = bench.nanoTime();
    while (bench.nanoTime() - startNs < WORK_NS) {
      Thread.onSpinWait();
    }
    bench.done(id);
  }
}
