package dev.foliot.pool;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The number of permits taken never exceeds the limit, and each end is counted once. */
public final class PermitsStress {
  private PermitsStress() {}

  private static Permits taken(int count) {
    Permits permits = new Permits();
    for (int i = 0; i < count; i++) {
      if (!permits.acquire(count)) {
        throw new AssertionError("there was no permit");
      }
    }
    return permits;
  }

  /** Two want the only permit: one gets it. Fails if it is taken in two steps. */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one of them")
  public static class AcquireTwice {
    private final Permits permits = taken(0);
    private int first;
    private int second;

    @Actor
    public void first() {
      first = permits.acquire(1) ? 1 : 0;
    }

    @Actor
    public void second() {
      second = permits.acquire(1) ? 1 : 0;
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = first + second;
      r.r2 = permits.running();
    }
  }

  /**
   * A task ends while its permit is wanted: the other gets it or not, and the end is counted. Fails
   * if an end changes the running and the ended count in two steps that are not additions.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "taken after the end")
  @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "wanted before it")
  public static class EndAndAcquire {
    private final Permits permits = taken(1);

    @Actor
    public void ender() {
      permits.end();
    }

    @Actor
    public void taker(III_Result r) {
      r.r1 = permits.acquire(1) ? 1 : 0;
    }

    @Arbiter
    public void look(III_Result r) {
      r.r2 = permits.running();
      r.r3 = (int) permits.ended();
    }
  }

  /**
   * One task passes its permit on and another returns an unused one: one runs, one has ended. Fails
   * if either reads and then writes.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one runs, one has ended")
  public static class NextAndGiveBack {
    private final Permits permits = taken(2);

    @Actor
    public void ender() {
      permits.next();
    }

    @Actor
    public void other() {
      permits.giveBack();
    }

    @Arbiter
    public void look(II_Result r) {
      r.r1 = permits.running();
      r.r2 = (int) permits.ended();
    }
  }

  /**
   * A reader of the number of begun tasks never finds it smaller than before while tasks begin and
   * end. Fails if the running and the ended count are read one after the other.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 4", expect = Expect.ACCEPTABLE, desc = "no fewer than before")
  public static class CountWhileTasksPass {
    private final Permits permits = taken(2);

    @Actor
    public void ender() {
      permits.next();
      permits.next();
    }

    @Actor
    public void counter(II_Result r) {
      long before = permits.begun();
      long ended = permits.ended();
      long now = permits.begun();
      r.r1 = before >= 2 && now >= before && now >= ended + 2 && now <= 4 ? 1 : 0;
    }

    @Arbiter
    public void look(II_Result r) {
      r.r2 = (int) permits.begun();
    }
  }
}
