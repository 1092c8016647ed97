package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.ThreadPool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the samples of one JVM show together. Immutable.
 *
 * @param feature the feature version of its JDK
 * @param samples the number of consistent samples
 * @param observedNs from the first to the last
 * @param threads the most threads in a sample
 * @param deadlocks circles of threads up to the last sample
 * @param locks those that threads waited for
 * @param pools those with queued tasks and blocked workers
 * @param shared objects that tasks of one pool waited for together
 * @param eventLoops threads that serve many connections; empty without any
 * @param carriers the carriers of virtual threads; empty without any
 * @param finalizers the queue of dead objects; empty if unreadable
 */
record LockObservations(
    int feature,
    int samples,
    long observedNs,
    int threads,
    List<Deadlock> deadlocks,
    List<WaitedLock> locks,
    List<BlockedPool> pools,
    List<SharedWait> shared,
    Optional<BlockedLoops> eventLoops,
    Optional<Carriers> carriers,
    Optional<Finalizers> finalizers) {
  LockObservations {
    deadlocks = List.copyOf(deadlocks);
    locks = List.copyOf(locks);
    pools = List.copyOf(pools);
    shared = List.copyOf(shared);
  }

  /**
   * A circle of threads that wait for each other.
   *
   * @param members each waits for the next
   * @param tids the ids of all threads in it
   * @param behind how many other threads wait for one of them
   * @param samples the number of samples in a row, up to the last one
   * @param spanNs their time
   */
  record Deadlock(List<Member> members, Set<Long> tids, int behind, int samples, long spanNs) {
    Deadlock {
      members = List.copyOf(members);
      tids = Set.copyOf(tids);
    }
  }

  /**
   * A thread of a circle.
   *
   * @param thread its name
   * @param kind the kind of the lock it waits for
   * @param className the class of that lock
   * @param owner the name of the lock's owner
   * @param place where it waits; empty if unknown
   */
  record Member(String thread, Wait.Kind kind, String className, String owner, String place) {}

  /**
   * A lock, or several of one class at one place.
   *
   * @param kind its kind
   * @param className its class
   * @param place where threads wait; empty if unknown
   * @param waited the number of waiting threads, summed over the samples
   * @param inSamples the number of samples with a waiting thread
   * @param most the most that waited at a time
   * @param waiters names of waiting threads
   * @param threads the number of different threads that waited
   * @param owners where its owners were, and in how many waits
   * @param ownerNames names of owners
   * @param ownerTids the ids of the owners
   */
  record WaitedLock(
      Wait.Kind kind,
      String className,
      String place,
      long waited,
      int inSamples,
      int most,
      List<String> waiters,
      int threads,
      Map<String, Integer> owners,
      List<String> ownerNames,
      Set<Long> ownerTids) {
    WaitedLock {
      ownerNames = List.copyOf(ownerNames);
      waiters = List.copyOf(waiters);
      owners = Map.copyOf(owners);
      ownerTids = Set.copyOf(ownerTids);
    }
  }

  /**
   * How the tasks of a pool went on between samples with queued tasks and all workers blocked.
   *
   * @param isAny whether one was taken
   * @param waitNs about how long one waits in the queue: their mean number by the rate at which
   *     they are taken [1]; infinite if none is or that is unknown
   *     <p>[1] Little, "A proof for the queuing formula L = lambda W", 1961.
   */
  record Progress(boolean isAny, double waitNs) {}

  /**
   * A pool.
   *
   * @param kind its kind
   * @param name the common name of its threads
   * @param workers the number of its threads
   * @param samples the number of samples of it
   * @param stuck of these, with queued tasks and all workers blocked
   * @param mostQueued the most tasks that waited in these
   * @param progress of its tasks meanwhile
   * @param blockedIn what the workers were blocked in, as shares that sum to 1
   * @param places where they were blocked, and in how many waits
   */
  record BlockedPool(
      ThreadPool.Kind kind,
      String name,
      int workers,
      int samples,
      int stuck,
      long mostQueued,
      Progress progress,
      Map<In, Double> blockedIn,
      Map<String, Integer> places) {
    BlockedPool {
      blockedIn = Map.copyOf(blockedIn);
      places = Map.copyOf(places);
    }

    /** Whether a task was taken meanwhile. */
    boolean hasProgress() {
      return progress.isAny();
    }

    double share() {
      return samples == 0 ? 0 : (double) stuck / samples;
    }
  }

  /**
   * An object without an owner that several tasks of one pool waited for: a queue of free
   * connections, a semaphore, a condition. Some of these workers completed tasks meanwhile.
   *
   * @param pool the common name of the pool's threads
   * @param className the class of the object
   * @param place where they waited; empty if unknown
   * @param waited the number of waiting workers, summed over the samples
   * @param inSamples the number of samples with two or more
   * @param most the most that waited at a time
   * @param running the number of workers with a task, summed over these samples
   * @param threads the number of different workers that waited
   * @param others where the other workers with a task were, and how often
   */
  record SharedWait(
      String pool,
      String className,
      String place,
      long waited,
      int inSamples,
      int most,
      long running,
      int threads,
      Map<String, Integer> others) {
    SharedWait {
      others = Map.copyOf(others);
    }
  }

  /**
   * Threads that serve many connections each.
   *
   * @param loops their number
   * @param everBlocked how many of them were blocked in a sample
   * @param worst the name of the one that was blocked in the largest part of its samples
   * @param samples the samples of that one
   * @param blocked of these, those in which it was blocked
   * @param blockedIn what all of them were blocked in, and in how many samples
   * @param places where they were blocked, and in how many samples
   */
  record BlockedLoops(
      int loops,
      int everBlocked,
      String worst,
      int samples,
      int blocked,
      Map<In, Integer> blockedIn,
      Map<String, Integer> places) {
    BlockedLoops {
      blockedIn = Map.copyOf(blockedIn);
      places = Map.copyOf(places);
    }

    double share() {
      return samples == 0 ? 0 : (double) blocked / samples;
    }
  }

  /**
   * The carriers of virtual threads.
   *
   * @param parallelism how many may run
   * @param pinned the number of carriers blocked with a virtual thread, summed over the samples
   * @param inSamples the number of samples with one
   * @param all the number of samples in which as many were blocked as may run
   * @param mostQueued the most virtual threads that waited for a carrier
   * @param blockedIn what they were blocked in, and in how many waits
   * @param places where they were blocked, and in how many waits
   */
  record Carriers(
      int parallelism,
      long pinned,
      int inSamples,
      int all,
      long mostQueued,
      Map<In, Integer> blockedIn,
      Map<String, Integer> places) {
    Carriers {
      blockedIn = Map.copyOf(blockedIn);
      places = Map.copyOf(places);
    }
  }

  /**
   * Dead objects that wait for their finalizer.
   *
   * @param lengths how many waited, at regular times
   * @param spanNs from the first to the last
   * @param blocked the share of the samples with a blocked finalizer thread
   * @param places where that thread was, and in how many samples
   */
  record Finalizers(List<Long> lengths, long spanNs, double blocked, Map<String, Integer> places) {
    Finalizers {
      lengths = List.copyOf(lengths);
      places = Map.copyOf(places);
    }
  }
}
