package dev.foliot.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The queue gives each task out once, in order, and loses none when it is closed. */
public final class TaskQueueStress {
  private TaskQueueStress() {}

  private static TaskQueue queue() {
    return new TaskQueue(Integer.MAX_VALUE, new PlayedPool.PassingClock());
  }

  /** What is accepted while the queue closes is drained by who closed it. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "accepted and drained")
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
  public static class Close {
    private final TaskQueue queue = queue();

    @Actor
    public void offer(II_Result r) {
      r.r1 = queue.offer(() -> {}) == TaskQueue.Offer.ACCEPTED ? 1 : 0;
    }

    @Actor
    public void drain(II_Result r) {
      queue.close();
      r.r2 = queue.drain().size();
    }
  }

  /** Tasks are taken as they come, across the end of a chunk: each once and in order. */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the first, then the second")
  public static class OfferAndPoll {
    private final TaskQueue queue = queue();
    private final int[] order = new int[2];
    private int taken;

    /** With one slot left in the first chunk. */
    public OfferAndPoll() {
      QueuedTask into = new QueuedTask();
      for (int i = (1 << TaskChunk.BITS) - 1; i > 0; i--) {
        queue.offer(() -> {});
        queue.poll(into);
      }
    }

    @Actor
    public void offer() {
      queue.offer(() -> order[taken++] = 1);
      queue.offer(() -> order[taken++] = 2);
    }

    @Actor
    public void poll() {
      take();
      take();
    }

    private void take() {
      QueuedTask into = new QueuedTask();
      if (queue.poll(into)) {
        into.task.run();
      }
    }

    @Arbiter
    public void look(II_Result r) {
      take();
      take();
      r.r1 = order[0];
      r.r2 = order[1];
    }
  }
}
