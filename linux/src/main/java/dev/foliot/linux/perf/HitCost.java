package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.SystemReason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Measures the cost of a watchpoint hit in a separate thread. It compares the CPU time of a few
 * writes of a word with and without the watchpoint.
 */
final class HitCost {
  private static final Path LIVE = Path.of("/");
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int HITS = 50;
  private static final int MOST_ROUNDS = 7;
  private static final int LEAST_ROUNDS = 3;

  /** No trap is faster; a lower value is noise. */
  private static final double LEAST_NS = 1_000;

  private static final long ENOUGH_NS = 12_000_000;

  private final MemorySegment word;
  private final PerfCounter cpuNs;

  /** A measurement in the thread that it is called in. */
  private interface Measurement {
    double of(HitCost cost, PerfEvent.Watchpoint word) throws UnreadableException;
  }

  private HitCost(MemorySegment word, PerfCounter cpuNs) {
    this.word = word;
    this.cpuNs = cpuNs;
  }

  /** Of a hit that is counted, in ns. */
  static Reading<Double> counted() {
    return measured(HitCost::counted);
  }

  /** Of a hit that is sampled, with {@code stackBytes} of the stack, in ns. */
  static Reading<Double> sampled(int stackBytes) {
    return measured((cost, event) -> cost.sampled(event, stackBytes));
  }

  private static Reading<Double> measured(Measurement measurement) {
    FutureTask<Reading<Double>> task = new FutureTask<>(() -> inThisThread(measurement));
    Thread.ofPlatform().name("foliot-hit-cost").daemon().start(task);
    try {
      return task.get();
    } catch (InterruptedException e) {
      // The thread ends soon on its own.
      Thread.currentThread().interrupt();
      return Reading.unavailable(new SystemReason.Interrupted(SystemReason.Interruption.WATCHING));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static Reading<Double> inThisThread(Measurement measurement) {
    try (Arena arena = Arena.ofConfined();
        PerfCounter cpuNs = open(PerfEvent.Software.TASK_CLOCK)) {
      MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
      PerfEvent.Watchpoint event =
          new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, word.address(), Long.BYTES);
      return Reading.of(measurement.of(new HitCost(word, cpuNs), event));
    } catch (UnreadableException e) {
      return e.reading();
    }
  }

  private static PerfCounter open(PerfEvent event) throws UnreadableException {
    return UnreadableException.valueOf(PerfCounter.open(event, PerfTarget.caller()));
  }

  private double counted(PerfEvent.Watchpoint event) throws UnreadableException {
    long[] unwatchedNs = rounds(() -> {});
    try (PerfCounter watch = open(event)) {
      long[] watchedNs = rounds(() -> {});
      return perHit(unwatchedNs, watchedNs, UnreadableException.valueOf(watch.count()));
    }
  }

  /** The ring has room for all hits of a round: a hit that is not copied costs less. */
  private double sampled(PerfEvent.Watchpoint event, int stackBytes) throws UnreadableException {
    long[] unwatchedNs = rounds(() -> {});
    PerfSampling sampling = PerfSampling.everyCount(RegisterSet.ofThisMachine(), stackBytes);
    long roundBytes = (long) HITS * sampling.recordBytes();
    return UnreadableException.valueOf(
        PerfSession.run(
            LIVE,
            session -> {
              int watch =
                  session
                      .open(session.ask(event, false, sampling), PerfTarget.caller())
                      .orElseThrow();
              PerfRing ring =
                  session
                      .mapAll(List.of(watch), roundBytes, roundBytes)
                      .orElseThrow(PerfSession::noRing)
                      .getFirst();
              session.start(watch, MOST_ROUNDS * HITS + 1);
              long[] watchedNs = rounds(() -> ring.drain((type, misc, body) -> {}));
              session.stop(watch);
              return perHit(unwatchedNs, watchedNs, session.count(watch).orElse(0));
            }));
  }

  private static double perHit(long[] unwatchedNs, long[] watchedNs, long seen)
      throws UnreadableException {
    if (seen < watchedNs.length * (long) HITS) {
      throw new UnreadableException(
          new CountersReason.WritesUnseen(seen, (long) watchedNs.length * HITS));
    }
    Arrays.sort(watchedNs);
    long leastNs = Arrays.stream(unwatchedNs).min().orElseThrow();
    return Math.max(LEAST_NS, (watchedNs[watchedNs.length / 2] - leastNs) / (double) HITS);
  }

  /** The time of each of a few rounds of writes, without the action after each. */
  private long[] rounds(Runnable after) throws UnreadableException {
    long[] tookNs = new long[MOST_ROUNDS];
    long sumNs = 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      long beforeNs = UnreadableException.valueOf(cpuNs.count());
      for (int i = 0; i < HITS; i++) {
        WORD.setVolatile(word, 0L, (long) i);
      }
      tookNs[round] = UnreadableException.valueOf(cpuNs.count()) - beforeNs;
      sumNs += tookNs[round];
      after.run();
      if (round + 1 >= LEAST_ROUNDS && sumNs > ENOUGH_NS) {
        return Arrays.copyOf(tookNs, round + 1);
      }
    }
    return tookNs;
  }
}
