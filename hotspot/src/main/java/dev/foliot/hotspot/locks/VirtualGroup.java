package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.code.JavaFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Virtual threads that wait at the same place for the same kind of object. Immutable. The names
 * come from the target and may hold any characters.
 *
 * @param state their state
 * @param awaited the class of the object they are parked for; empty if there is none
 * @param frames the stack of one of them, innermost first; those of others may differ in lines
 * @param threads those whose stack was read
 */
public record VirtualGroup(
    State state, String awaited, List<JavaFrame> frames, List<Waiting> threads) {
  private static final int MOST_NAMES = 5;

  /** Keeps copies. */
  public VirtualGroup {
    frames = List.copyOf(frames);
    threads = List.copyOf(threads);
  }

  /** How many there are among the stacks that were read. */
  public int count() {
    return threads.size();
  }

  /** The name of one of them; empty if it has none. */
  public String name() {
    return threads.isEmpty() ? "" : threads.getFirst().name();
  }

  /**
   * A thread that waits.
   *
   * @param id as {@link Thread#threadId()} gives it
   * @param name its name; empty if it has none, or if it was not read
   * @param stackHash equal in two samples if the thread has not moved meanwhile; the collector
   *     changes it too when it moves what the stack refers to
   * @param owner the id of the thread that owns the lock it waits for; 0 if there is none, or if
   *     that is not known
   */
  public record Waiting(long id, String name, long stackHash, long owner) {}

  /** The state of a virtual thread. */
  public enum State {
    /** It can run, and waits for a carrier. */
    QUEUED,
    /** A carrier runs it. */
    RUNNING,
    /** It waits, and keeps its carrier. */
    PINNED,
    /** It is parked, without a time limit. */
    PARKED,
    /** It is parked with a time limit, or sleeps. */
    TIMED_PARKED,
    /** It waits to enter a monitor, without a carrier; since JDK 24. */
    BLOCKED,
    /** It is in {@code Object.wait}, without a carrier; since JDK 24. */
    WAITING;

    /** Whether it has no carrier. */
    public boolean isUnmounted() {
      return this != RUNNING && this != PINNED;
    }
  }

  /**
   * An unmounted thread.
   *
   * @param thread the address of its object
   * @param waiting what else is known of it, without a name
   */
  record Unmounted(
      long thread, Waiting waiting, State state, String awaited, List<JavaFrame> frames) {
    private Object place() {
      return List.of(
          state,
          awaited,
          frames.stream().map(frame -> frame.className() + "." + frame.method()).toList());
    }
  }

  /**
   * The groups of some threads, largest first. Threads with the same methods are in one.
   *
   * @param nameOf the name of a thread by its address; few are asked for
   */
  static List<VirtualGroup> of(List<Unmounted> threads, LongFunction<String> nameOf) {
    Map<Object, List<Unmounted>> byPlace = new LinkedHashMap<>();
    for (Unmounted thread : threads) {
      byPlace.computeIfAbsent(thread.place(), any -> new ArrayList<>()).add(thread);
    }
    return byPlace.values().stream()
        .map(same -> group(same, nameOf))
        .sorted(Comparator.comparingInt(VirtualGroup::count).reversed())
        .toList();
  }

  private static VirtualGroup group(List<Unmounted> same, LongFunction<String> nameOf) {
    Unmounted first = same.getFirst();
    List<Waiting> threads = new ArrayList<>();
    for (Unmounted one : same) {
      // where the first has no name, the others have none
      boolean isNamed =
          threads.isEmpty()
              || (threads.size() < MOST_NAMES && !threads.getFirst().name().isEmpty());
      Waiting plain = one.waiting();
      threads.add(
          isNamed
              ? new Waiting(
                  plain.id(), nameOf.apply(one.thread()), plain.stackHash(), plain.owner())
              : plain);
    }
    return new VirtualGroup(first.state(), first.awaited(), first.frames(), threads);
  }
}
