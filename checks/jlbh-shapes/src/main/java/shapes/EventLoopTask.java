package shapes;

import java.util.concurrent.ConcurrentLinkedQueue;
import net.openhft.chronicle.core.threads.EventHandler;
import net.openhft.chronicle.core.threads.EventLoop;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.threads.MediumEventLoop;
import net.openhft.chronicle.threads.Pauser;

/** The load hands messages to a handler in an event loop of Chronicle Threads. */
public final class EventLoopTask implements JLBHTask, EventHandler {
  private final ConcurrentLinkedQueue<Long> messages = new ConcurrentLinkedQueue<>();
  private JLBH jlbh;
  private EventLoop loop;

  public static void main(String[] args) {
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(20_000)
                .iterations(20_000)
                .throughput(10_000)
                .runs(2)
                .recordOSJitter(false)
                .jlbhTask(new EventLoopTask()))
        .start();
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
    loop = new MediumEventLoop(null, "worker", Pauser.busy(), true, "none");
    loop.addHandler(this);
    loop.start();
  }

  @Override
  public boolean action() {
    Long startNs = messages.poll();
    if (startNs == null) {
      return false;
    }
    jlbh.sample(System.nanoTime() - startNs);
    return true;
  }

  @Override
  public void run(long startTimeNS) {
    messages.add(startTimeNS);
  }

  @Override
  public void complete() {
    loop.close();
  }
}
