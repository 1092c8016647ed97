package dev.foliot.linux;

import dev.foliot.text.ProcessReason;
import dev.foliot.text.SystemReason;
import java.util.function.Function;

/**
 * Which CPUs a thread may run on (sched_setaffinity(2)). Threads and processes that a thread starts
 * inherit its affinity, which is how a child process is pinned from its first instruction.
 *
 * <p>A CPU that is offline or outside the cpuset is refused, not left out in silence: the affinity
 * then stays as it was. Safe for any thread; a virtual thread has no affinity and is refused. The
 * JVM that calls this should be started with {@code --enable-native-access=ALL-UNNAMED}.
 */
public final class Affinity {
  private static final int CALLER = 0;

  private Affinity() {}

  /**
   * Work that is done under another affinity.
   *
   * @param <T> what it gives; not null
   * @param <X> what it throws
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

  /**
   * Lets the calling platform thread run on {@code cpus} only; gives the affinity that it had
   * before.
   */
  public static Reading<CpuList> setCaller(CpuList cpus) {
    return forCaller(calls -> set(calls, CALLER, cpus));
  }

  /**
   * Lets thread {@code tid} run on {@code cpus} only; gives the affinity that it had before. For a
   * thread of another user it takes CAP_SYS_NICE.
   */
  public static Reading<CpuList> setThread(long tid, CpuList cpus) {
    return forThread(tid, calls -> set(calls, (int) tid, cpus));
  }

  /**
   * Runs {@code action} with the calling platform thread, and whatever it starts, on {@code cpus}
   * only; the thread has its former affinity again when this returns or throws. Unavailable when
   * the affinity is refused; then the action has not run.
   *
   * <p>Threads that the JVM itself starts during the action, such as the one that waits for a child
   * process, stay on {@code cpus}.
   *
   * @throws X what the action throws
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

  /** When all of the former CPUs have gone in the meantime, all that remain are allowed. */
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

  /** What {@code errno} of the call that would {@code verb} the affinity means. */
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
