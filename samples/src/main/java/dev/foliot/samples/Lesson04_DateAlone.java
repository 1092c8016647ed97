package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import dev.foliot.bench.Probe;

/**
 * Lesson 4, first half: date parsing alone, the baseline.
 *
 * <p>The question: what does it cost to parse a date such as {@code 2026-11-01T00:00:00.000Z}?
 *
 * <p>This is how a microbenchmark asks: nothing but the parsing, in one thread, on a thousand
 * different dates so that the processor cannot learn one by heart. Run it, at the rate of the
 * second half, and ten times faster:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson04_DateAlone --rate 10k/s --forks 2
 * ./foliot bench dev.foliot.samples.Lesson04_DateAlone --rate 100k/s --forks 2</pre>
 *
 * <p>What to look at: the row {@code parse}, and that it is not the same twice. The busier the
 * loop, the faster the single date: caches and predictors are warm with dates and nothing else. The
 * fastest figure is the one that microbenchmarks publish, and the one that no program meets which
 * has other things to do between two dates.
 *
 * <p>Go on with {@link Lesson04_DateInTcpEcho}, which asks in context.
 */
@BenchDefaults(rate = "10k/s")
public final class Lesson04_DateAlone implements BenchTask {
  private Bench bench;
  private Probe parse;

  /** Where the dates go, so that the JIT cannot leave the work out. */
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
