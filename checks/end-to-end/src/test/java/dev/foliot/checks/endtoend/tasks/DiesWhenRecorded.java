package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;
import java.lang.management.ManagementFactory;

/** Halts its JVM in a fork with a flight recording. */
public final class DiesWhenRecorded implements BenchTask {
  private static final int CODE = 9;

  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    if (ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .anyMatch(argument -> argument.startsWith("-XX:StartFlightRecording"))) {
      Runtime.getRuntime().halt(CODE);
    }
  }

  @Override
  public void send(long id) {
    bench.done(id);
  }
}
