package dev.foliot.pool;

import dev.foliot.pool.PlayedPool.Time;
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

  /**
   * A worker finds nothing and parks, and is woken or ends, while a task comes. Fails if a worker
   * that ends does not look at the queue afterwards.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both ran")
  public static class SubmitAndPark {
    private final PlayedPool played = new PlayedPool(1, Time.PASSES);
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
      played.play(worker);
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

  /**
   * The same with a worker that parks for good unless it is woken. Fails if a worker that has been
   * put among the idle does not look at the queue afterwards. That a task is put into its slot by a
   * volatile write, before the look for workers, is not shown: with a release in its place nothing
   * was seen to fail on two x86 CPUs.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "it ran, and the worker is there")
  public static class SubmitAndParkForGood {
    private final PlayedPool played = new PlayedPool(1, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable worker;

    /** With a worker that finds nothing. */
    public SubmitAndParkForGood() {
      played.submit(() -> {});
      worker = played.worker();
      played.pool.queue.poll(new QueuedTask());
    }

    @Actor
    public void worker() {
      played.play(worker);
    }

    @Actor
    public void submitter() {
      played.submit(task);
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.threads();
    }
  }

  /**
   * Two workers search and both are one too many for the size, which lets one of them stay, beside
   * a task: one leaves and the other runs it, or is woken to. Fails if both leave, so that a third
   * one has to be made, and if the one that stays does not look at the queue after it was put among
   * the idle.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 2", expect = Expect.ACCEPTABLE, desc = "it ran, one stays of the two")
  public static class BothSurplus {
    private final PlayedPool played = new PlayedPool(2, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable first;
    private final Runnable second;

    /** Starts two workers for two tasks, takes one of these away, and lowers the size to 1. */
    public BothSurplus() {
      played.pool.queue.offer(() -> {});
      played.pool.queue.offer(task);
      played.pool.dispatchAll();
      first = played.worker();
      second = played.worker();
      played.pool.queue.poll(new QueuedTask());
      played.pool.sizing.limits(1, 1);
    }

    @Actor
    public void first() {
      played.play(first);
    }

    @Actor
    public void second() {
      played.play(second);
    }

    @Arbiter
    public void look(III_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.threads();
      r.r3 = played.made();
    }
  }

  /**
   * A worker that searches and is one too many leaves while a task comes; the other one is parked.
   * Who brings the task may have relied on the one that leaves. Fails if that one does not look at
   * the queue after it has left.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "it ran, the other one is there")
  public static class SurplusAndSubmit {
    private final PlayedPool played = new PlayedPool(2, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable surplus;

    /** With one that searches and one that is parked; the size falls to 1. */
    public SurplusAndSubmit() {
      played.pool.queue.offer(() -> {});
      played.pool.queue.offer(() -> {});
      played.pool.dispatchAll();
      surplus = played.worker();
      played.play(played.worker());
      played.pool.sizing.limits(1, 1);
    }

    @Actor
    public void worker() {
      played.play(surplus);
    }

    @Actor
    public void submitter() {
      played.submit(task);
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.threads();
    }
  }

  /**
   * The size rises while a task comes and the only worker is busy for good: there is a second one.
   * Fails if who raised the size does not look at the queue afterwards.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "it ran, on a second one")
  public static class SubmitAndRise {
    private final PlayedPool played = new PlayedPool(1, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();

    /** With one that is busy. */
    public SubmitAndRise() {
      played.submit(() -> {});
      played.keepOneBusy();
    }

    @Actor
    public void submitter() {
      played.submit(task);
    }

    @Actor
    public void sizer() {
      played.size(2);
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.threads();
    }
  }

  /**
   * A task comes while the only worker that searches finds another one, on which it is busy for
   * good: there is a second worker. Fails if the last that searched does not look at the queue
   * after it was counted as busy.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "it ran, on a second one")
  public static class SubmitAndFind {
    private final PlayedPool played = new PlayedPool(2, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();

    /** With one that searches. */
    public SubmitAndFind() {
      played.submit(() -> {});
    }

    @Actor
    public void worker() {
      played.keepOneBusy();
    }

    @Actor
    public void submitter() {
      played.submit(task);
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.threads();
    }
  }

  /**
   * A worker parks, for good unless it is woken, while the pool is shut down: it leaves. Fails if
   * it does not look whether the queue is closed after it was put among the idle.
   */
  @JCStressTest
  @State
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "it has gone, terminated")
  public static class ParkAndShutdown {
    private final PlayedPool played = new PlayedPool(1, Time.STANDS_STILL);
    private final Runnable worker;

    /** With a worker that finds nothing. */
    public ParkAndShutdown() {
      played.submit(() -> {});
      worker = played.worker();
      played.pool.queue.poll(new QueuedTask());
    }

    @Actor
    public void worker() {
      played.play(worker);
    }

    @Actor
    public void closer() {
      played.pool.shutdown();
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = played.pool.threads();
      r.r2 = played.pool.isTerminated() ? 1 : 0;
    }
  }

  /** A task comes while the pool is shut down: it runs or is rejected, and the pool ends. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "accepted, ran, terminated")
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "rejected, terminated")
  public static class SubmitAndShutdown {
    private final PlayedPool played = new PlayedPool(1, Time.PASSES);
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
    private final PlayedPool played = new PlayedPool(1, Time.PASSES);
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
    private final PlayedPool played = new PlayedPool(1, Time.PASSES);
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
      played.play(worker);
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
