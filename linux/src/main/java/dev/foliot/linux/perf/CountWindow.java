package dev.foliot.linux.perf;

import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.proc.Stopwatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A window of time that counts hits. Used once, by one thread. */
final class CountWindow {
  /** How often a long window asks whether anyone is still watched. */
  private static final long SLICE_NS = 2_000_000;

  private final PerfSession session;
  private final List<PerfEvent.Watchpoint> words;
  private final int maxHits;
  private final List<Watch> watches = new ArrayList<>();
  private int stoppedSoFar;

  /** One event: a word and a thread. */
  private record Watch(int word, int tid, int descriptor) {}

  CountWindow(PerfSession session, List<PerfEvent.Watchpoint> words, int maxHits) {
    this.session = session;
    this.words = words;
    this.maxHits = maxHits;
  }

  List<Watchpoints.Window> run(long pid, Collection<Integer> tids, long windowNs)
      throws UnreadableException {
    List<PerfSession.Asked> asked = new ArrayList<>();
    for (PerfEvent.Watchpoint word : words) {
      asked.add(session.ask(word, false, PerfSampling.limit(maxHits)));
    }
    for (int tid : tids) {
      open(asked, PerfTarget.thread(tid));
    }
    // A thread's id may have become another process's before the event was opened.
    Set<Integer> living = session.living(pid);
    watches.removeIf(watch -> !living.contains(watch.tid()));
    if (watches.isEmpty()) {
      throw PerfSession.noneLives(pid);
    }
    long nanos = watch(windowNs);
    return results(nanos);
  }

  private void open(List<PerfSession.Asked> asked, PerfTarget thread) throws UnreadableException {
    for (int word = 0; word < asked.size(); word++) {
      OptionalInt descriptor = session.open(asked.get(word), thread);
      if (descriptor.isEmpty()) {
        return;
      }
      watches.add(new Watch(word, thread.tid(), descriptor.getAsInt()));
    }
  }

  /**
   * Starts, waits and stops, with threads in the same order. With hundreds of threads both take
   * milliseconds, and each thread is thus watched for about the same time. For each thread, the
   * first word started is the last one stopped, and covers the others.
   */
  private long watch(long windowNs) throws UnreadableException {
    Stopwatch clock = new Stopwatch();
    for (Watch watch : watches) {
      session.start(watch.descriptor(), 1);
    }
    long startedNs = clock.elapsedNs();
    clock.sleepUntil(startedNs + windowNs, SLICE_NS, this::allStopped);
    long endingNs = clock.elapsedNs();
    for (int from = 0; from < watches.size(); ) {
      int end = from;
      while (end < watches.size() && watches.get(end).tid() == watches.get(from).tid()) {
        end++;
      }
      for (int i = end - 1; i >= from; i--) {
        session.stop(watches.get(i).descriptor());
      }
      from = end;
    }
    return (endingNs + clock.elapsedNs()) / 2 - startedNs / 2;
  }

  /**
   * Checks for the end of all events; it skips stopped ones and reads only the first that still
   * runs.
   */
  private boolean allStopped() {
    while (stoppedSoFar < watches.size()
        && session.count(watches.get(stoppedSoFar).descriptor()).orElse(maxHits) >= maxHits) {
      stoppedSoFar++;
    }
    return stoppedSoFar == watches.size();
  }

  private List<Watchpoints.Window> results(long nanos) {
    List<Map<Integer, Long>> hits = new ArrayList<>();
    List<Set<Integer>> stopped = new ArrayList<>();
    for (int word = 0; word < words.size(); word++) {
      hits.add(new HashMap<>());
      stopped.add(new HashSet<>());
    }
    for (Watch watch : watches) {
      OptionalLong count = session.count(watch.descriptor());
      if (count.orElse(0) > 0) {
        hits.get(watch.word()).put(watch.tid(), count.getAsLong());
      }
      if (count.orElse(0) >= maxHits) {
        stopped.get(watch.word()).add(watch.tid());
      }
    }
    List<Watchpoints.Window> windows = new ArrayList<>();
    for (int word = 0; word < words.size(); word++) {
      windows.add(
          new Watchpoints.Window(words.get(word), nanos, hits.get(word), stopped.get(word)));
    }
    return List.copyOf(windows);
  }
}
