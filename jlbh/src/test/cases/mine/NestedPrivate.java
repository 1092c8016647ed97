package mine;

import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;

/** A private nested task with a constructor argument, and a busy wait in it now and then. */
public class NestedPrivate {
  public static void main(String[] args) {
    new NestedPrivate().go(args.length > 0 ? Integer.parseInt(args[0]) : 500);
  }

  private void go(int every) {
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(2_000)
            .iterations(5_000L)
            .throughput(5_000)
            .runs(2)
            .recordOSJitter(true)
            .recordJitterGreaterThanNs(500)
            .jitterAffinity(true)
            .skipFirstRun(true)
            .jlbhTask(new Spike(every));
    new JLBH(options).start();
  }

  private static class Spike implements JLBHTask {
    private final int every;
    private int count;
    private JLBH lth;

    private Spike(int every) {
      this.every = every;
    }

    @Override
    public void run(long startTimeNS) {
      if (count++ % every == 0) {
        long end = System.nanoTime() + 1_000_000;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
      lth.sample(System.nanoTime() - startTimeNS);
    }

    @Override
    public void init(JLBH lth) {
      this.lth = lth;
    }
  }
}
