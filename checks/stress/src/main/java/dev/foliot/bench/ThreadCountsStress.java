package dev.foliot.bench;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** No count is lost when threads record for the first time at once, or share their counts. */
public final class ThreadCountsStress {
  private ThreadCountsStress() {}

  private static void read(Durations all, JJJJ_Result r) {
    r.r1 = all.count();
    r.r2 = all.minNs();
    r.r3 = all.maxNs();
    r.r4 = all.sumNs().longValueExact();
  }

  /** Both threads claim their own counts. */
  @JCStressTest
  @State
  @Outcome(id = "4, 1, 4, 10", expect = Expect.ACCEPTABLE, desc = "all are there")
  public static class Claims {
    private final ThreadCounts counts = new ThreadCounts(1);

    @Actor
    public void first() {
      counts.record(1);
      counts.record(2);
    }

    @Actor
    public void second() {
      counts.record(3);
      counts.record(4);
    }

    @Arbiter
    public void look(JJJJ_Result r) {
      read(counts.read(), r);
    }
  }

  /** One of the two places is taken: one thread claims the other, and the next one must share. */
  @JCStressTest
  @State
  @Outcome(id = "5, 1, 5, 15", expect = Expect.ACCEPTABLE, desc = "all are there")
  public static class ClaimsAndShares {
    private final ThreadCounts counts = new ThreadCounts(1);

    /** Claims a place for the creating thread. */
    public ClaimsAndShares() {
      counts.record(1);
    }

    @Actor
    public void first() {
      counts.record(2);
      counts.record(3);
    }

    @Actor
    public void second() {
      counts.record(4);
      counts.record(5);
    }

    @Arbiter
    public void look(JJJJ_Result r) {
      read(counts.read(), r);
    }
  }

  /** Two threads fill the same shared counts. */
  @JCStressTest
  @State
  @Outcome(id = "4, 1, 8589934592, 17179869187", expect = Expect.ACCEPTABLE, desc = "all")
  public static class Shares {
    private static final long BEYOND_32_BITS = 1L << 33;
    private final SharedCounts counts = new SharedCounts();

    @Actor
    public void first() {
      counts.record(1);
      counts.record(BEYOND_32_BITS);
    }

    @Actor
    public void second() {
      counts.record(BEYOND_32_BITS);
      counts.record(2);
    }

    @Arbiter
    public void look(JJJJ_Result r) {
      Durations.Builder all = new Durations.Builder();
      counts.addTo(all);
      read(all.build(), r);
    }
  }

  /** A thread notified of a record finds it. */
  @JCStressTest
  @State
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "not told yet")
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "told, and found")
  public static class HandOver {
    private final ThreadCounts counts = new ThreadCounts(1);
    private volatile boolean told;

    @Actor
    public void recorder() {
      counts.record(1);
      counts.record(2);
      told = true;
    }

    @Actor
    public void reader(J_Result r) {
      r.r1 = told ? counts.read().count() : -1;
    }
  }

  /** A reader without a notification may miss concurrent records, but no others. */
  @JCStressTest
  @State
  @Outcome(id = "[012]", expect = Expect.ACCEPTABLE, desc = "what there was")
  public static class ReadWhileTheyGrow {
    private static final long BEYOND_THE_FIRST_BUCKETS = 1L << 40;
    private final ThreadCounts counts = new ThreadCounts(1);

    @Actor
    public void recorder() {
      counts.record(1);
      counts.record(BEYOND_THE_FIRST_BUCKETS);
    }

    @Actor
    public void reader(J_Result r) {
      r.r1 = counts.read().count();
    }
  }
}
