package mine;

import net.openhft.chronicle.jlbh.*;

/** Fails in the middle of the first run. */
public class ThrowsLater implements JLBHTask {
  private JLBH jlbh;
  private int count;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10)
                .iterations(1_000)
                .throughput(2_000)
                .runs(2)
                .recordOSJitter(false)
                .jlbhTask(new ThrowsLater()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    if (++count == 500) throw new IllegalStateException("the disk is full");
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
