package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.locks.LockObservations.BlockedLoops;
import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.ThreadSample;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sums up what event loops are blocked in. For one thread.
 *
 * <p>An event loop is a thread that waits for events of many connections and also handles them. It
 * is known by a method of a library on its stack. Such a method stays there for ever, so a thread
 * is classified once. Reads and writes of its own connections never block.
 */
final class EventLoops {
  /** Classes with such a method, {@code run}. A library may have been moved to another package. */
  private static final List<String> CLASSES =
      List.of(
          "netty.channel.nio.NioEventLoop",
          "netty.channel.epoll.EpollEventLoop",
          "netty.channel.SingleThreadIoEventLoop",
          "org.xnio.nio.WorkerThread",
          "org.glassfish.grizzly.nio.SelectorRunner",
          "sun.net.httpserver.ServerImpl$Dispatcher",
          "jdk.internal.net.http.HttpClientImpl$SelectorManager");

  private static final String RUN = "run";
  private static final int MOST_TOP = 8;
  private static final int MOST_KNOWN = 20_000;

  private final Map<Long, Boolean> known = new HashMap<>();
  private final Map<Long, Loop> loops = new LinkedHashMap<>();
  private final Map<In, Integer> blockedIn = new EnumMap<>(In.class);
  private final Map<String, Integer> places = new HashMap<>();

  private static final class Loop {
    final String name;
    int samples;
    int blocked;

    Loop(String name) {
      this.name = name;
    }

    double share() {
      return (double) blocked / samples;
    }
  }

  /** Adds all threads at one moment. */
  void add(LockSample sample, LockTally.Stacks stacks) {
    for (ThreadSample thread : sample.threads()) {
      if (!thread.isMounted() && isLoop(thread, stacks)) {
        Loop loop = loops.computeIfAbsent(thread.id(), any -> new Loop(thread.name()));
        loop.samples++;
        stacks
            .blocked(thread)
            .filter(blocked -> isWait(blocked.in(), stacks.frames(thread)))
            .ifPresent(blocked -> {
              loop.blocked++;
              blockedIn.merge(blocked.in(), 1, Integer::sum);
              LockTally.count(places, blocked.place());
            });
      }
    }
  }

  private boolean isLoop(ThreadSample thread, LockTally.Stacks stacks) {
    Boolean before = known.get(thread.id());
    if (before != null) {
      return before;
    }
    List<JavaFrame> frames = stacks.frames(thread);
    boolean isLoop = frames.stream().anyMatch(EventLoops::isOfLoop);
    // the outer part of a deep stack is missing
    boolean isWhole = !frames.isEmpty() && frames.getLast().method().equals(RUN);
    if ((isLoop || isWhole) && known.size() < MOST_KNOWN) {
      known.put(thread.id(), isLoop);
    }
    return isLoop;
  }

  private static boolean isOfLoop(JavaFrame frame) {
    return frame.method().equals(RUN) && CLASSES.stream().anyMatch(frame.className()::endsWith);
  }

  /** Whether it stops the thread for others; what goes to the page cache does not. */
  private static boolean isWait(In in, List<JavaFrame> frames) {
    List<JavaFrame> top = frames.subList(0, Math.min(MOST_TOP, frames.size()));
    return switch (in) {
      case SOCKET ->
          top.stream()
              .map(JavaFrame::className)
              .anyMatch(
                  name -> name.equals("sun.nio.ch.NioSocketImpl") || name.startsWith("java.net."));
      case FILE -> top.stream().map(JavaFrame::method).anyMatch(EventLoops::isToDisk);
      default -> true;
    };
  }

  /** FileChannel.force and FileDescriptor.sync, or the native methods below. */
  private static boolean isToDisk(String method) {
    return method.startsWith("force") || method.startsWith("sync");
  }

  /** What was seen; empty without an event loop. */
  Optional<BlockedLoops> end() {
    return loops.values().stream()
        .max(Comparator.comparingDouble(Loop::share))
        .map(worst ->
            new BlockedLoops(
                loops.size(),
                (int) loops.values().stream().filter(loop -> loop.blocked > 0).count(),
                worst.name,
                worst.samples,
                worst.blocked,
                blockedIn,
                places));
  }
}
