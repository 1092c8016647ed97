package dev.foliot.pool;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.machine.CpuMeter;
import java.time.Duration;
import java.time.Instant;

/** Run in a JVM that has java.base alone: all that needs more must do without. */
final class BareRuntime {
  private BareRuntime() {}

  /** Prints the CPU figures it could read. */
  public static void main(String[] args) {
    PoolEvents.resized("bare", new Resize(Instant.EPOCH, 1, 2, "a reason"));
    PoolEvents.hung("bare", new Hang(Instant.EPOCH, 1, 1, Duration.ZERO));
    PoolBean.register(new StubPool("bare"), "bare").unregister();
    CpuMeter meter = CpuMeter.ofThisProcess();
    meter.read(0);
    CpuReading reading = meter.read(1_000_000_000);
    System.out.println(
        ModuleLayer.boot().modules().size() + " module, " + reading.processCpus() + " CPUs used");
  }
}
