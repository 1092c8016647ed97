package mine;

import java.util.concurrent.atomic.AtomicInteger;
import net.openhft.chronicle.jlbh.*;

/** One main with several harnesses, told apart by a static field, and an anonymous task. */
public class SeveralLoads {
  private static String kind;
  private static final AtomicInteger inits = new AtomicInteger();

  public static void main(String[] args) {
    for (String k : new String[] {"plain", "boxed"}) {
      kind = k;
      JLBHOptions options =
          new JLBHOptions()
              .warmUpIterations(500)
              .iterations(2_000)
              .throughput(4_000)
              .runs(1)
              .recordOSJitter(false);
      options.jlbhTask(
          new JLBHTask() {
            private JLBH jlbh;

            @Override
            public void init(JLBH j) {
              jlbh = j;
              inits.incrementAndGet();
            }

            @Override
            public void run(long startTimeNs) {
              if (kind.equals("boxed")) jlbh.sample(Long.valueOf(System.nanoTime() - startTimeNs));
              else jlbh.sample(System.nanoTime() - startTimeNs);
            }
          });
      new JLBH(options).start();
    }
    System.out.println("inits " + inits.get());
  }
}
