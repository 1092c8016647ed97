package dev.foliot.study.remedy;

import dev.foliot.bench.NanoClock;
import dev.foliot.service.ArmException;
import dev.foliot.service.RunningArm;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Watches a program by the total that it prints. A total is of the moment at which it is seen, some
 * milliseconds after it was printed; so a measurement lasts from one new total to another. For one
 * thread.
 */
final class CountedWork {
  private static final long LOOK_NS = 5_000_000;

  private final RunningArm program;
  private final WorkCounter counter;
  private final NanoClock clock;
  private @Nullable Moment seen;

  CountedWork(RunningArm program, WorkCounter counter, NanoClock clock) {
    this.program = program;
    this.counter = counter;
    this.clock = clock;
  }

  /**
   * A total at a moment.
   *
   * @param nanoTime when it was seen, by the monotonic clock
   * @param operations how many there had been
   * @param cpuNs the CPU time of the program by then; below 0 where that is not known
   */
  record Moment(long nanoTime, long operations, long cpuNs) {}

  /**
   * Waits for the next total that is another than the one before.
   *
   * @param before the one before; empty for any
   * @param withinNs how long that may take, in nanoseconds
   * @return empty if it takes longer
   * @throws ArmException if the program ends
   * @throws IOException if what it prints cannot be read
   */
  Optional<Moment> next(OptionalLong before, long withinNs)
      throws IOException, InterruptedException {
    long startNs = clock.nanoTime();
    while (clock.nanoTime() - startNs < withinNs) {
      if (program.hasEndedWithin(LOOK_NS)) {
        program.check();
      }
      OptionalLong now = counter.now();
      if (now.isPresent() && !now.equals(before)) {
        seen = new Moment(clock.nanoTime(), now.getAsLong(), cpuNs());
        return Optional.of(seen);
      }
    }
    return Optional.empty();
  }

  /** The total that was seen last; there has to be one. */
  Moment last() {
    return Objects.requireNonNull(seen);
  }

  /** The next new total from now on. */
  Optional<Moment> fresh(long withinNs) throws IOException, InterruptedException {
    return next(counter.now(), withinNs);
  }

  /** The first new total after a time. */
  Optional<Moment> after(Moment start, long durationNs, long withinNs)
      throws IOException, InterruptedException {
    Moment last = start;
    while (last.nanoTime - start.nanoTime < durationNs) {
      Optional<Moment> next = next(OptionalLong.of(last.operations), withinNs);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      last = next.get();
    }
    return Optional.of(last);
  }

  private long cpuNs() {
    return ProcessHandle.of(program.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .orElse(-1L);
  }
}
