package dev.foliot.bench;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Permitted outcomes when messages end several times at once, or during a read. */
public final class MessageEndStress {
  private static final long FIRST_END_NS = 11;
  private static final long SECOND_END_NS = 12;

  private MessageEndStress() {}

  /** A ring of one slot, whose message 0 is open. */
  private static MessageRing ring() {
    MessageRing ring = new MessageRing(1, 1, 1);
    ring.begin(0, 1, 0, 1);
    return ring;
  }

  /** The producer's reading of message 0: its end, or -1 if it has not ended. */
  private static long endNs(MessageRing ring) {
    long[] end = {-1};
    ring.read(0, (id, intendedNs, latenessNs, startNs, endNs) -> end[0] = endNs);
    return end[0];
  }

  /** Two threads other than the producer's end one message. */
  @JCStressTest
  @State
  @Outcome(id = "1, 0, 11, 1", expect = Expect.ACCEPTABLE, desc = "the first wins")
  @Outcome(id = "0, 1, 12, 1", expect = Expect.ACCEPTABLE, desc = "the second wins")
  public static class ByTwoThreads {
    private final MessageRing ring = ring();

    @Actor
    public void first(JJJJ_Result r) {
      r.r1 = ring.end(0, FIRST_END_NS) ? 1 : 0;
    }

    @Actor
    public void second(JJJJ_Result r) {
      r.r2 = ring.end(0, SECOND_END_NS) ? 1 : 0;
    }

    @Arbiter
    public void look(JJJJ_Result r) {
      r.r3 = endNs(ring);
      r.r4 = ring.refusedEnds();
    }
  }

  /** The producer's own thread, which uses no atomic operation, and another one end a message. */
  @JCStressTest
  @State
  @Outcome(id = "11, 1", expect = Expect.ACCEPTABLE, desc = "the producer's end, one refused")
  @Outcome(id = "12, 1", expect = Expect.ACCEPTABLE, desc = "the other's end, one refused")
  public static class ByTheProducerAndAnother {
    private final MessageRing ring = ring();

    @Actor
    public void producer(JJ_Result r) {
      ring.own(0);
      ring.end(0, FIRST_END_NS);
    }

    @Actor
    public void other(JJ_Result r) {
      ring.end(0, SECOND_END_NS);
    }

    @Arbiter
    public void look(JJ_Result r) {
      r.r1 = endNs(ring);
      r.r2 = ring.refusedEnds();
    }
  }

  /**
   * The producer ends a message, records it and reuses its slot, while another thread ends it too.
   */
  @JCStressTest
  @State
  @Outcome(id = "11, 1, 0", expect = Expect.ACCEPTABLE, desc = "the producer's end, one refused")
  @Outcome(id = "12, 1, 0", expect = Expect.ACCEPTABLE, desc = "the other's end, one refused")
  @Outcome(
      id = "11, 0, 0",
      expect = Expect.ACCEPTABLE_INTERESTING,
      desc =
          "the second end came within the nanosecond in which the slot was used again, after all"
              + " the other messages of the ring had been sent: it is not counted")
  public static class TwiceAcrossTheReuseOfTheSlot {
    private final MessageRing ring = ring();

    @Actor
    public void producer(JJJ_Result r) {
      ring.own(0);
      ring.end(0, FIRST_END_NS);
      r.r1 = endNs(ring);
      ring.begin(1, 2, 0, 2);
    }

    @Actor
    public void other(JJJ_Result r) {
      ring.end(0, SECOND_END_NS);
    }

    @Arbiter
    public void look(JJJ_Result r) {
      r.r2 = ring.refusedEnds();
      r.r3 = ring.hasEnded(1) ? 1 : 0;
    }
  }

  /** A thread that finds a message ended also finds its end, its thread and its probe. */
  @JCStressTest
  @State
  @Outcome(id = "-1, -1, -1", expect = Expect.ACCEPTABLE, desc = "not yet")
  @Outcome(id = "11, 1, 7", expect = Expect.ACCEPTABLE, desc = "all of it")
  public static class Seen {
    private final MessageRing ring = ring();

    @Actor
    public void worker() {
      ring.probe(0, 0, 7);
      ring.end(0, FIRST_END_NS);
    }

    @Actor
    public void producer(JJJ_Result r) {
      boolean ended = ring.hasEnded(0);
      r.r1 = ended ? ring.endNs(0) : -1;
      r.r2 = ended ? Long.signum(ring.threadId(0)) : -1;
      r.r3 = ended ? ring.probeNs(0, 0) : -1;
    }
  }

  /**
   * A worker that receives a message finds its beginning, and the worker's changes become visible.
   */
  @JCStressTest
  @State
  @Outcome(id = "1, 5, 11", expect = Expect.ACCEPTABLE, desc = "all of it")
  @Outcome(id = "-1, -1, -1", expect = Expect.ACCEPTABLE, desc = "not yet")
  public static class StartedElsewhere {
    private final MessageRing ring = ring();

    @Actor
    public void worker() {
      ring.started(0, 5);
      ring.end(0, FIRST_END_NS);
    }

    @Actor
    public void producer(JJJ_Result r) {
      boolean ended = ring.hasEnded(0);
      r.r1 = ended ? ring.intendedNs(0) : -1;
      r.r2 = ended ? ring.startNs(0) : -1;
      r.r3 = ended ? ring.endNs(0) : -1;
    }
  }
}
