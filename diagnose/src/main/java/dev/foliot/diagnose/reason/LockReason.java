package dev.foliot.diagnose.reason;

import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;

/** Why threads wait for locks or for each other, or why this is unknown. */
public sealed interface LockReason extends Reason {

  /** The figures that set a finding's severity. */
  sealed interface LockCost extends LockReason {}

  /** A part that could not be examined. */
  sealed interface LockLimit extends LockReason {}

  /**
   * Threads wait for each other in a circle.
   *
   * @param threads number of threads in the circle
   * @param behind number of other threads that wait for one of them
   * @param samples number of equal samples in a row
   */
  record Deadlocked(int threads, int behind, int samples) implements LockCost {
    @Override
    public String text() {
      return Numbers.count(threads, "thread")
          + " wait for each other in a circle, in "
          + Numbers.count(samples, "sample")
          + " in a row up to the last one"
          + (behind > 0 ? "; " + Numbers.count(behind, "other thread") + " behind them" : "")
          + ": always high";
    }
  }

  /**
   * Threads wait for a lock.
   *
   * @param waitingThreads threads that wait for it at a time, on average
   * @param shareOfThreads share of the time of these threads, from 0 to 1
   * @param share share of the samples with a waiting thread, from 0 to 1
   */
  record LockContended(double waitingThreads, double shareOfThreads, double share)
      implements LockCost {
    @Override
    public String text() {
      return Numbers.digits(waitingThreads)
          + " threads wait for it on average, for "
          + Numbers.percent(shareOfThreads)
          + " of their time; somebody waits in "
          + Numbers.percent(share)
          + " of the samples: low from 0.05 threads on, medium from 0.3 threads and 10 % of their"
          + " time on, high from 1 thread and 30 % on";
    }
  }

  /**
   * Threads stay where they are.
   *
   * @param threads their number
   * @param others other threads of their group
   * @param seconds how long, at least
   * @param doing what they do, such as {@code waits for a lock}
   */
  record ThreadsStill(int threads, int others, double seconds, String doing) implements LockCost {
    @Override
    public String text() {
      return Numbers.count(threads, "thread")
          + " of "
          + Numbers.count(threads + others)
          + " of this group "
          + (threads == 1 ? "was" : "were")
          + " in the same wait from the first sample to the last, for "
          + Numbers.duration(seconds * 1e9)
          + " at least, without a time slice on a CPU ("
          + Shown.text(doing)
          + ")";
    }
  }

  /**
   * A thread runs in one method all the time.
   *
   * @param ran the part of the time that it had a CPU or waited for one, from 0 to 1
   * @param share of the samples that are there, from 0 to 1
   * @param samples their number
   */
  record NeverLeft(double ran, double share, int samples) implements LockCost {
    @Override
    public String text() {
      return "it wanted a CPU for "
          + Numbers.percent(ran)
          + " of the time, and "
          + Numbers.percent(share)
          + " of "
          + Numbers.count(samples, "sample")
          + " of it were there, while other threads of its group worked and waited in turn";
    }
  }

  /**
   * Threads are started all the time.
   *
   * @param perS their number a second
   */
  record ThreadsStarted(double perS) implements LockCost {
    @Override
    public String text() {
      return Numbers.about(perS)
          + " threads were started a second: low from 100 on, medium from 500 on, high from 2,000"
          + " on";
    }
  }

  /**
   * Threads wait in an allocation of direct memory.
   *
   * @param threads on average
   */
  record AllocationWaits(double threads) implements LockCost {
    @Override
    public String text() {
      return Numbers.digits(threads)
          + " threads wait on average in an allocation of direct memory, which needs a collection"
          + " first: low from 0.05 threads on, medium from 0.3 on, high from 1 on";
    }
  }

  /**
   * The only thread of its kind is never without work.
   *
   * @param thread its name
   * @param busy the part of its time with work, from 0 to 1
   */
  record NeverIdle(String thread, double busy) implements LockCost {
    @Override
    public String text() {
      return Shown.text(thread) + " had work for " + Numbers.percent(busy) + " of the time";
    }
  }

  /**
   * No thread of a pool was free.
   *
   * @param threads their number
   * @param waiting the part of their time in waits, from 0 to 1
   */
  record NeverFree(int threads, double waiting) implements LockCost {
    @Override
    public String text() {
      return "all "
          + Numbers.count(threads, "thread")
          + " had a task in all samples, and waited in it for "
          + Numbers.percent(waiting)
          + " of the time: medium from 80 % on";
    }
  }

  /**
   * Lookups in hash maps search trees of keys.
   *
   * @param share of the samples of running threads, from 0 to 1
   * @param threads that do so, on average
   */
  record TreesSearched(double share, double threads) implements LockCost {
    @Override
    public String text() {
      return Numbers.percent(share)
          + " of the samples of running threads search a tree of keys with the same hash, "
          + Numbers.digits(threads)
          + " threads on average: low from 5 % and 0.05 threads on, medium from 15 % and 0.1 on,"
          + " high from 40 % and 0.3 on";
    }
  }

