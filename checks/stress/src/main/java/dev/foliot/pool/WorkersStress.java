package dev.foliot.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** No task is left beside workers that park, end or are let go; none runs twice. */
public final class WorkersStress {
  private WorkersStress() {}

  /** A worker finds nothing and parks, and is woken or ends, while a task comes. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both ran")
  public static class SubmitAndPark {
    private final PlayedPool played = new PlayedPool(1);
    private final PlayedPool.Task first = new PlayedPool.Task();
    private final PlayedPool.Task second = new PlayedPool.Task();
    private final Runnable worker;

    /** With a worker that has work. */
    public SubmitAndPark() {
      played.submit(first);
      worker = played.worker();
    }

    @Actor
    public void worker() {
      worker.run();
    }

    @Actor
    public void submitter() {
      played.submit(second);
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = first.runs();
      r.r2 = second.runs();
    }
  }

  /** Two workers for one task, and a size that lets only one of them stay. */
  @JCStressTest
  @State
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "it ran, and all have gone")
  public static class BothSurplus {
    private final PlayedPool played = new PlayedPool(2);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable first;
    private final Runnable second;

    /** With two workers that search. */
    public BothSurplus() {
      played.submit(() -> {});
      played.submit(task);
      played.pool.dispatchAll();
      first = played.worker();
      second = played.worker();
      played.pool.queue.poll(new QueuedTask());
      played.pool.sizing.limits(1, 1);
    }

    @Actor
    public void first() {
      first.run();
    }

    @Actor
    public void second() {
      second.run();
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.threads();
    }
  }

  /** A worker that is one too many ends while a task comes and the other worker parks. */
  @JCStressTest
  @State
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "it ran, and all have gone")
  public static class SurplusAndSubmit {
    private final PlayedPool played = new PlayedPool(2);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable surplus;

    /** With a worker that is there and one that has ended; the size falls to none but one. */
    public SurplusAndSubmit() {
      played.submit(() -> {});
      surplus = played.worker();
    }

    @Actor
    public void worker() {
      surplus.run();
    }

    @Actor
    public void submitter() {
      played.size(1);
      played.submit(task);
      played.size(2);
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.threads();
    }
  }

  /** A task comes while the pool is shut down: it runs or is rejected, and the pool ends. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "accepted, ran, terminated")
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "rejected, terminated")
  public static class SubmitAndShutdown {
    private final PlayedPool played = new PlayedPool(1);
    private final PlayedPool.Task task = new PlayedPool.Task();

    @Actor
    public void submitter(III_Result r) {
      r.r1 = played.submit(task) ? 1 : 0;
    }

    @Actor
    public void closer() {
      played.pool.shutdown();
    }

    @Arbiter
    public void look(III_Result r) {
      played.playTheRest();
      r.r2 = task.runs();
      r.r3 = played.pool.isTerminated() ? 1 : 0;
    }
  }

  /** The same with a stop: a task that was accepted may be given back. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "accepted, ran or given back")
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "rejected, terminated")
  public static class SubmitAndShutdownNow {
    private final PlayedPool played = new PlayedPool(1);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private int given;

    @Actor
    public void submitter(III_Result r) {
      r.r1 = played.submit(task) ? 1 : 0;
    }

    @Actor
    public void closer() {
      given = played.pool.shutdownNow().size();
    }

    @Arbiter
    public void look(III_Result r) {
      played.playTheRest();
      r.r2 = task.runs() + given;
      r.r3 = played.pool.isTerminated() ? 1 : 0;
    }
  }

  /** A worker takes tasks while they are taken from it: each has one of both ends. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "each ran or was given back")
  public static class ShutdownNowAndTake {
    private final PlayedPool played = new PlayedPool(1);
    private final PlayedPool.Task first = new PlayedPool.Task();
    private final PlayedPool.Task second = new PlayedPool.Task();
    private final Runnable worker;
    private int firstGiven;
    private int secondGiven;

    /** With a worker that has work. */
    public ShutdownNowAndTake() {
      played.submit(first);
      played.submit(second);
      worker = played.worker();
    }

    @Actor
    public void worker() {
      worker.run();
    }

    @Actor
    public void closer() {
      for (Runnable given : played.pool.shutdownNow()) {
        if (given == first) {
          firstGiven++;
        } else {
          secondGiven++;
        }
      }
    }

    @Arbiter
    public void look(III_Result r) {
      played.playTheRest();
      r.r1 = first.runs() + firstGiven;
      r.r2 = second.runs() + secondGiven;
      r.r3 = played.pool.isTerminated() ? 1 : 0;
    }
  }
}
