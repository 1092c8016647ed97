package dev.foliot.diagnose.reason;

import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;

/** Why threads wait for CPUs or sleep beside work, or why this is unknown. */
public sealed interface SchedulerReason extends Reason {

  /** The figures that set a finding's severity. */
  sealed interface SchedulerCost extends SchedulerReason {}

  /** A part that could not be examined. */
  sealed interface SchedulerLimit extends SchedulerReason {}

  /**
   * Runnable threads waited for a CPU.
   *
   * @param share share of their runnable time, from 0 to 1
   * @param waitNsPerS their wait, in nanoseconds a second
   * @param foliotNsPerS Foliot's own run time, subtracted, in nanoseconds a second
   */
  record RunQueueWait(double share, double waitNsPerS, double foliotNsPerS)
      implements SchedulerCost {
    @Override
    public String text() {
      return "threads waited for a CPU for "
          + Numbers.percent(share)
          + " of the time in which they could have run, "
          + Numbers.duration(waitNsPerS)
          + " in each second, after the "
          + Numbers.duration(foliotNsPerS)
          + " a second that Foliot itself ran: medium from 10 % on, high from 30 % on (and 100 ms"
          + " in each second)";
    }
  }

  /**
   * Threads got a CPU late after being woken.
   *
   * @param p99Ns delay of one wake-up in a hundred, in nanoseconds
   */
  record LateWakeUps(long p99Ns) implements SchedulerCost {
    @Override
    public String text() {
      return "one wake-up in a hundred came to a CPU "
          + Numbers.duration(p99Ns)
          + " late or more: low from 2 ms on, medium from 4 ms on, high from 10 ms on";
    }
  }

  /**
   * Threads leave their CPU after microseconds.
   *
   * @param perCpuS times on a CPU for each second on it
   * @param cpus CPUs that the program's threads used
   */
  record ManyHandOffs(double perCpuS, double cpus) implements SchedulerCost {
    @Override
    public String text() {
      return "threads were put on a CPU "
          + Numbers.fixed(perCpuS, 0)
          + " times for each second on it, and used "
          + Numbers.cpus(cpus)
          + ": low from 30,000 times on, medium from 50,000 on, and 0.2 CPUs";
    }
  }

  /**
   * Threads moved between CPUs.
   *
   * @param perCpuS moves per second of CPU time
   */
  record ManyMigrations(double perCpuS) implements SchedulerCost {
    /** The assumed cost of a move. */
    private static final double MOVES_PER_S = 1e5;

    @Override
    public String text() {
      return Numbers.fixed(perCpuS, 0)
          + " moves to another CPU for each second on a CPU; if each costs 10 us of cold caches,"
          + " which is an assumption, that is "
          + Numbers.percent(Math.min(1, perCpuS / MOVES_PER_S))
          + " of it: low from 4,000 on, medium from 20,000 on, never high";
    }
  }

  /**
   * A quota stopped the process.
   *
   * @param stoppedNsPerS stopped time, in nanoseconds a second
   * @param periods number of affected quota periods
   */
  record QuotaUsedUp(double stoppedNsPerS, long periods) implements SchedulerCost {
    @Override
    public String text() {
      return "its group was stopped for up to "
          + Numbers.duration(stoppedNsPerS)
          + " in each second, in "
          + Numbers.count(periods, "period")
          + ": low from the first on, medium from 10 ms in each second on, high from 100 ms on";
    }
  }

  /**
   * The hypervisor gave the CPUs to others.
   *
   * @param share share of the CPUs' time, from 0 to 1
   */
  record CpusStolen(double share) implements SchedulerCost {
    @Override
    public String text() {
      return "the hypervisor took "
          + Numbers.percent(share)
          + " of the time of its CPUs: low from 1 % on, medium from 5 % on, high from 10 % on";
    }
  }

  /**
   * A thread of a pool slept while work was queued.
   *
   * @param share share of the time, from 0 to 1
   * @param intervals number of such intervals
   * @param thread its kind, {@code carrier} or {@code worker}
   */
  record WorkerParked(double share, int intervals, String thread) implements SchedulerCost {
    @Override
    public String text() {
      return "for "
          + Numbers.percent(share)
          + " of the time a "
          + Shown.text(thread)
          + " slept although work was queued, and none was taken, in "
          + Numbers.count(intervals, "interval")
          + ": low from 0.5 % and three intervals on, medium from 1 % on, high from 5 % on";
    }
  }

  /** The activity of the machine's CPUs cannot be read. */
  record MachineCpusUnknown() implements SchedulerLimit {
    @Override
    public String text() {
      return "who else uses its CPUs, and steal: /proc/stat cannot be read (mount /proc)";
    }
  }

