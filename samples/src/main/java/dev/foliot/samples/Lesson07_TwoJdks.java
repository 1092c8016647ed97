package dev.foliot.samples;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchDefaults;
import dev.foliot.bench.BenchTask;
import java.util.Random;

/**
 * Lesson 7: the same program on two JDKs.
 *
 * <p>The question: is the newer JDK faster, for your code? The task writes a hundred numbers of
 * type {@code double} to a line of text. JDK 19 got a new algorithm for that [1], so 17 and 25
 * should differ; how much is not for reasoning but for measuring.
 *
 * <p>The baseline is one JDK after the other, which is how it is mostly done, and which compares
 * two moments of a machine as much as two JDKs. The improvement is both in one run, their forks
 * interleaved in random order and under the same arrivals:
 *
 * <pre>./foliot bench dev.foliot.samples.Lesson07_TwoJdks --jdk $JAVA17_HOME --jdk $JAVA25_HOME
 * </pre>
 *
 * <p>What to look at: the forks of one JDK beside each other first. Their spread is what a
 * difference has to beat; a difference between two forks is no difference between two JDKs. Then
 * ask for the verdict, percentile by percentile:
 *
 * <pre>./foliot compare @1 --arms 0,1</pre>
 *
 * <p>It needs five forks of each JDK, which is the default. The median may be better while a high
 * percentile stays undecided, where the tail is the machine's and not the code's.
 *
 * <p>What was learned: here the newer JDK needs half the time in the median. That is true of this
 * code. It is no sentence about JDKs: the next task may be on the other side. And look at what is
 * computed before you look at how fast: these hundred numbers give the same text on both, but 2e23
 * is {@code 1.9999999999999998E23} on 17 and {@code 2.0E23} on 25, since the newer algorithm writes
 * the shortest text that reads back as the same number.
 *
 * <p>[1] JDK-4511638, "Double.toString(double) sometimes produces incorrect results", fixed in 19.
 */
@BenchDefaults(rate = "10k/s")
public final class Lesson07_TwoJdks implements BenchTask {
  private static final int NUMBERS = 100;
  private static final long SEED = 7;

  private final double[] numbers = new Random(SEED).doubles(NUMBERS).toArray();
  private Bench bench;

  /** Where the text goes, so that the JIT cannot leave the work out. */
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
