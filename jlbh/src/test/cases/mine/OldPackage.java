package mine;

import net.openhft.chronicle.core.jlbh.*;

/** Written for the harness when it was part of Chronicle Core. */
public class OldPackage implements JLBHTask {
  private JLBH lth;

  public static void main(String[] args) {
    JLBHOptions lth =
        new JLBHOptions()
            .warmUpIterations(1_000)
            .iterations(4_000)
            .throughput(4_000)
            .runs(2)
            .recordOSJitter(false)
            .accountForCoordinatedOmmission(true)
            .latencyDistributor(LatencyDistributors.RANDOM)
            .jlbhTask(new OldPackage());
    new JLBH(lth).start();
  }

  @Override
  public void run(long startTimeNS) {
    lth.sample(System.nanoTime() - startTimeNS);
  }

  @Override
  public void init(JLBH lth) {
    this.lth = lth;
  }
}
