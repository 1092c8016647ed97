package dev.foliot.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A queue that is closed loses nothing that it had accepted. */
public final class TaskQueueStress {
  private TaskQueueStress() {}

  private static QueuedTask task() {
    return new QueuedTask(() -> {}, 0);
  }

  /** What is accepted while the queue closes is drained by who closed it. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "accepted and drained")
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
  public static class Close {
    private final TaskQueue queue = new TaskQueue(Integer.MAX_VALUE);

    @Actor
    public void offer(II_Result r) {
      r.r1 = queue.offer(task()) == TaskQueue.Offer.ACCEPTED ? 1 : 0;
    }

    @Actor
    public void drain(II_Result r) {
      queue.close();
      r.r2 = queue.drain().size();
    }
  }
}
