package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 4, first half: date parsing alone, the baseline.
 *
 * <p>The question: how long does it take to parse a date such as {@code 2026-11-01T00:00:00.000Z}?
 *
 * <p>A microbenchmark asks this way: parsing alone, in one thread. It uses a thousand different
 * dates, too many for the processor to predict. Run it, at the rate of the second half, and ten
 * times faster:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson04_DateAlone --rate 10k/s --forks 2
 * ./foliot bench dev.foliot.samples.Lesson04_DateAlone --rate 100k/s --forks 2</pre>
 *
 * <p>Look at the row {@code parse}: it differs between the two runs. A busier loop parses a single
 * date faster: caches and predictors hold only date parsing. Microbenchmarks publish the fastest
 * figure. No program with other work between two dates ever reaches it.
 *
 * <p>Continue with {@link Lesson04_DateInTcpEcho}, which asks in context.
 */
@BenchDefaults(rate = "10k/s")
public final class Lesson04_DateAlone implements BenchTask {
  private Bench bench;
  private Probe parse;

  /** Keeps the result, or the JIT would remove the work. */
  volatile long parsedMs;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    parse = bench.probe("parse");
  }

  @Override
  public void send(long id) {
    long beforeNs = bench.nanoTime();
    parsedMs = DateLine.parse(DateLine.of(id));
    parse.record(id, bench.nanoTime() - beforeNs);
    bench.done(id);
  }
}
