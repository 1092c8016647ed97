package dev.foliot.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The queue returns each task once, in order, and loses none at its close. One long class, because
 * each test of the framework is a class, and all test one queue.
 */
public final class TaskQueueStress {
  private TaskQueueStress() {}

  private static TaskQueue queue() {
    return new TaskQueue(Integer.MAX_VALUE, new PlayedPool.PassingClock());
  }

  /** An empty queue whose first chunk has one slot left. */
  private static TaskQueue queueAtTheEndOfAChunk() {
    TaskQueue queue = queue();
    QueuedTask into = new QueuedTask();
    for (int i = TaskChunk.SLOTS - 1; i > 0; i--) {
      queue.offer(() -> {});
      queue.poll(into);
    }
    return queue;
  }

  private static void take(TaskQueue queue) {
    QueuedTask into = new QueuedTask();
    if (queue.poll(into)) {
      into.task.run();
    }
  }

  /**
   * A task accepted during the close is drained by the closing thread. Fails if the mark is set in
   * two steps, a read and a write.
   */
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

  /**
   * Two tasks come with room for one: one is refused. Fails if a number is reserved in two steps.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one of them is there")
  public static class Bound {
    private final TaskQueue queue = new TaskQueue(1, new PlayedPool.PassingClock());
    private int first;
    private int second;

    @Actor
    public void first() {
      first = queue.offer(() -> {}) == TaskQueue.Offer.ACCEPTED ? 1 : 0;
    }

    @Actor
    public void second() {
      second = queue.offer(() -> {}) == TaskQueue.Offer.ACCEPTED ? 1 : 0;
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = first + second;
      r.r2 = queue.size();
    }
  }

  /** Tasks are taken in order of arrival, across the end of a chunk, each once. */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the first, then the second")
  public static class OfferAndPoll {
    private final TaskQueue queue = queueAtTheEndOfAChunk();
    private final int[] order = new int[2];
    private int taken;

    @Actor
    public void offer() {
      queue.offer(() -> order[taken++] = 1);
      queue.offer(() -> order[taken++] = 2);
    }

    @Actor
    public void poll() {
      take(queue);
      take(queue);
    }

    @Arbiter
    public void look(II_Result r) {
      take(queue);
      take(queue);
      r.r1 = order[0];
      r.r2 = order[1];
    }
  }

