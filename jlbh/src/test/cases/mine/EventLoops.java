package mine;

import net.openhft.chronicle.jlbh.*;

/** Asks for what is not served. */
public class EventLoops implements JLBHTask {
  public static void main(String[] args) {
    new JLBH(new JLBHOptions().jlbhTask(new EventLoops())).eventLoopHandler(null);
  }

  @Override
  public void init(JLBH jlbh) {}

  @Override
  public void run(long startTimeNS) {}
}
