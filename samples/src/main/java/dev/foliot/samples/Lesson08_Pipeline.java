package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 8, first half: an asynchronous pipeline with three probes, the baseline.
 *
 * <p>The question: each message is decoded from Base64, digested, and encoded as hexadecimal
 * digits. On a whiteboard these are three boxes with queues between them; here each box has its own
 * thread. Where does a message spend its time?
 *
 * <p>{@link #send} only puts the message into the first queue and returns. The thread of the last
 * stage calls {@code done}. Each probe starts when the previous stage was ready to hand over. It
 * includes the wait in its stage's queue, and the three together are the service time without a
 * gap.
 *
 * <p>Run it:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson08_Pipeline --forks 2</pre>
 *
 * <p>Compare the three probes. Then run {@link Lesson08_OneThread}, the same steps in one thread,
 * and compare the same rows.
 */
@BenchDefaults(rate = "20k/s", arrivals = "poisson")
public final class Lesson08_Pipeline implements BenchTask {
  private final Stage<Message<byte[]>> decoder = new Stage<>("decoder", this::decode);
  private final Stage<Message<byte[]>> worker = new Stage<>("worker", this::work);
  private final Stage<Message<byte[]>> encoder = new Stage<>("encoder", this::encode);
  private Bench bench;
  private Probe decode;
  private Probe work;
  private Probe encode;

  /** Keeps the result, or the JIT would remove the work. */
  volatile String encoded = "";

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    decode = bench.probe("decode");
    work = bench.probe("work");
    encode = bench.probe("encode");
    decoder.start();
    worker.start();
    encoder.start();
  }

  @Override
  public void send(long id) throws InterruptedException {
    decoder.put(new Message<>(id, bench.nanoTime(), Digest.text()));
  }

  private void decode(Message<byte[]> message) throws InterruptedException {
    byte[] bytes = Digest.decode(message.content());
    worker.put(message.past(decode, bench.nanoTime(), bytes));
  }

  private void work(Message<byte[]> message) throws InterruptedException {
    byte[] digest = Digest.work(message.content());
    encoder.put(message.past(work, bench.nanoTime(), digest));
  }

  private void encode(Message<byte[]> message) {
    encoded = Digest.encode(message.content());
    encode.record(message.id(), bench.nanoTime() - message.sinceNs());
    bench.done(message.id());
  }

  @Override
  public void tearDown() throws InterruptedException {
    decoder.stop();
    worker.stop();
    encoder.stop();
  }

  /** A message on its way: id, end of the previous stage, and that stage's result. */
  private record Message<T>(long id, long sinceNs, T content) {
    /** Passes the result on; the time since the previous stage counts for this one. */
    <R> Message<R> past(Probe stage, long nowNs, R made) {
      stage.record(id, nowNs - sinceNs);
      return new Message<>(id, nowNs, made);
    }
  }
}
