package proof;

import net.openhft.chronicle.jlbh.*;

/** Works for 5 us in the calling thread. */
public class Busy implements JLBHTask {
  private JLBH jlbh;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(20_000)
                .iterations(20_000)
                .throughput(10_000)
                .runs(2)
                .accountForCoordinatedOmission(false)
                .recordOSJitter(false)
                .jlbhTask(new Busy()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    long end = System.nanoTime() + 5_000;
    while (System.nanoTime() < end) Thread.onSpinWait();
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
