package mine;

import java.util.concurrent.CountDownLatch;
import net.openhft.chronicle.jlbh.*;

/** Starts the harness in a thread, holds a lock of its own, and aborts when it has seen enough. */
public class LocksAndAborts implements JLBHTask {
  private static final CountDownLatch ended = new CountDownLatch(1);
  private JLBH jlbh;
  private int count;

  public static void main(String[] args) throws Exception {
    JLBHOptions options =
        new JLBHOptions()
            .warmUpIterations(100)
            .iterations(1_000_000)
            .throughput(5_000)
            .runs(5)
            .recordOSJitter(false)
            .timeout(5_000)
            .jlbhTask(new LocksAndAborts());
    Thread t = new Thread(() -> new JLBH(options).start(), "bench");
    t.start();
    t.join();
    System.out.println("ended " + ended.getCount());
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    if (!Thread.currentThread().getName().equals("bench"))
      throw new IllegalStateException("another thread");
    jlbh.sample(System.nanoTime() - startTimeNS);
    if (++count == 2_100) jlbh.abort();
  }

  @Override
  public void complete() {
    ended.countDown();
  }
}
