package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 8, first half: an asynchronous pipeline with three probes, the baseline.
 *
 * <p>The question: a message is decoded from Base64, its digest is worked out, and the digest is
 * encoded as hexadecimal digits. Drawn on a whiteboard that is three boxes with queues between
 * them, so here each box has a thread of its own. Where does a message spend its time?
 *
 * <p>{@link #send} only puts the message into the first queue and returns, and {@code done} is
 * called by the thread of the last stage. Each probe counts from the moment when the stage before
 * was ready to hand over: so a probe has the wait in the stage's queue in it, and the three
 * together are the service time, without a gap.
 *
 * <p>Run it:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson08_Pipeline --forks 2</pre>
 *
 * <p>What to look at: the three probes beside each other; then run {@link Lesson08_OneThread}, the
 * same steps in one thread, and look at the same three rows.
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

  /** Where the text goes, so that the JIT cannot leave the work out. */
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

  /** What travels: an id, when the stage before was done with it, and what that stage made. */
  private record Message<T>(long id, long sinceNs, T content) {
    /** For the next stage; the time since the stage before is this stage's. */
    <R> Message<R> past(Probe stage, long nowNs, R made) {
      stage.record(id, nowNs - sinceNs);
      return new Message<>(id, nowNs, made);
    }
  }
}
