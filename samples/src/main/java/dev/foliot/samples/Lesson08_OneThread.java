package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 8, second half: the same three steps one after the other, in one thread.
 *
 * <p>The open question from {@link Lesson08_Pipeline}: how much of its time is work, and how much
 * is the way between threads? Here the probes contain only the work.
 *
 * <p>Run both:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson08_Pipeline --forks 2
 * ./foliot bench dev.foliot.samples.Lesson08_OneThread --forks 2</pre>
 *
 * <p>Compare: {@code encode} takes a few hundredths of a microsecond here, and microseconds there;
 * {@code decode} takes well under one here, and about twenty there, since its thread sleeps until a
 * message comes. Most of the difference is the price of waking a thread, paid three times.
 *
 * <p>Lesson: a pipeline pays off if its steps are long beside a wake-up, if every thread has a CPU,
 * and if the steps have similar lengths. Its throughput is that of its slowest step, and {@code
 * work} alone is most of the whole. Here no condition holds, and the plain loop wins in every
 * percentile. The probes have the same names on both sides and show it directly. The pipeline does
 * give a {@code send} that returns at once: if the work ever blocked, the producer would not.
 */
@BenchDefaults(rate = "20k/s", arrivals = "poisson")
public final class Lesson08_OneThread implements BenchTask {
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
  }

  @Override
  public void send(long id) {
    long startNs = bench.nanoTime();
    byte[] bytes = Digest.decode(Digest.text());
    long decodedNs = bench.nanoTime();
    byte[] digest = Digest.work(bytes);
    long workedNs = bench.nanoTime();
    encoded = Digest.encode(digest);
    long encodedNs = bench.nanoTime();
    decode.record(id, decodedNs - startNs);
    work.record(id, workedNs - decodedNs);
    encode.record(id, encodedNs - workedNs);
    bench.done(id);
  }
}
