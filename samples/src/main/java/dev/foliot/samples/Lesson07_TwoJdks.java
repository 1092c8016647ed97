package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import java.util.Random;

/**
 * Lesson 7: the same program on two JDKs.
 *
 * <p>The question: is your code faster on the newer JDK? The task writes a hundred numbers of type
 * {@code double} as a line of text. JDK 19 got a new algorithm for this [1], and 17 and 25 should
 * differ. Measure how much.
 *
 * <p>The common baseline runs one JDK after the other. It compares two moments of a machine as much
 * as two JDKs. The improvement runs both together, with their forks in random order and the same
 * arrivals:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson07_TwoJdks --jdk $JAVA17_HOME --jdk $JAVA25_HOME
 * </pre>
 *
 * <p>First compare the forks of one JDK with each other. Their spread is the bar: a difference
 * between two forks is no difference between two JDKs. Then read the verdict for each percentile:
 *
 * <pre>./foliot compare @1 --arms 0,1</pre>
 *
 * <p>It needs five forks of each JDK, which is the default. The median may improve while a high
 * percentile stays inconclusive, if the machine causes the tail.
 *
 * <p>Lesson: here the newer JDK needs half the time in the median. This holds for this code. It
 * says nothing about JDKs in general: the next task may show the opposite. And check the results
 * before the speed. These hundred numbers give the same text on both, but 2e23 is {@code
 * 1.9999999999999998E23} on 17 and {@code 2.0E23} on 25. The newer algorithm writes the shortest
 * text that reads back as the same number.
 *
 * <p>[1] JDK-4511638, "Double.toString(double) sometimes produces incorrect results", fixed in 19.
 */
@BenchDefaults(rate = "10k/s")
public final class Lesson07_TwoJdks implements BenchTask {
  private static final int NUMBERS = 100;
  private static final long SEED = 7;

  private final double[] numbers = new Random(SEED).doubles(NUMBERS).toArray();
  private Bench bench;

  /** Keeps the result, or the JIT would remove the work. */
  volatile String line = "";

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    StringBuilder row = new StringBuilder();
    for (double number : numbers) {
      row.append(number).append(',');
    }
    line = row.toString();
    bench.done(id);
  }
}