  /**
   * Threads wait at one place for something scarce.
   *
   * @param threads on average
   * @param share of their group's time with work, from 0 to 1
   */
  record PlaceWaits(double threads, double share) implements LockCost {
    @Override
    public String text() {
      return Numbers.digits(threads)
          + " threads wait there on average, for "
          + Numbers.percent(share)
          + " of the time that their group has work: low from 0.5 threads and 10 % on, medium from"
          + " 1 thread and 30 % on, high from 2 threads and 50 % on";
    }
  }

  /**
   * All workers of a pool are blocked while tasks wait.
   *
   * @param share share of the samples, from 0 to 1
   * @param workers number of workers
   * @param queued most tasks that waited at a time
   * @param isServed whether it is one thread that still takes tasks, or each waits for less than 10
   *     ms
   */
  record PoolExhausted(double share, int workers, long queued, boolean isServed)
      implements LockCost {
    @Override
    public String text() {
      return (workers == 1
              ? "the only worker was"
              : "all " + Numbers.count(workers) + " workers were")
          + " blocked while up to "
          + Numbers.count(queued, "task")
          + " waited, in "
          + Numbers.percent(share)
          + " of the samples: low from 5 % on, "
          + (isServed
              ? "and no more where one thread takes them in turn, or each waits for less than 10 ms"
              : "medium from 20 % on, high from 50 % on");
    }
  }

  /**
   * Tasks of one pool wait for the same object.
   *
   * @param waitingTasks tasks that wait for it at a time, on average
   * @param shareOfTasks share of the running tasks of the pool, from 0 to 1
   */
  record TasksWait(double waitingTasks, double shareOfTasks) implements LockCost {
    @Override
    public String text() {
      return Numbers.digits(waitingTasks)
          + " tasks wait for it on average, "
          + Numbers.percent(shareOfTasks)
          + " of the running tasks of their pool: low from 0.5 tasks and 10 % on, medium from 1"
          + " task and 30 % on, high from 2 tasks and 50 % on";
    }
  }

  /**
   * An event loop is blocked.
   *
   * @param share share of the samples of the one that is blocked most, from 0 to 1
   * @param blocked number of event loops that were blocked in a sample
   * @param loops number of event loops
   */
  record LoopBlocked(double share, int blocked, int loops) implements LockCost {
    @Override
    public String text() {
      return "an event loop was blocked in "
          + Numbers.percent(share)
          + " of the samples; "
          + Numbers.count(blocked)
          + " of "
          + Numbers.count(loops, "event loop")
          + (blocked == 1 ? " was" : " were")
          + " blocked at times: low from 5 % on, medium from 20 % on, high from 50 % on";
    }
  }

  /**
   * Carriers are blocked together with their virtual threads.
   *
   * @param pinned carriers blocked at a time, on average
   * @param carriers number of carriers that may run
   * @param share share of the samples with all of them blocked, from 0 to 1
   */
  record CarriersPinned(double pinned, int carriers, double share) implements LockCost {
    @Override
    public String text() {
      return Numbers.digits(pinned)
          + " of "
          + Numbers.count(carriers, "carrier")
          + " were blocked by a pinned virtual thread on average, all of them in "
          + Numbers.percent(share)
          + " of the samples: low from 5 % of the carriers on, medium from 20 % on, high from 50 %"
          + " on";
    }
  }

  /**
   * Dead objects wait for their finalizer.
   *
   * @param objects at the last sample
   * @param fewest in the second half of the time
   * @param perS growth in objects a second; negative where they get fewer
   * @param blockedShare share of the samples with a blocked finalizer thread, from 0 to 1
   */
  record FinalizersQueued(long objects, long fewest, double perS, double blockedShare)
      implements LockCost {
    @Override
    public String text() {
      return Numbers.count(objects, "dead object")
          + " waited for their finalizer at the end, never fewer than "
          + Numbers.count(fewest)
          + " in the second half, "
          + Numbers.fixed(perS, 0)
          + " more each second; the finalizer thread was blocked in "
          + Numbers.percent(blockedShare)
          + " of the samples: reported from 1,000 on, or from 100 where it is blocked; high from"
          + " 100,000 on, or where it is blocked 80 % of the time and they do not get fewer";
    }
  }

  /**
   * Threads beyond the limit.
   *
   * @param threads number of threads
   */
  record ThreadsUnsampled(int threads) implements LockLimit {
    @Override
    public String text() {
      return Examined.LOCK_WAITS.words()
          + ": "
          + Numbers.count(threads, "more thread")
          + " not looked at";
    }
  }

  /**
   * Too few consistent samples: the machine is busy, or the JVM is hard to read.
   *
   * @param samples number of consistent ones
   */
  record SamplesFew(int samples) implements LockLimit {
    @Override
    public String text() {
      return Examined.LOCK_WAITS.words()
          + ": only "
          + Numbers.count(samples, "sample")
          + " succeeded (diagnose again for longer, or while the machine is less busy)";
    }
  }

  /**
   * Pools whose queue cannot be read.
   *
   * @param pools number of pools
   * @param queue the class of their queue
   */
  record PoolQueueUnread(int pools, String queue) implements LockLimit {
    @Override
    public String text() {
      return Examined.BLOCKED_POOLS.words()
          + ": "
          + Numbers.count(pools, "pool")
          + " not looked at: Foliot does not know the fields of a "
          + Shown.text(queue);
    }
  }
}
