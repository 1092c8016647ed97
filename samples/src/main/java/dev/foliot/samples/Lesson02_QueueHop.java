package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Lesson 2: a hop over a queue, and where the time of a hop goes.
 *
 * <p>A producer puts each message on a queue of two places, a consumer takes it. What does a
 * message wait? The end-to-end time is that of the whole hop, measured from the moment when the
 * message was <em>due</em>. The two probes show the parts:
 *
 * <ul>
 *   <li>{@code put}: how long the producer is held up in {@code put}. Long when the queue is full,
 *       and as long as it takes to ask the operating system to wake the consumer when it sleeps.
 *   <li>{@code take}: from just before {@code put} to the message in the consumer's hands.
 * </ul>
 *
 * <p>Run it:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson02_QueueHop --rate 40k/s --forks 3</pre>
 *
 * <p>What to look at: the median is the price of waking a thread, not of a queue; and a message
 * ends in another thread than the one it starts in, which the harness need not be told.
 */
@BenchDefaults(rate = "40k/s")
public final class Lesson02_QueueHop implements BenchTask {
  private static final int PLACES = 2;

  private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(PLACES);
  private final Thread consumer = new Thread(this::consume, "consumer");
  private Bench bench;
  private Probe put;
  private Probe take;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    put = bench.probe("put");
    take = bench.probe("take");
    consumer.start();
  }

  @Override
  public void send(long id) throws InterruptedException {
    long beforeNs = bench.nanoTime();
    queue.put(new Message(id, beforeNs));
    put.record(id, bench.nanoTime() - beforeNs);
  }

  private void consume() {
    try {
      while (true) {
        Message message = queue.take();
        take.record(message.id(), bench.nanoTime() - message.sentNs());
        bench.done(message.id());
      }
    } catch (InterruptedException e) {
      // tearDown's way to say that the work is over
    }
  }

  @Override
  public void tearDown() throws InterruptedException {
    consumer.interrupt();
    consumer.join();
  }

  /** What travels: an id, and when it set out. */
  private record Message(long id, long sentNs) {}
}
