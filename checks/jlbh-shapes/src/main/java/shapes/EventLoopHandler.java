package shapes;

import net.openhft.chronicle.core.threads.EventLoop;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import net.openhft.chronicle.threads.EventGroup;
import net.openhft.chronicle.threads.Pauser;

/** The load runs in an event loop of Chronicle Threads, which Foliot does not serve. */
public final class EventLoopHandler implements JLBHTask {
  private JLBH jlbh;

  public static void main(String[] args) {
    EventLoop loop = EventGroup.builder().withName("load").withPauser(Pauser.busy()).build();
    loop.start();
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(10_000)
                .iterations(20_000)
                .throughput(10_000)
                .runs(2)
                .jlbhTask(new EventLoopHandler()))
        .eventLoopHandler(loop);
  }

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
