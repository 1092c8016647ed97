package dev.foliot.linux;

import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.linux.reason.SystemReason;
import java.util.function.Function;

/**
 * Sets on which CPUs a thread may run (sched_setaffinity(2)). New threads and processes inherit the
 * affinity of their starter. This pins a child process from its first instruction.
 *
 * <p>A CPU that is offline or outside the cpuset is refused, and the affinity stays unchanged. Safe
 * for any thread; a virtual thread has no affinity and is refused. Start the calling JVM with
 * {@code --enable-native-access=ALL-UNNAMED}.
 */
public final class Affinity {
  private static final int CALLER = 0;

  private Affinity() {}

  /**
   * Work to do under another affinity.
   *
   * @param <T> its result; not null
   * @param <X> its exception
   */
  @FunctionalInterface
  public interface Action<T, X extends Exception> {
    /** Does the work. */
    T run() throws X;
  }

  /** Where the calling platform thread may run. */
  public static Reading<CpuList> ofCaller() {
    return forCaller(calls -> get(calls, CALLER));
  }

  /** Where thread {@code tid} of any process may run. */
  public static Reading<CpuList> ofThread(long tid) {
    return forThread(tid, calls -> get(calls, (int) tid));
  }

  /** Restricts the calling platform thread to {@code cpus}; returns its former affinity. */
  public static Reading<CpuList> setCaller(CpuList cpus) {
    return forCaller(calls -> set(calls, CALLER, cpus));
  }

  /**
   * Restricts thread {@code tid} to {@code cpus}; returns its former affinity. A thread of another
   * user needs CAP_SYS_NICE.
   */
  public static Reading<CpuList> setThread(long tid, CpuList cpus) {
    return forThread(tid, calls -> set(calls, (int) tid, cpus));
  }

  /**
   * Runs {@code action} with the calling platform thread, and all it starts, restricted to {@code
   * cpus}. The thread gets its former affinity back when this returns or throws. If the affinity is
   * refused, the result is unavailable and the action has not run.
   *
   * <p>Threads that the JVM starts itself during the action, such as the waiter for a child
   * process, stay on {@code cpus}.
   *
   * @throws X the exception of the action
   */
  public static <T, X extends Exception> Reading<T> during(CpuList cpus, Action<T, X> action)
      throws X {
    return switch (setCaller(cpus)) {
      case Reading.Unavailable<CpuList> refused -> refused.retyped();
      case Reading.Value<CpuList>(CpuList before) -> {
        try {
          yield Reading.of(action.run());
        } finally {
          restore(before);
        }
      }
    };
  }

  /** If all former CPUs have disappeared, all remaining ones are allowed. */
  private static void restore(CpuList before) {
    SchedCalls calls = SchedCalls.linked().toOptional().orElseThrow();
    if (calls.setAffinity(CALLER, before) != 0) {
      calls.setAffinity(CALLER, CpuList.all());
    }
  }

  private static Reading<CpuList> forCaller(Function<SchedCalls, Reading<CpuList>> question) {
    if (Thread.currentThread().isVirtual()) {
      return Reading.unavailable(new ProcessReason.VirtualThread("affinity"));
    }
    return linked(question);
  }

  private static Reading<CpuList> forThread(
      long tid, Function<SchedCalls, Reading<CpuList>> question) {
    if (tid < 1 || tid > Integer.MAX_VALUE) {
      return Reading.unavailable(new ProcessReason.NoThreadId(tid));
    }
    return linked(question);
  }

  private static Reading<CpuList> linked(Function<SchedCalls, Reading<CpuList>> question) {
    return switch (SchedCalls.linked()) {
      case Reading.Unavailable<SchedCalls> unavailable -> unavailable.retyped();
      case Reading.Value<SchedCalls>(SchedCalls calls) -> question.apply(calls);
    };
  }

  private static Reading<CpuList> get(SchedCalls calls, int tid) {
    SchedCalls.Outcome outcome = calls.affinity(tid);
    return outcome.errno() == 0
        ? Reading.of(outcome.cpus())
        : refusal("read", tid, "any", outcome.errno());
  }

  private static Reading<CpuList> set(SchedCalls calls, int tid, CpuList cpus) {
    Reading<CpuList> before = get(calls, tid);
    if (!(before instanceof Reading.Value<CpuList>(CpuList former))) {
      return before;
    }
    int errno = calls.setAffinity(tid, cpus);
    if (errno != 0) {
      return refusal("set", tid, cpus.toString(), errno);
    }
    CpuList granted = calls.affinity(tid).cpus();
    if (!granted.equals(cpus)) {
      calls.setAffinity(tid, former);
      return Reading.unavailable(
          new SystemReason.CpusNotGranted(cpus.toString(), granted.toString()));
    }
    return before;
  }

  /** The meaning of {@code errno} from the call that would {@code verb} the affinity. */
  static Reading<CpuList> refusal(String verb, int tid, String cpus, int errno) {
    String thread = tid == CALLER ? "the calling thread" : "thread " + tid;
    return switch (errno) {
      case SchedCalls.EPERM ->
          Reading.unavailable(new ProcessReason.AffinityNotPermitted(verb, thread));
      case SchedCalls.ESRCH -> Reading.unavailable(new ProcessReason.ThreadAbsent(thread));
      case SchedCalls.EINVAL -> Reading.unavailable(new ProcessReason.CpusNotUsable(cpus));
      default -> Reading.unavailable(new ProcessReason.AffinityFailed(verb, thread, errno));
    };
  }
}
