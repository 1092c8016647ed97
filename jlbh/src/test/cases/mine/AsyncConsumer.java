package mine;

import java.util.concurrent.ConcurrentLinkedQueue;
import net.openhft.chronicle.core.util.NanoSampler;
import net.openhft.chronicle.jlbh.*;

/** Two consumers take from one queue, so that samples come from two threads and out of order. */
public class AsyncConsumer implements JLBHTask {
  private final ConcurrentLinkedQueue<long[]> queue = new ConcurrentLinkedQueue<>();
  private volatile boolean running = true;
  private JLBH jlbh;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10_000)
                .iterations(40_000)
                .throughput(20_000)
                .runs(2)
                .recordOSJitter(false)
                .jlbhTask(new AsyncConsumer()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    for (int i = 0; i < 2; i++) {
      NanoSampler own = jlbh.addProbe("consumer " + i);
      Thread t = new Thread(() -> consume(own), "consumer-" + i);
      t.setDaemon(true);
      t.start();
    }
  }

  private void consume(NanoSampler own) {
    while (running) {
      long[] message = queue.poll();
      if (message == null) {
        Thread.yield();
        continue;
      }
      long now = System.nanoTime();
      own.sampleNanos(now - message[0]);
      jlbh.sampleNanos(now - message[0]);
    }
  }

  @Override
  public void run(long startTimeNS) {
    queue.add(new long[] {startTimeNS});
  }

  @Override
  public void complete() {
    running = false;
  }
}
