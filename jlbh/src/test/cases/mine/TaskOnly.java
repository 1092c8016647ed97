package mine;

import net.openhft.chronicle.jlbh.*;

/** A task without a main. */
public class TaskOnly implements JLBHTask {
  private JLBH jlbh;

  @Override
  public void init(JLBH jlbh) {
    this.jlbh = jlbh;
  }

  @Override
  public void run(long startTimeNS) {
    jlbh.sample(System.nanoTime() - startTimeNS);
  }
}
