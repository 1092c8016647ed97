package dev.foliot.lab;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Dispatch;
import dev.foliot.bench.Schedule;
import dev.foliot.bench.TimeSpan;
import dev.foliot.linux.CpuList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a bench is to do.
 *
 * @param task whose latency
 * @param classPath where the task is
 * @param arms the ways to run it, at least one
 * @param config the load
 * @param forks JVMs for each arm, 1 to 1000
 * @param commandLine what the user wrote
 */
public record BenchPlan(
    TaskClass task,
    ClassPath classPath,
    List<BenchArm> arms,
    BenchConfig config,
    int forks,
    List<String> commandLine) {
  private static final int MOST_FORKS = 1000;
  private static final int VIRTUAL_THREADS_SINCE = 21;

  /** Checks what can be checked before anything starts. */
  public BenchPlan {
    arms = List.copyOf(arms);
    commandLine = List.copyOf(commandLine);
    if (forks < 1 || forks > MOST_FORKS) {
      throw new BadOptionException("--forks must be 1 to " + MOST_FORKS + ", not " + forks);
    }
    if (arms.isEmpty()) {
      throw new BadOptionException("there must be at least one JDK");
    }
    mustHaveSchedule(config);
    for (BenchArm arm : arms) {
      int feature = arm.jdk().feature();
      if (config.dispatch() instanceof Dispatch.Virtual
          && feature != 0
          && feature < VIRTUAL_THREADS_SINCE) {
        throw new BadOptionException(
            "--dispatch virtual needs JDK 21 or later; "
                + arm.jdk().home()
                + " is "
                + arm.jdk().version());
      }
    }
  }

  /** A trace, for one, must be there to be read, and the forks should not be the first to know. */
  private static void mustHaveSchedule(BenchConfig config) {
    long firstNs =
        config.arrivals().schedule(config.rate(), config.seed(), config.durationNs()).nextNs();
    if (firstNs == Schedule.END) {
      throw new BadOptionException(
          "no message is due within "
              + TimeSpan.format(config.durationNs())
              + ": give a longer --duration or a higher --rate");
    }
  }

  /**
   * One way to run the task.
   *
   * @param jdk on which JDK
   * @param jvmArgs with which arguments
   * @param cpus on which CPUs, or null for all
   */
  public record BenchArm(Jdk jdk, List<String> jvmArgs, @Nullable CpuList cpus) {
    /** Keeps a copy. */
    public BenchArm {
      jvmArgs = List.copyOf(jvmArgs);
    }
  }
}
