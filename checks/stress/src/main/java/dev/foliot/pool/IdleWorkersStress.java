package dev.foliot.pool;

import dev.foliot.pool.IdleWorkers.Park;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Each parked worker is woken once, or leaves voluntarily. */
public final class IdleWorkersStress {
  private IdleWorkersStress() {}

  /** One leaves voluntarily from below while another one is woken, and a third one comes. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "each once")
  public static class WakeAndGo {
    private final IdleWorkers idle = new IdleWorkers();
    private final Park below = new Park(Thread.currentThread());
    private final Park above = new Park(Thread.currentThread());
    private final Park late = new Park(Thread.currentThread());
    private int[] taken = new int[3];
    private int[] gone = new int[3];

    /** With two parked workers. */
    public WakeAndGo() {
      idle.push(below);
      idle.push(above);
    }

    @Actor
    public void waker() {
      take(taken);
      take(taken);
    }

    @Actor
    public void goer() {
      if (below.take()) {
        gone[0]++;
        idle.prune();
      }
      idle.push(late);
    }

    private void take(int[] counts) {
      Park park = idle.pop();
      if (park != null) {
        counts[park == below ? 0 : park == above ? 1 : 2]++;
      }
    }

    @Arbiter
    public void look(III_Result r) {
      while (!idle.isEmpty()) {
        take(taken);
      }
      r.r1 = taken[0] + gone[0];
      r.r2 = taken[1] + gone[1];
      r.r3 = taken[2] + gone[2];
    }
  }
}
