package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 3: a spike, and what omission hides.
 *
 * <p>The question: one message in 2,000 takes a millisecond, all others a microsecond. How long do
 * users wait?
 *
 * <p>The baseline is the loop that everybody writes first: start a stopwatch, work, stop it,
 * repeat. Here it is {@link #runComplete}. After the load, it plays the same messages one after the
 * other, as fast as possible. The probe {@code closed loop} shows it in the table. Such a loop
 * sends its next message only when the last one is over. During a spike it sends no messages, and
 * nobody waits. One message in 2,000 is slow, and every percentile up to 99.9 looks perfect. Tene
 * [1] calls that <em>coordinated omission</em>.
 *
 * <p>The improvement is {@link #send} under an open loop: users arrive on their own schedule.
 * During a millisecond at 40,000 messages a second, 40 messages become due. All of them wait, from
 * a little to most of a millisecond. These are 40 in 2,000: two of a hundred.
 *
 * <p>Run it:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson03_Spike --rate 40k/s --forks 2</pre>
 *
 * <p>Compare 99 % of {@code end to end} with 99 % of {@code closed loop}. The row {@code service}
 * is the stopwatch again, now under the open loop, and just as blind. Both leave out {@code
 * backlog}.
 *
 * <p>Now vary the rate, and find the percentile that shows the spike. A spike delays a share of
 * (rate times a millisecond) in 2,000. With {@code --rate 2k/s} this is one in a thousand: 99 % is
 * clean. With {@code --rate 20k/s} it is one in a hundred: 99 % sits on the edge. With {@code
 * --rate 200k/s} it is one in ten: 90 % begins to show it. The closed loop shows the same at every
 * rate.
 *
 * <p>Lesson: the stopwatch measures the work correctly, but it answers another question. How bad a
 * spike is depends on how many messages arrive during it. A loop that waits for its own answers
 * cannot know this.
 *
 * <p>It needs the dispatch {@code inline}: one thread works at a time.
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

  /** The open loop: called when a message is due, or right after the previous one. */
  @Override
  public void send(long id) {
    work(id);
    last = id;
    bench.done(id);
  }

  /** The closed loop: the stopwatch starts when the loop reaches the message. */
  @Override
  public void runComplete() {
    for (long id = first; id <= last; id++) {
      long startNs = bench.nanoTime();
      work(id);
      closedLoop.record(id, bench.nanoTime() - startNs);
    }
  }
}
