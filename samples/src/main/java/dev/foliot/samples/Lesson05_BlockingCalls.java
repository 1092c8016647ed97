package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;

/**
 * Lesson 5: blocking calls, and how many threads they need.
 *
 * <p>The question: each message makes one call that blocks for 5 ms, and 1,000 messages arrive a
 * second, at random. How many threads?
 *
 * <p>Little's law gives the baseline: 1,000 a second times 5 ms is five calls in progress on
 * average. Five threads should do:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch threads:5 --forks 2
 * </pre>
 *
 * <p>An average of five needs five threads that are busy all the time. Nothing remains for chance,
 * or for a sleep that lasts a little too long. The queue grows as long as you measure. {@code
 * backlog}, the wait for a free thread, becomes many times the call. Foliot calls that SATURATED
 * once the data shows it. The improvement adds room:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch threads:8 --forks 2
 * ./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch threads:16 --forks 2
 * ./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch virtual --forks 2
 * ./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch adaptive --forks 2</pre>
 *
 * <p>Observe: {@code service} is 5 ms in every row; all differences are in {@code backlog}. With
 * eight threads the median does not wait, but the 90 % does. With sixteen, almost no message waits
 * for a thread. A virtual thread for each message (JDK 21 or later, otherwise Foliot exits with 2)
 * needs no number, and waits only for a CPU. {@code adaptive} is Foliot's pool, which finds the
 * number itself.
 *
 * <p>Lesson: a mean sizes a pool for the mean. Virtual threads do not make the call faster: they
 * remove the queue in front of a pool that is too small. If the called service can handle only a
 * few calls at once, that queue had a purpose.
 */
@BenchDefaults(rate = "1k/s", arrivals = "poisson", dispatch = "threads:8")
public final class Lesson05_BlockingCalls implements BenchTask {
  private static final long CALL_MS = 5;

  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) throws InterruptedException {
    Thread.sleep(CALL_MS); // simulates a call of a database or another service
    bench.done(id);
  }
}