  /** The kernel does not count threads' waits for a CPU. */
  record WaitsUncounted() implements SchedulerLimit {
    @Override
    public String text() {
      return "run-queue wait: the kernel does not count it (use a kernel with CONFIG_SCHED_INFO, or"
          + " sysctl kernel.task_delayacct=1)";
    }
  }

  /** The examination is partial for that reason. */
  record WaitsMissing() implements SchedulerLimit {
    @Override
    public String text() {
      return "could not look at waits";
    }
  }

  /**
   * The kernel does not count all moves between CPUs.
   *
   * @param why the reason, with what to do
   */
  record MigrationsUncounted(Reason why) implements SchedulerLimit {
    @Override
    public String text() {
      return "all moves from CPU to CPU: "
          + Shown.advised(why)
          + "; those seen at a look are counted, which are far too few";
    }
  }

  /**
   * The trace of wake-ups became too large.
   *
   * @param mebibytes the size kept
   */
  record TraceCut(long mebibytes) implements SchedulerLimit {
    @Override
    public String text() {
      return "the trace of wake-ups is partial: it was ended when it had "
          + mebibytes
          + " MiB, before its time";
    }
  }

  /** The pool of carriers became inconsistent. */
  record CarriersLost() implements SchedulerLimit {
    @Override
    public String text() {
      return Examined.SLEEPING_CARRIERS.words() + ": their pool no longer made sense (look again)";
    }
  }

  /**
   * A pool without a consistent sample.
   *
   * @param pool the name of its threads
   */
  record PoolLost(String pool) implements SchedulerLimit {
    @Override
    public String text() {
      return Examined.SLEEPING_WORKERS.words()
          + ": not one look at "
          + Shown.text(pool)
          + " made sense (look again)";
    }
  }

  /**
   * Pools with an unreadable kind of queue.
   *
   * @param pools number of pools
   * @param queue the class of their queue
   */
  record QueueUnknown(int pools, String queue) implements SchedulerLimit {
    @Override
    public String text() {
      return Examined.SLEEPING_WORKERS.words()
          + ": "
          + Numbers.count(pools, "pool")
          + " of threads not looked at: the queue is a "
          + Shown.text(queue)
          + ", of which Foliot knows no fields";
    }
  }

  /**
   * Pools that were not watched, since their number is too high.
   *
   * @param pools number of pools
   * @param most the greatest number watched
   */
  record PoolsUnwatched(int pools, int most) implements SchedulerLimit {
    @Override
    public String text() {
      return Examined.SLEEPING_WORKERS.words()
          + ": "
          + Numbers.count(pools, "more pool")
          + " of threads not looked at: at most "
          + most
          + " are, those with work and those with the most threads first";
    }
  }

  /**
   * Threads whose pool was not determined.
   *
   * @param threads number of threads
   */
  record ThreadsUnasked(int threads) implements SchedulerLimit {
    @Override
    public String text() {
      return Examined.SLEEPING_WORKERS.words()
          + ": "
          + Numbers.count(threads, "more thread")
          + " not asked for a pool";
    }
  }

  /** No thread was woken during the time. */
  record NoWakeUp() implements SchedulerReason {
    @Override
    public String text() {
      return "no thread was woken while it was looked";
    }

    @Override
    public String remedy() {
      return "trace for longer";
    }
  }

  /** perf is not available for tracing. */
  record NoPerf() implements SchedulerReason {
    @Override
    public String text() {
      return "there is no perf";
    }

    @Override
    public String remedy() {
      return "install linux-perf";
    }
  }

  /**
   * perf cannot trace wake-ups.
   *
   * @param why its message
   */
  record TraceRefused(String why) implements SchedulerReason {
    @Override
    public String text() {
      return "perf cannot trace wake-ups: " + why;
    }

    @Override
    public String remedy() {
      return "try perf record -a -e sched:sched_wakeup sleep 1 by itself";
    }
  }

  /**
   * Trace points are not usable.
   *
   * @param why the reason
   */
  record TraceNotBegun(Reason why) implements SchedulerReason {
    @Override
    public String text() {
      return "trace points: " + why.text();
    }

    @Override
    public String remedy() {
      return why.remedy();
    }
  }

  /**
   * The trace broke.
   *
   * @param error the exception; empty if unknown
   */
  record TraceFailed(String error) implements SchedulerReason {
    @Override
    public String text() {
      return "trace points failed" + (error.isEmpty() ? "" : ": " + error);
    }

    @Override
    public String remedy() {
      return "report this";
    }
  }
}
