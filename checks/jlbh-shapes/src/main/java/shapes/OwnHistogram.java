package shapes;

import net.openhft.chronicle.core.util.Histogram;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.jlbh.TeamCityHelper;

/** JLBH with a histogram of finer buckets, and another of the program's own for TeamCity. */
public final class OwnHistogram implements JLBHTask {
  private final Histogram own = new Histogram(32, 7);
  private JLBH jlbh;
  private double sum;

  public static void main(String[] args) {
    new JLBH(
        new JLBHOptions()
            .warmUpIterations(20_000)
            .iterations(20_000)
            .throughput(10_000)
            .runs(2)
            .recordOSJitter(false)
            .jlbhTask(new OwnHistogram())) {
      @Override
      protected Histogram createHistogram() {
        return new Histogram(35, 10, 1);
      }
    }.start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    for (int i = 1; i < 200; i++) {
      sum += Math.sqrt(i);
    }
    long tookNs = System.nanoTime() - startTimeNS;
    own.sampleNanos(tookNs);
    jlbh.sample(tookNs);
  }

  @Override
  public void complete() {
    TeamCityHelper.histo("OwnHistogram.own", own, System.out);
    System.out.println("sum " + (sum > 0) + ", " + own.toMicrosFormat());
  }
}
