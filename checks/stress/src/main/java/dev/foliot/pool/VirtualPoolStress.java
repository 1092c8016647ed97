package dev.foliot.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** After all threads have run, no task waits beside a permit, and none runs twice. */
public final class VirtualPoolStress {
  private VirtualPoolStress() {}

  /**
   * The only task ends while another one comes. Fails if a thread does not check the queue after it
   * has returned its permit.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "both ran, no permit is taken")
  public static class SubmitAndEnd {
    private final PlayedVirtualPool played = new PlayedVirtualPool(1);
    private final PlayedPool.Task first = new PlayedPool.Task();
    private final PlayedPool.Task second = new PlayedPool.Task();
    private final Runnable work;

    /** With a task that has begun. */
    public SubmitAndEnd() {
      played.submit(first);
      work = played.work();
    }

    @Actor
    public void worker() {
      work.run();
    }

    @Actor
    public void submitter() {
      played.submit(second);
    }

    @Arbiter
    public void look(III_Result r) {
      played.playTheRest();
      r.r1 = first.runs();
      r.r2 = second.runs();
      r.r3 = played.pool.running();
    }
  }

  /**
   * One task ends, and starts no other while a thread waits for its carrier, which it just gets;
   * two wait. Fails if the ending task checks for such threads before it has returned its permit.
   * Then the last thread with a carrier finds no permit, and the ending one still finds it waiting.
   */
  @JCStressTest
  @State
  @Outcome(id = "2, 2, 0", expect = Expect.ACCEPTABLE, desc = "all ran, no permit is taken")
  public static class EndAndEnter {
    private final PlayedVirtualPool played = new PlayedVirtualPool(2);
    private final PlayedPool.Task begun = new PlayedPool.Task();
    private final PlayedPool.Task waiting = new PlayedPool.Task();
    private final Runnable first;
    private final Runnable second;

    /** With two tasks that have begun, and two that wait. */
    public EndAndEnter() {
      played.submit(begun);
      played.submit(begun);
      first = played.work();
      second = played.work();
      played.submit(waiting);
      played.submit(waiting);
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
    public void look(III_Result r) {
      played.playTheRest();
      r.r1 = begun.runs();
      r.r2 = waiting.runs();
      r.r3 = played.pool.running();
    }
  }

  /**
   * A task comes while one ends and one gets its first carrier. Fails like the two above, and if a
   * task with a carrier does not check whether it was the last.
   */
  @JCStressTest
  @State
  @Outcome(id = "2, 1, 0", expect = Expect.ACCEPTABLE, desc = "all ran, no permit is taken")
  public static class SubmitAndEndAndEnter {
    private final PlayedVirtualPool played = new PlayedVirtualPool(2);
    private final PlayedPool.Task begun = new PlayedPool.Task();
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable first;
    private final Runnable second;

    /** With two tasks that have begun. */
    public SubmitAndEndAndEnter() {
      played.submit(begun);
      played.submit(begun);
      first = played.work();
      second = played.work();
    }

    @Actor
    public void first() {
      first.run();
    }

    @Actor
    public void second() {
      second.run();
    }

    @Actor
    public void submitter() {
      played.submit(task);
    }

    @Arbiter
    public void look(III_Result r) {
      played.playTheRest();
      r.r1 = begun.runs();
      r.r2 = task.runs();
      r.r3 = played.pool.running();
    }
  }

  /** The last task ends while the pool is shut down: it terminates. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "it ran, terminated")
  public static class EndAndShutdown {
    private final PlayedVirtualPool played = new PlayedVirtualPool(1);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private final Runnable work;

    /** With a task that has begun. */
    public EndAndShutdown() {
      played.submit(task);
      work = played.work();
    }

    @Actor
    public void worker() {
      work.run();
    }

    @Actor
    public void closer() {
      played.pool.shutdown();
    }

    @Arbiter
    public void look(II_Result r) {
      played.playTheRest();
      r.r1 = task.runs();
      r.r2 = played.pool.isTerminated() ? 1 : 0;
    }
  }

  /**
   * An accepted task cannot begin and is put back while the pool is stopped. It is returned or
   * runs, and the pool terminates. Fails if the thread that puts it back does not check for the
   * stop, and if the termination ignores returned tasks.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "accepted, ran or given back")
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "rejected, terminated")
  public static class PutBackAndShutdownNow {
    private final PlayedVirtualPool played = new PlayedVirtualPool(1);
    private final PlayedPool.Task task = new PlayedPool.Task();
    private int given;

    /** With threads that cannot be started, the first time. */
    public PutBackAndShutdownNow() {
      played.failNext();
    }

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
}
