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
 * <p>Little's law gives the baseline: 1,000 a second times 5 ms are five calls under way on
 * average. So five threads, one would think:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch threads:5 --forks 2
 * </pre>
 *
 * <p>Five threads that are all busy all the time are what an average of five needs, and then
 * nothing is left for chance, nor for the little that a sleep takes longer than it was told: the
 * queue grows as long as you measure, and {@code backlog}, which is the wait for a free thread, is
 * many times the call. Foliot calls that SATURATED as soon as it can tell. The improvement has
 * room:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch threads:8 --forks 2
 * ./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch threads:16 --forks 2
 * ./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch virtual --forks 2
 * ./foliot bench dev.foliot.samples.Lesson05_BlockingCalls --dispatch adaptive --forks 2</pre>
 *
 * <p>What to look at: {@code service} is 5 ms in every row, whatever you do; all of the difference
 * is in {@code backlog}. With eight threads the median waits for nothing and the 90 % still does;
 * with sixteen hardly anybody waits for a thread. With a virtual thread for each message (JDK 21 or
 * later; below, Foliot says so and exits with 2) there is no number to choose, and no wait but that
 * for a CPU. {@code adaptive} is Foliot's pool, which looks for the number itself.
 *
 * <p>What was learned: a mean sizes a pool for the mean. And virtual threads do not make the call
 * faster: they take the queue away that a pool which is too small builds up. Where the thing that
 * is called can bear only so many calls at once, that queue had a purpose.
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
    Thread.sleep(CALL_MS); // stands for a call of a database or another service
    bench.done(id);
  }
}
