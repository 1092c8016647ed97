package mine;

import net.openhft.chronicle.jlbh.*;

/** Samples every other message twice, and the ones between never. */
public class Faulty implements JLBHTask {
  private JLBH jlbh;
  private boolean odd;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10)
                .iterations(1_000)
                .throughput(2_000)
                .runs(1)
                .recordOSJitter(false)
                .timeout(1_000)
                .jlbhTask(new Faulty()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    odd = !odd;
    if (odd) return;
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
