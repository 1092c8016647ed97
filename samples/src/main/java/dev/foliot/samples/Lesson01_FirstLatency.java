package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import java.util.zip.CRC32;

/**
 * Lesson 1: a first latency, and how to read its table.
 *
 * <p>The question: how long does the checksum of a kilobyte take? The task is as small as possible:
 * {@link #send} does the work of one message and reports it {@code done}. The task never reads a
 * clock; the harness does.
 *
 * <p>Run it, a baseline first:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson01_FirstLatency --duration 2s --forks 2</pre>
 *
 * <p>Read the table row by row:
 *
 * <ul>
 *   <li><b>end to end</b> is the user's response time, from the moment the message was
 *       <em>due</em>. 99 % means: 99 of 100 messages took at most this long, and one took longer.
 *       At 10,000 messages a second, this happens a hundred times a second. The columns on the
 *       right are not exotic: a page that needs fifty such answers meets the slowest 1 % in two of
 *       five cases.
 *   <li><b>service</b> is the work alone. Its median answers the question.
 *   <li><b>lateness</b> is the harness's own error. Work this short shows it best. The median of
 *       end to end is the sum of service and lateness. Further right it is nearly all lateness: the
 *       machine's delay, not the checksum's. Read the row before you blame the code.
 *   <li><b>{@code -}</b> marks a percentile that the data cannot support; the notes below give the
 *       reason. In two seconds 20,000 messages are due: 20 of them are beyond 99.9 %, and two
 *       beyond 99.99 %. If one hiccup of the machine delayed both, the number would be the hiccup's
 *       length and say nothing about the next run.
 *   <li><b>worst</b> is always shown since it happened. It is one event, not a property of the
 *       code.
 * </ul>
 *
 * <p>The improvement is more evidence, not other code:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson01_FirstLatency --duration 60s --forks 2</pre>
 *
 * <p>Lesson: two seconds gave the median of {@code service}, and sixty did not change it. Each
 * further column needs ten times the messages: sixty seconds gave the 99.99 % of {@code service}.
 * But messages alone are not enough. If the machine stalls now and then, {@code end to end} has
 * thousands of slow messages from a few stalls, and still shows a {@code -}. How long to measure
 * depends on the percentile you need, and on how often such events happen.
 */
@BenchDefaults(rate = "10k/s")
public final class Lesson01_FirstLatency implements BenchTask {
  private static final int BYTES = 1024;

  private final byte[] text = new byte[BYTES];
  private final CRC32 checksum = new CRC32();
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    checksum.update(text);
    bench.done(id);
  }
}
