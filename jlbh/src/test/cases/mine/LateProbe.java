package mine;

import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.*;

/** Makes a probe in the first measured message, and another in a thread of its own. */
public class LateProbe implements JLBHTask {
  private JLBH jlbh;
  private boolean warm;
  private NanoSampler late;

  public static void main(String[] args) {
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(500)
            .iterations(3_000)
            .throughput(3_000)
            .runs(2)
            .recordOSJitter(false)
            .jlbhTask(new LateProbe());
    JLBH jlbh = new JLBH(options);
    jlbh.addProbe("before start");
    jlbh.start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    Thread t =
        new Thread(() -> {
          while (true) {
            jlbh.addProbe("from a thread").sampleNanos(1_000);
            try {
              Thread.sleep(1);
            } catch (InterruptedException e) {
              return;
            }
          }
        });
    t.setDaemon(true);
    t.start();
  }

  @Override
  public void warmedUp() {
    warm = true;
  }

  @Override
  public void run(long startTimeNS) {
    if (warm && late == null) late = jlbh.addProbe("late");
    if (late != null) late.sampleNanos(System.nanoTime() - startTimeNS);
    jlbh.addProbe("before start").sampleNanos(7);
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
