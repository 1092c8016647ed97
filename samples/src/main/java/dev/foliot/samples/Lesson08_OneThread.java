package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 8, second half: the same three steps one after the other, in one thread.
 *
 * <p>The question that {@link Lesson08_Pipeline} leaves: how much of its time is work, and how much
 * is the way from thread to thread? Here the probes have nothing but the work in them.
 *
 * <p>Run both:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson08_Pipeline --forks 2
 * ./foliot bench dev.foliot.samples.Lesson08_OneThread --forks 2</pre>
 *
 * <p>What to look at: {@code encode} takes a few hundredths of a microsecond here, and microseconds
 * there; {@code decode} well under one here, and some twenty there, since its thread sleeps until a
 * message comes. Most of the difference is the price of waking a thread, paid three times.
 *
 * <p>What was learned: a pipeline pays when its steps are long beside a wake-up, when there are
 * CPUs for all of its threads, and when the steps are of a like length; its throughput is that of
 * its slowest step, and {@code work} alone is most of the whole. None of it is so here, and the
 * plain loop wins in every percentile. The probes show it without any guessing, since they have the
 * same names on both sides. What the pipeline does give is a {@code send} that returns at once:
 * should the work ever block, the producer would not.
 */
@BenchDefaults(rate = "20k/s", arrivals = "poisson")
public final class Lesson08_OneThread implements BenchTask {
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
