package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Lesson 2: a hop over a queue, and its cost.
 *
 * <p>A producer puts each message on a queue with two places, and a consumer takes it. How long
 * does a message take? The end-to-end time covers the whole hop, from the moment the message was
 * <em>due</em>. The two probes show the parts:
 *
 * <ul>
 *   <li>{@code put}: how long {@code put} holds up the producer. It is long if the queue is full.
 *       If the consumer sleeps, it includes asking the operating system to wake it.
 *   <li>{@code take}: from just before {@code put} until the consumer has the message.
 * </ul>
 *
 * <p>Run it:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson02_QueueHop --rate auto --forks 3</pre>
 *
 * <p>Observe two things. The median is the price of waking a thread, not of a queue. And a message
 * ends in another thread than it starts in, without any help from the task.
 */
@BenchDefaults(rate = "10k/s")
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
      // tearDown ends the work with this interrupt
    }
  }

  @Override
  public void tearDown() throws InterruptedException {
    consumer.interrupt();
    consumer.join();
  }

  /** A message on its way: its id, and its start. */
  private record Message(long id, long sentNs) {}
}
