package dev.foliot.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of {@link Bench#consume} for one thread, beside JMH's own blackhole.
 *
 * <p>Each consumes the same value: a step of a generator, which {@link #step} takes alone. The
 * difference to it is the cost. {@link #notConsumed} shows what the compiler leaves out where
 * nobody consumes. JMH's blackhole is the compiler's where the JVM has one (JDK 17 and later),
 * which costs nothing and is not available outside of JMH.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(5)
@Threads(1)
public class ConsumeBenchmark {
  private static final int ROUNDS = 16;

  private final Bench bench =
      new Probes(NanoClock.system(), NanoClock.system().nanoTime(), 1, new Stop());
  private final String text = "text";
  private long state = 1;

  private long next() {
    state = state * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    return state;
  }

  private static long computed(long seed) {
    long value = seed;
    for (int i = 0; i < ROUNDS; i++) {
      value = value * 6_364_136_223_846_793_005L + 1;
    }
    return value;
  }

  /** One step of the generator. */
  @Benchmark
  public void step() {
    next();
  }

  /** A step, consumed as a long. */
  @Benchmark
  public void foliotLong() {
    bench.consume(next());
  }

  /** A step, consumed as a double. */
  @Benchmark
  public void foliotDouble() {
    bench.consume((double) next());
  }

  /** A step, consumed as a truth value. */
  @Benchmark
  public void foliotBoolean() {
    bench.consume(next() > 0);
  }

  /** A step, and an object that exists. */
  @Benchmark
  public void foliotObject() {
    next();
    bench.consume(text);
  }

  /** A step, and a new object: its allocation, which must not vanish, and the call. */
  @Benchmark
  public void foliotNewObject() {
    next();
    bench.consume(new Object());
  }

  /** Sixteen steps that are consumed. */
  @Benchmark
  public void foliotComputation() {
    bench.consume(computed(next()));
  }

  /** The same steps without a consumer: no longer than one. */
  @Benchmark
  public void notConsumed() {
    computed(next());
  }

  /** A step, consumed by JMH. */
  @Benchmark
  public void jmhLong(Blackhole blackhole) {
    blackhole.consume(next());
  }

  /** A step, and an object that exists, consumed by JMH. */
  @Benchmark
  public void jmhObject(Blackhole blackhole) {
    next();
    blackhole.consume(text);
  }

  /** Sixteen steps, consumed by JMH. */
  @Benchmark
  public void jmhComputation(Blackhole blackhole) {
    blackhole.consume(computed(next()));
  }
}
