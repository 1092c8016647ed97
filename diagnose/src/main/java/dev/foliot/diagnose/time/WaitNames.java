package dev.foliot.diagnose.time;

import dev.foliot.hotspot.code.JavaFrame;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a wait is for, by the names of the methods that wait. Pure.
 *
 * <p>A thread without work waits in the loop of its pool, or takes from a queue. One that borrows
 * something scarce is in a method that says so: libraries and programs call it borrow, lease,
 * acquire, or get a connection.
 */
final class WaitNames {
  private static final int MOST_TOP = 14;

  /** The loops of pools, by the end of their class, with the method that waits for a task. */
  private static final Set<String> IDLE =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor.getTask",
          "java.util.concurrent.ForkJoinPool.awaitWork",
          "java.util.concurrent.ForkJoinPool.scan",
          "java.util.concurrent.DelayScheduler.loop",
          "java.util.concurrent.DelayScheduler.run",
          "java.lang.VirtualThread.takeVirtualThreadListToUnblock",
          "java.util.TimerThread.mainLoop",
          "java.lang.ref.ReferenceQueue.remove",
          "java.lang.ref.Reference.waitForReferencePendingList",
          "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park",
          "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.tryPark",
          "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.idleJobPoll",
          "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.reservedWait",
          "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.waitForTask",
          "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode.park",
          "akka.dispatch.MessageDispatcher.registerForExecution",
          "sun.nio.ch.SelectorImpl.select",
          "sun.nio.ch.SelectorImpl.lockAndDoSelect",
          "sun.nio.ch.EPoll.wait",
          "sun.nio.ch.Net.accept",
          "sun.nio.ch.ServerSocketChannelImpl.accept",
          "java.net.ServerSocket.accept",
          "java.net.ServerSocket.implAccept",
          "sun.nio.fs.AbstractWatchService.take",
          "io.netty.channel.epoll.Native.epollWait");

  /** A method of a pool that waits for work, whoever wrote the pool. */
  private static final Pattern LOOP =
      Pattern.compile("(wait|waitFor|await|awaitFor|next|get|take|poll)(Next)?(Task|Work|Job)");

  private static final Set<String> TAKES =
      Set.of("take", "takeFirst", "takeLast", "poll", "pollFirst", "pollLast", "drainTo");

  private static final Set<String> PUTS = Set.of("put", "putFirst", "putLast", "transfer");

  private static final Set<String> WITH_LIMIT =
      Set.of("parkNanos", "parkUntil", "awaitNanos", "timedGet", "timedWait", "tryAcquireNanos");

  private static final List<String> SCARCE =
      List.of("borrow", "acquire", "lease", "getconnection", "checkout", "obtain", "allocate");

  private WaitNames() {}

  /** Whether a thread waits for room in a queue that is full. */
  static boolean isForRoom(List<JavaFrame> stack) {
    for (JavaFrame frame : top(stack)) {
      if (!frame.isOfJdk()) {
        return false;
      }
      String name = frame.className();
      // within a SynchronousQueue, those that take go through its transfer too
      boolean isTake = frame.method().equals("transfer") && name.contains("SynchronousQueue");
      if (PUTS.contains(frame.method())
          && !isTake
          && (name.contains("Queue") || name.contains("Deque"))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a wait ends after a time by itself. */
  static boolean isLimited(List<JavaFrame> stack) {
    return top(stack).stream()
        .anyMatch(frame -> frame.isOfJdk() && WITH_LIMIT.contains(frame.method()));
  }

  /** Whether a thread waits for something scarce. */
  static boolean isForPermit(List<JavaFrame> stack) {
    if (isForRoom(stack)) {
      return true;
    }
    if (top(stack).stream().anyMatch(WaitNames::isLoop)) {
      return false;
    }
    for (JavaFrame frame : top(stack)) {
      String method = frame.method().toLowerCase(Locale.ROOT);
      boolean isOfLocks = frame.className().startsWith("java.util.concurrent.locks.");
      if (!isOfLocks && SCARCE.stream().anyMatch(method::contains)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLoop(JavaFrame frame) {
    return IDLE.contains(frame.className() + "." + frame.method())
        || LOOP.matcher(frame.method()).matches();
  }

  /** Whether a thread has no work: in the loop of its pool, or it takes from a queue. */
  static boolean isIdle(List<JavaFrame> stack) {
    for (JavaFrame frame : top(stack)) {
      if (isLoop(frame)
          || (TAKES.contains(frame.method()) && frame.className().contains("Queue"))
          || (TAKES.contains(frame.method()) && frame.className().contains("Deque"))) {
        return true;
      }
      if (!frame.isOfJdk() && !frame.className().contains("Queue")) {
        return false;
      }
    }
    return false;
  }

  /** Whether a virtual thread sleeps. */
  static boolean isSleep(List<JavaFrame> stack) {
    return top(stack).stream()
        .anyMatch(frame ->
            frame.isOfJdk()
                && frame.className().endsWith("Thread")
                && frame.method().startsWith("sleep"));
  }

  /** Whether a virtual thread waits for a socket. */
  static boolean isOfSocket(List<JavaFrame> stack) {
    return top(stack).stream()
        .anyMatch(frame ->
            frame.className().startsWith("sun.nio.ch.")
                || frame.className().startsWith("java.net."));
  }

  private static List<JavaFrame> top(List<JavaFrame> stack) {
    return stack.subList(0, Math.min(MOST_TOP, stack.size()));
  }
}