  /**
   * Two come at once from either side, across the end of a chunk: each is there once. Fails if a
   * number is reserved in two steps, and if the next chunk is created without a check for an
   * existing one.
   */
  @JCStressTest
  @State
  @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "all of them, each once")
  public static class OfferTwice {
    private final TaskQueue queue = queueAtTheEndOfAChunk();
    private final PlayedPool.Task first = new PlayedPool.Task();
    private final PlayedPool.Task second = new PlayedPool.Task();

    @Actor
    public void first() {
      queue.offer(first);
      queue.offer(first);
    }

    @Actor
    public void second() {
      queue.offer(second);
      queue.offer(second);
    }

    @Arbiter
    public void look(II_Result r) {
      for (int i = 0; i < 6; i++) {
        take(queue);
      }
      r.r1 = first.runs();
      r.r2 = second.runs();
    }
  }

  /**
   * Two take tasks at once, across the end of a chunk: each gets one of the two. Fails if a number
   * is claimed in two steps, and if a thread that finds the first just taken does not try the
   * second.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "each once")
  public static class PollTwice {
    private final TaskQueue queue = queueAtTheEndOfAChunk();
    private final PlayedPool.Task first = new PlayedPool.Task();
    private final PlayedPool.Task second = new PlayedPool.Task();

    /** With two tasks. */
    public PollTwice() {
      queue.offer(first);
      queue.offer(second);
    }

    @Actor
    public void one() {
      take(queue);
    }

    @Actor
    public void other() {
      take(queue);
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = first.runs();
      r.r2 = second.runs();
    }
  }

  /**
   * Three tasks are taken by two at once, across the end of a chunk, which is passed at the same
   * time: all are taken. Fails if a thread treats a passed chunk as the end of the queue.
   */
  @JCStressTest
  @State
  @Outcome(id = "3, 1", expect = Expect.ACCEPTABLE, desc = "each once, nothing left")
  public static class PollAcross {
    private final TaskQueue queue = queueAtTheEndOfAChunk();
    private final PlayedPool.Task task = new PlayedPool.Task();

    /** With three tasks, the first in one chunk and the others in the next. */
    public PollAcross() {
      queue.offer(task);
      queue.offer(task);
      queue.offer(task);
    }

    @Actor
    public void one() {
      take(queue);
      take(queue);
    }

    @Actor
    public void other() {
      take(queue);
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = task.runs();
      r.r2 = queue.isEmpty() ? 1 : 0;
    }
  }

  /**
   * Two tasks come from either side while a third thread takes them, across the end of a chunk:
   * each is there once. Fails if an offer that meets a passed chunk continues from it.
   */
  @JCStressTest
  @State
  @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "all of them, each once")
  public static class OfferAcross {
    private final TaskQueue queue = queueAtTheEndOfAChunk();
    private final PlayedPool.Task first = new PlayedPool.Task();
    private final PlayedPool.Task second = new PlayedPool.Task();

    @Actor
    public void first() {
      queue.offer(first);
      queue.offer(first);
    }

    @Actor
    public void second() {
      queue.offer(second);
      queue.offer(second);
    }

    @Actor
    public void taker() {
      take(queue);
      take(queue);
      take(queue);
    }

    @Arbiter
    public void look(II_Result r) {
      for (int i = 0; i < 6; i++) {
        take(queue);
      }
      r.r1 = first.runs();
      r.r2 = second.runs();
    }
  }

  /**
   * A task is put back during a search for it: it is taken once. Fails if taking from the stack of
   * returned tasks has two steps.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "once, nothing left")
  public static class PutBackAndPoll {
    private final TaskQueue queue = queue();
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final QueuedTask taken = new QueuedTask();

    /** With a task that was taken out. */
    public PutBackAndPoll() {
      queue.offer(task);
      queue.poll(taken);
    }

    @Actor
    public void putter() {
      queue.putBack(taken);
    }

    @Actor
    public void one() {
      take(queue);
    }

    @Actor
    public void other() {
      take(queue);
    }

    @Arbiter
    public void look(II_Result r) {
      take(queue);
      r.r1 = task.runs();
      r.r2 = queue.isEmpty() && queue.size() == 0 ? 1 : 0;
    }
  }

  /**
   * Two tasks are put back at once while one is taken: each is there once. Fails if one is put onto
   * the stack in two steps.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "each once, nothing left")
  public static class PutBackTwice {
    private final TaskQueue queue = queue();
    private final PlayedPool.Task first = new PlayedPool.Task();
    private final PlayedPool.Task second = new PlayedPool.Task();
    private final QueuedTask firstTaken = new QueuedTask();
    private final QueuedTask secondTaken = new QueuedTask();

    /** With two tasks that were taken out. */
    public PutBackTwice() {
      queue.offer(first);
      queue.offer(second);
      queue.poll(firstTaken);
      queue.poll(secondTaken);
    }

    @Actor
    public void first() {
      queue.putBack(firstTaken);
    }

    @Actor
    public void second() {
      queue.putBack(secondTaken);
    }

    @Actor
    public void taker() {
      take(queue);
    }

    @Arbiter
    public void look(III_Result r) {
      take(queue);
      take(queue);
      r.r1 = first.runs();
      r.r2 = second.runs();
      r.r3 = queue.size();
    }
  }

  /**
   * A task is put back while the queue is closed and emptied. It is returned then, or still in the
   * queue, which is not over. Fails if a queue with such a task counts as over.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "given back, over")
  @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "there still, not over")
  public static class CloseAndPutBack {
    private final TaskQueue queue = queue();
    private final QueuedTask taken = new QueuedTask();

    /** With a task that was taken out. */
    public CloseAndPutBack() {
      queue.offer(() -> {});
      queue.poll(taken);
    }

    @Actor
    public void putter() {
      queue.putBack(taken);
    }

    @Actor
    public void closer(III_Result r) {
      queue.close();
      r.r1 = queue.drain().size();
    }

    @Arbiter
    public void look(III_Result r) {
      r.r2 = queue.size();
      r.r3 = queue.isOver() ? 1 : 0;
    }
  }

  /**
   * Tasks pass, one at a time, during a count. Fails if the two numbers whose difference is the
   * size are from different moments.
   */
  @JCStressTest
  @State
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "none waited")
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "one waited")
  public static class SizeWhileTasksPass {
    private final TaskQueue queue = queue();

    @Actor
    public void passer() {
      for (int i = 0; i < 4; i++) {
        queue.offer(() -> {});
        take(queue);
      }
    }

    @Actor
    public void looker(I_Result r) {
      r.r1 = queue.size();
    }
  }
}
