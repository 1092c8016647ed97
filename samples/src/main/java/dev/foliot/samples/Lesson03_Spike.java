package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 3: a spike, and what omission hides.
 *
 * <p>The question: one message in 2,000 takes a millisecond, all others a microsecond. What do
 * users wait?
 *
 * <p>The baseline is the loop that everybody writes first: start a stopwatch, work, stop it, next.
 * It is {@link #runComplete} here, and plays the same messages after the load, one after the other
 * as fast as they go; the probe {@code closed loop} shows it in the table. Such a loop sends its
 * next message only when the last one is over. While a spike lasts it asks nothing, so nobody
 * waits: one slow message in 2,000, and every percentile up to 99.9 looks perfect. Tene [1] calls
 * that <em>coordinated omission</em>.
 *
 * <p>The improvement is {@link #send}, under an open loop: users arrive when they arrive. A
 * millisecond at 40,000 messages a second is 40 messages that are due meanwhile, and all of them
 * wait, most of a millisecond or a little of it. That is 40 in 2,000: two of a hundred.
 *
 * <p>Run it:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson03_Spike --rate 40k/s --forks 2</pre>
 *
 * <p>What to look at: 99 % of {@code end to end} beside 99 % of {@code closed loop}. The row {@code
 * service} is the stopwatch again, under the same open loop: it is as blind. {@code backlog} is
 * what both leave out.
 *
 * <p>Then ask at which rate which percentile shows it. The share of the messages that a spike
 * delays is the rate times a millisecond, in 2,000: with {@code --rate 2k/s} a thousandth, so that
 * 99 % is clean; with {@code --rate 20k/s} one in a hundred, and 99 % sits on the edge; with {@code
 * --rate 200k/s} one in ten, and 90 % begins to show it. The closed loop says the same at every
 * rate.
 *
 * <p>What was learned: the stopwatch does not err about the work, it answers another question. How
 * bad a spike is depends on how many arrive while it lasts, which a loop that waits for its own
 * answers cannot know.
 *
 * <p>Written for the dispatch {@code inline}: one thread works at a time.
 *
 * <p>[1] Tene, "How NOT to Measure Latency", 2013.
 */
@BenchDefaults(rate = "40k/s")
public final class Lesson03_Spike implements BenchTask {
  private static final long SPIKE_EVERY = 2_000;
  private static final long SPIKE_NS = 1_000_000;
  private static final long USUAL_NS = 1_000;

  private Bench bench;
  private Probe closedLoop;
  private long first;
  private long last = -1;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    closedLoop = bench.probe("closed loop");
  }

  @Override
  public void warmedUp() {
    first = last + 1;
  }

  /** One message: the same work in both loops. */
  private void work(long id) {
    long startNs = bench.nanoTime();
    long lengthNs = id % SPIKE_EVERY == 0 ? SPIKE_NS : USUAL_NS;
    while (bench.nanoTime() - startNs < lengthNs) {
      Thread.onSpinWait();
    }
  }

  /** The open loop: called when a message is due, or as soon as the one before it is over. */
  @Override
  public void send(long id) {
    work(id);
    last = id;
    bench.done(id);
  }

  /** The closed loop: the stopwatch starts when the loop gets round to the message. */
  @Override
  public void runComplete() {
    for (long id = first; id <= last; id++) {
      long startNs = bench.nanoTime();
      work(id);
      closedLoop.record(id, bench.nanoTime() - startNs);
    }
  }
}
