package mine;

import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.jlbh.*;

/** Ends the JVM in complete, as many public tasks do. */
public class ExitsInComplete implements JLBHTask {
  private JLBH jlbh;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(100)
                .iterations(60)
                .throughput(1200, TimeUnit.MINUTES)
                .runs(1)
                .recordOSJitter(false)
                .jlbhTask(new ExitsInComplete()))
        .start();
    System.out.println("never printed");
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    Thread t =
        new Thread(() -> {
          try {
            Thread.sleep(1_000_000);
          } catch (InterruptedException e) {
          }
        });
    t.start(); // not a daemon: without the exit the JVM would stay
  }

  @Override
  public void run(long startTimeNS) {
    jlbh.sample(System.nanoTime() - startTimeNS);
  }

  @Override
  public void complete() {
    System.exit(0);
  }
}
