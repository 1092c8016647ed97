package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import java.util.zip.CRC32;

/**
 * Lesson 1: a first latency, and how to read its table.
 *
 * <p>The question: how long does the checksum of a kilobyte take? The task is as small as a task
 * can be: {@link #send} does the work of one message and says that it is {@code done}. It never
 * looks at a clock; that is the harness's business.
 *
 * <p>Run it, a baseline first:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson01_FirstLatency --duration 2s --forks 2</pre>
 *
 * <p>What to look at, row by row:
 *
 * <ul>
 *   <li><b>end to end</b> is what a user waits, from the moment when the message was <em>due</em>.
 *       99 % means: 99 of 100 messages were at most so slow, and one was slower. At 10,000 messages
 *       a second that one comes a hundred times a second, so the columns on the right are not
 *       exotic: a page that needs fifty such answers waits for the 99 % in two of five cases.
 *   <li><b>service</b> is the work alone. Its median is the answer to the question.
 *   <li><b>lateness</b> is the harness's own error. Work this short shows it best: the median of
 *       end to end is that of service and that of lateness, and far to the right it is nearly all
 *       lateness, which is to say the machine's, not the checksum's. Read the row before you blame
 *       the code.
 *   <li><b>{@code -}</b> stands where the data cannot carry the percentile, and the notes below say
 *       why. In two seconds 20,000 messages are due: 20 of them are beyond 99.9 %, and two beyond
 *       99.99 %. Had these two been one hiccup of the machine, the number would be the length of
 *       that hiccup and say nothing of the next run.
 *   <li><b>worst</b> is always shown, since it happened; it is one event, and no property of the
 *       code.
 * </ul>
 *
 * <p>Then the improvement, which is more evidence and not other code:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson01_FirstLatency --duration 60s --forks 2</pre>
 *
 * <p>What was learned: the median of {@code service} was there after two seconds and did not move
 * with sixty. Each column further to the right needs ten times the messages, and the 99.99 % of
 * {@code service} came with sixty seconds. But messages alone are not enough: where the machine
 * stalls now and then, {@code end to end} has thousands of slow messages and still a {@code -},
 * since they are a few stalls. How long to measure follows from the percentile that you want to
 * speak of, and from how often things happen that it has to tell of.
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
