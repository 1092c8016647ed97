package dev.foliot.diagnose.time;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import dev.foliot.hotspot.locks.ThreadSample.State;
import dev.foliot.hotspot.locks.VirtualGroup;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.store.diagnosis.Doing;
import java.util.List;
import java.util.Optional;

/**
 * What a thread did at one moment. Immutable.
 *
 * @param doing {@link Doing#RUNNING} also for a thread that is ready without a CPU
 * @param yours the innermost method of the program; empty if there is none or it is unknown
 * @param library the method of a library that it called; empty if none
 * @param isInner whether it waits within the JVM for a reason that its state does not name
 */
record Moment(Doing doing, String yours, String library, boolean isInner) {
  private static final Moment RUNS = new Moment(Doing.RUNNING, "", "", false);

  /** The object that guards a class's initialisation, up to JDK 21. */
  private static final String INITIALISATION = "[I";

  /**
   * What a thread did.
   *
   * @param stack its methods, innermost first; empty if unknown
   * @param blocked what it is blocked in; empty if it runs, has no work, or that is unknown
   */
  static Moment of(ThreadSample thread, List<JavaFrame> stack, Optional<Blocked> blocked) {
    if (thread.state() == State.RUNNING) {
      return RUNS;
    }
    boolean isIdle = WaitNames.isIdle(stack) || isOfJdkAlone(stack);
    boolean isForPermit = WaitNames.isForPermit(stack);
    Doing doing =
        blocked
            .map(one -> waits(one.in(), isIdle, isForPermit, thread))
            .orElseGet(() -> otherwise(thread, stack, isIdle));
    boolean isInner = doing == Doing.STOPPED;
    return doing == Doing.IDLE || stack.isEmpty()
        ? new Moment(doing, "", "", isInner)
        : new Moment(doing, Places.yours(stack), Places.library(stack), isInner);
  }

  /** What the virtual threads of a group do. */
  static Moment of(VirtualGroup group) {
    List<JavaFrame> stack = group.frames();
    boolean isIdle = WaitNames.isIdle(stack);
    Doing waiting =
        WaitNames.isForPermit(stack)
            ? Doing.PERMIT
            : isIdle ? Doing.IDLE : WaitNames.isOfSocket(stack) ? Doing.SOCKET : Doing.RESULT;
    Doing doing =
        switch (group.state()) {
          case QUEUED -> Doing.READY;
          case RUNNING -> Doing.RUNNING;
          case BLOCKED -> Doing.LOCK;
          case PINNED, WAITING, PARKED, TIMED_PARKED ->
              new Wait(Wait.Kind.PARK, 0, group.awaited(), 0).isForLock()
                  ? Doing.LOCK
                  : WaitNames.isSleep(stack) ? Doing.SLEEPING : waiting;
        };
    return doing == Doing.IDLE
        ? new Moment(doing, "", "", false)
        : new Moment(doing, Places.yours(stack), Places.library(stack), false);
  }

  private static Doing waits(
      Blocked.In in, boolean isIdle, boolean isForPermit, ThreadSample thread) {
    return switch (in) {
      case MONITOR, LOCK -> Doing.LOCK;
      case OWN_TASK, UNBEGUN_TASK, FUTURE -> isForPermit ? Doing.PERMIT : Doing.RESULT;
      case OBJECT_WAIT ->
          isForPermit
              ? Doing.PERMIT
              : isIdle ? Doing.IDLE : isInitialisation(thread) ? Doing.LOCK : Doing.RESULT;
      case CONDITION, SYNCHRONIZER, PARK ->
          isForPermit ? Doing.PERMIT : isIdle ? Doing.IDLE : Doing.RESULT;
      case SLEEP -> Doing.SLEEPING;
      case SOCKET -> isIdle ? Doing.IDLE : Doing.SOCKET;
      case FILE -> Doing.FILE;
    };
  }

  /** A thread without a method of the program waits in a loop of the JDK, for work. */
  private static boolean isOfJdkAlone(List<JavaFrame> stack) {
    return !stack.isEmpty() && stack.stream().allMatch(JavaFrame::isOfJdk);
  }

  private static boolean isInitialisation(ThreadSample thread) {
    return thread.awaited().map(Wait::className).orElse("").equals(INITIALISATION);
  }

  private static Doing otherwise(ThreadSample thread, List<JavaFrame> stack, boolean isIdle) {
    if (isIdle || thread.awaited().isPresent()) {
      return Doing.IDLE;
    }
    if (stack.isEmpty()) {
      // HotSpot's own threads have none
      return thread.exit().isKnown() ? Doing.UNKNOWN : Doing.IDLE;
    }
    return thread.state() == State.BLOCKED ? Doing.STOPPED : Doing.UNKNOWN;
  }
}
