package net.openhft.chronicle.core.jlbh;

import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.jlbh.NamedTask;

/** The options of the old package, see {@link net.openhft.chronicle.jlbh.JLBHOptions}. */
public class JLBHOptions extends net.openhft.chronicle.jlbh.JLBHOptions {
  /** The defaults. */
  public JLBHOptions() {}

  @Override
  public JLBHOptions throughput(int throughput) {
    super.throughput(throughput);
    return this;
  }

  @Override
  public JLBHOptions throughput(int throughput, TimeUnit throughputUnit) {
    super.throughput(throughput, throughputUnit);
    return this;
  }

  /** Sets how the gaps between messages are drawn. */
  public JLBHOptions latencyDistributor(LatencyDistributor latencyDistributor) {
    super.latencyDistributor(
        latencyDistributor == LatencyDistributors.NORMAL
            ? net.openhft.chronicle.jlbh.LatencyDistributors.NORMAL
            : latencyDistributor);
    return this;
  }

  @Override
  public JLBHOptions accountForCoordinatedOmission(boolean accountForCoordinatedOmission) {
    super.accountForCoordinatedOmission(accountForCoordinatedOmission);
    return this;
  }

  @Override
  public JLBHOptions accountForCoordinatedOmmission(boolean accountForCoordinatedOmission) {
    super.accountForCoordinatedOmmission(accountForCoordinatedOmission);
    return this;
  }

  @Override
  public JLBHOptions recordJitterGreaterThanNs(int recordJitterGreaterThanNs) {
    super.recordJitterGreaterThanNs(recordJitterGreaterThanNs);
    return this;
  }

  @Override
  public JLBHOptions recordOSJitter(boolean recordOsJitter) {
    super.recordOSJitter(recordOsJitter);
    return this;
  }

  @Override
  public JLBHOptions warmUpIterations(int warmUpIterations) {
    super.warmUpIterations(warmUpIterations);
    return this;
  }

  @Override
  public JLBHOptions runs(int runs) {
    super.runs(runs);
    return this;
  }

  @Override
  public JLBHOptions iterations(int iterations) {
    super.iterations(iterations);
    return this;
  }

  @Override
  public JLBHOptions iterations(long iterations) {
    super.iterations(iterations);
    return this;
  }

  @Override
  public JLBHOptions pauseAfterWarmupMS(int pauseAfterWarmupMs) {
    super.pauseAfterWarmupMS(pauseAfterWarmupMs);
    return this;
  }

  @Override
  public JLBHOptions skipFirstRun(boolean skip) {
    super.skipFirstRun(skip);
    return this;
  }

  @Override
  public JLBHOptions jitterAffinity(boolean jitterAffinity) {
    super.jitterAffinity(jitterAffinity);
    return this;
  }

  @Override
  public JLBHOptions timeout(long timeoutMs) {
    super.timeout(timeoutMs);
    return this;
  }

  /** Sets the task. */
  public JLBHOptions jlbhTask(JLBHTask jlbhTask) {
    super.jlbhTask(new OldTask(jlbhTask));
    return this;
  }

  /** A task of the old package as one of the new. */
  private record OldTask(JLBHTask task) implements NamedTask {
    @Override
    public String name() {
      return task.getClass().getName();
    }

    @Override
    public void init(net.openhft.chronicle.jlbh.JLBH jlbh) {
      task.init((JLBH) jlbh);
    }

    @Override
    public void run(long startTimeNs) {
      task.run(startTimeNs);
    }

    @Override
    public void warmedUp() {
      task.warmedUp();
    }

    @Override
    public void runComplete() {
      task.runComplete();
    }

    @Override
    public void complete() {
      task.complete();
    }
  }
}
