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

/** No task remains beside workers that park, end or are released; none runs twice. */
public final class WorkersStress {
  private WorkersStress() {}

  /**
   * A worker finds no task and parks, and is woken or ends, while a task comes. Fails if an ending
   * worker does not check the queue afterwards.
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
   * The same with a worker that parks permanently unless it is woken. Fails if a worker does not
   * check the queue after it was added to the idle ones. The need for a volatile write of a task
   * before the search for workers is not shown: with a release write nothing failed on two x86
   * CPUs.
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
   * Two workers search and both exceed the size, which lets one of them stay, beside a task. One
   * leaves and the other runs it, or is woken to do so. Fails if both leave and a third one must be
   * created, and if the staying one does not check the queue after it was added to the idle ones.
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
   * A searching surplus worker leaves while a task comes; the other one is parked. The submitter
   * may have relied on the leaving one. Fails if that one does not check the queue after it has
   * left.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "it ran, the other one is there")
  public static class SurplusAndSubmit {
    private final PlayedPool played = new PlayedPool(2, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable surplus;

    /** With one searching and one parked worker; the size falls to 1. */
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
   * The size rises while a task comes and the only worker is permanently busy: a second one starts.
   * Fails if the thread that raises the size does not check the queue afterwards.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "it ran, on a second one")
  public static class SubmitAndRise {
    private final PlayedPool played = new PlayedPool(1, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();

    /** With one busy worker. */
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
   * A task comes while the only searching worker finds another one, which keeps it busy
   * permanently: a second worker starts. Fails if the last searching worker does not check the
   * queue after it was counted as busy.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "it ran, on a second one")
  public static class SubmitAndFind {
    private final PlayedPool played = new PlayedPool(2, Time.STANDS_STILL);
    private final PlayedPool.Task task = new PlayedPool.Task();

    /** With one searching worker. */
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
   * A worker parks, permanently unless it is woken, while the pool is shut down: it leaves. Fails
   * if it does not check for the close after it was added to the idle ones.
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

  /** A task comes during the shutdown: it runs or is rejected, and the pool terminates. */
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

  /** The same with a stop: an accepted task may be returned. */
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

  /** A worker takes tasks during a stop: each task has one of the two outcomes. */
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
