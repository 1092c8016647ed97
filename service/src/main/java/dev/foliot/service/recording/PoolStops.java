package dev.foliot.service.recording;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the times in which all threads of a server's pool waited in requests, so that the other
 * requests queued for a thread [1]. One thread.
 *
 * <p>Threads whose names differ by their last number are a pool. Those that ever waited count, for
 * work as well as in requests: a thread that waits for work is woken by the next request, so it is
 * known where requests queue. A thread that neither waits nor is idle may hold the lock that the
 * others wait for. So one is left out where the others wait for a lock, and an eighth in any case:
 * threads that poll sockets wait without an event.
 *
 * <p>Such a time is a stop of the pool in the place where most of its threads wait.
 *
 * <p>[1] Kiefer and Wolfowitz, "On the theory of queues with many servers", 1955: a request waits
 * until the first thread is free.
 */
final class PoolStops {
  /** A shorter time delays nobody by much, and there are many. */
  static final long SHORTEST_NS = 1_000_000;

  /** A lock that two wait for is held by another one. */
  private static final int LEAST_WAITING = 2;

  /** One of so many threads may poll sockets. */
  private static final int POLLS = 8;

  private final Map<String, Map<Long, Life>> pools = new HashMap<>();
  private final Map<String, List<ThreadStop>> waits = new HashMap<>();

  /** From the first to the last event of a thread. */
  private record Life(long startNs, long endNs) {
    Life and(Life other) {
      return new Life(Math.min(startNs, other.startNs), Math.max(endNs, other.endNs));
    }
  }

  private record Place(StopKind kind, String detail) {
    boolean isLock() {
      return kind == StopKind.MONITOR || kind == StopKind.PARK;
    }
  }

  /** Something begins or ends: a thread, or a wait in a place. */
  private record Change(long atNs, int threads, int waiting, Place place) {}

  private static final Place NOWHERE = new Place(StopKind.PARK, "");

  /** A thread waited, for whatever. */
  void seen(String thread, long threadId, long startNs, long endNs) {
    pools
        .computeIfAbsent(pool(thread), name -> new HashMap<>())
        .merge(threadId, new Life(startNs, endNs), Life::and);
  }

  /** A thread waited in a request, after it was {@link #seen}. */
  void waited(String thread, ThreadStop wait) {
    waits.computeIfAbsent(pool(thread), name -> new ArrayList<>()).add(wait);
  }

  private static String pool(String thread) {
    int end = thread.length();
    while (end > 0 && Character.isDigit(thread.charAt(end - 1))) {
      end--;
    }
    return thread.substring(0, end);
  }

  /** The times in which all threads of a pool waited, in the order of their ends. */
  List<ThreadStop> stops() {
    List<ThreadStop> stops = new ArrayList<>();
    waits.forEach((pool, all) -> {
      if (!pool.isEmpty()) {
        stops(pools.getOrDefault(pool, Map.of()), ThreadStop.outermost(all), stops);
      }
    });
    stops.sort(Comparator.comparingLong(one -> one.stop().endNs()));
    return stops;
  }

  private static void stops(Map<Long, Life> lives, List<ThreadStop> all, List<ThreadStop> into) {
    List<Change> changes = new ArrayList<>();
    lives
        .values()
        .forEach(life -> {
          changes.add(new Change(life.startNs, 1, 0, NOWHERE));
          changes.add(new Change(life.endNs, -1, 0, NOWHERE));
        });
    for (ThreadStop one : all) {
      Place place = new Place(one.stop().kind(), one.stop().detail());
      changes.add(new Change(one.stop().startNs(), 0, 1, place));
      changes.add(new Change(one.stop().endNs(), 0, -1, place));
    }
    changes.sort(Comparator.comparingLong(Change::atNs));
    Now now = new Now();
    for (int i = 0; i < changes.size(); i++) {
      now.take(changes.get(i));
      boolean isLast = i + 1 == changes.size() || changes.get(i + 1).atNs > changes.get(i).atNs;
      if (isLast) {
        now.at(changes.get(i).atNs, into, all);
      }
    }
  }

  /** A pool at a moment. */
  private static final class Now {
    private final Map<Place, Integer> waiting = new HashMap<>();
    private int threads;
    private int sum;
    private Place since = NOWHERE;
    private long sinceNs;

    void take(Change change) {
      threads += change.threads;
      sum += change.waiting;
      if (change.waiting != 0) {
        waiting.merge(
            change.place,
            change.waiting,
            (a, b) -> {
              int count = a + b;
              return count == 0 ? null : count;
            });
      }
    }

    /** Where its threads wait; {@link #NOWHERE} while one may be free. */
    private Place blocked() {
      int others = threads - sum;
      Place most =
          waiting.entrySet().stream()
              .max(
                  Comparator.comparingInt((Map.Entry<Place, Integer> one) -> one.getValue())
                      .thenComparing(one -> one.getKey().detail))
              .map(Map.Entry::getKey)
              .orElse(NOWHERE);
      boolean isHeld =
          others <= 1 && most.isLock() && waiting.getOrDefault(most, 0) >= LEAST_WAITING;
      return sum > 0 && (others <= threads / POLLS || isHeld) ? most : NOWHERE;
    }

    void at(long atNs, List<ThreadStop> into, List<ThreadStop> all) {
      Place place = blocked();
      if (place.equals(since)) {
        return;
      }
      if (!since.equals(NOWHERE) && atNs - sinceNs >= SHORTEST_NS) {
        into.add(
            new ThreadStop(
                ThreadStop.POOL,
                new Stop(
                    sinceNs,
                    atNs,
                    atNs - sinceNs,
                    all.getFirst().stop().errorNs(),
                    since.kind,
                    since.detail),
                true,
                null));
      }
      since = place;
      sinceNs = atNs;
    }
  }
}
