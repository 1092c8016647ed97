package dev.foliot.loadrun;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessTimes;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** The CPU use of the load generator's process while it runs. One thread. */
final class GeneratorUse {
  private static final Path ROOT = Path.of("/");
  private static final double NS_PER_S = 1e9;

  private final long pid;
  private final NanoClock clock;
  private final double ticksPerS;
  private long ticks;
  private long atNs;

  GeneratorUse(long pid, NanoClock clock) {
    this.pid = pid;
    this.clock = clock;
    this.ticksPerS = ClockTicks.of(ROOT).perSecond();
    this.atNs = clock.nanoTime();
  }

  /** The CPUs that it used since the last call; empty where the kernel does not say. */
  OptionalDouble cpus() {
    long nowNs = clock.nanoTime();
    if (!(ProcessTimes.of(ROOT, pid) instanceof Reading.Value<ProcessTimes>(ProcessTimes times))
        || nowNs <= atNs) {
      return OptionalDouble.empty();
    }
    long now = times.userTicks() + times.systemTicks();
    double cpus = (now - ticks) / ticksPerS / ((nowNs - atNs) / NS_PER_S);
    ticks = now;
    atNs = nowNs;
    return OptionalDouble.of(cpus);
  }
}
