package dev.foliot.study.remedy;

import dev.foliot.bench.NanoClock;
import dev.foliot.service.run.ArmException;
import dev.foliot.service.run.RunningArm;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Follows the total that a program prints. For one thread.
 *
 * <p>A total's time is the moment of its reading, some milliseconds after the output; so a
 * measurement lasts from one new total to another.
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
   * @param nanoTime the moment of the reading, by the monotonic clock
   * @param operations the number of operations
   * @param cpuNs the CPU time of the program by then; below 0 if unknown
   */
  record Moment(long nanoTime, long operations, long cpuNs) {}

  /**
   * Waits for the next total that differs from the one before.
   *
   * @param before the one before; empty for any
   * @param withinNs the time limit, in nanoseconds
   * @return empty after that time
   * @throws ArmException if the program ends
   * @throws IOException if its output is unreadable
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

  /** The last total; needs one. */
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
