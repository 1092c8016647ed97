package dev.foliot.linux.perf;

import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.proc.Stopwatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** A window of time that samples hits. Used once, by one thread. */
final class SampleWindow {
  /** A thread makes less than a hundred hits in this time, on a virtual machine. */
  private static final long SLICE_NS = 1_000_000;

  private static final long MOST_RING_BYTES = 8 << 20;

  private final PerfSession session;
  private final PerfEvent.Watchpoint word;
  private final int maxHits;
  private final RegisterSet set = RegisterSet.ofThisMachine();
  private final PerfSampling sampling;
  private final List<Watch> watches = new ArrayList<>();

  /** One thread's event. */
  private record Watch(int tid, int descriptor, PerfRing ring, SampleSink sink) {
    void drain() {
      ring.drain(sink);
    }

    long seen() {
      return sink.samples().size() + sink.lost() + ring.broken();
    }
  }

  SampleWindow(PerfSession session, PerfEvent.Watchpoint word, int maxHits, int stackBytes) {
    this.session = session;
    this.word = word;
    this.maxHits = maxHits;
    this.sampling = PerfSampling.everyCount(set, stackBytes);
  }

  Watchpoints.Sampled run(long pid, Collection<Integer> tids, long windowNs)
      throws UnreadableException {
    PerfSession.Asked asked = session.ask(word, false, sampling);
    Map<Integer, Integer> descriptors = new TreeMap<>();
    for (int tid : tids) {
      OptionalInt descriptor = session.open(asked, PerfTarget.thread(tid));
      descriptor.ifPresent(opened -> descriptors.put(tid, opened));
    }
    // A thread's id may have become another process's before the event was opened.
    descriptors.keySet().retainAll(session.living(pid));
    if (descriptors.isEmpty()) {
      throw PerfSession.noneLives(pid);
    }
    map(descriptors);
    long nanos = watch(windowNs);
    return result(nanos);
  }

  private void map(Map<Integer, Integer> descriptors) throws UnreadableException {
    long record = sampling.recordBytes();
    long wanted = Math.min(maxHits * record, MOST_RING_BYTES);
    Iterator<PerfRing> rings =
        session
            .mapAll(List.copyOf(descriptors.values()), wanted, record)
            .orElseThrow(PerfSession::noRing)
            .iterator();
    descriptors.forEach((tid, descriptor) -> {
      // The kernel may be late by a few hits.
      SampleSink sink = new SampleSink(sampling, set, 2 * maxHits);
      watches.add(new Watch(tid, descriptor, rings.next(), sink));
    });
  }

  private long watch(long windowNs) throws UnreadableException {
    Stopwatch clock = new Stopwatch();
    for (Watch watch : watches) {
      session.start(watch.descriptor(), maxHits);
    }
    long startedNs = clock.elapsedNs();
    clock.sleepUntil(startedNs + windowNs, SLICE_NS, this::drainedAllThatStopped);
    long endingNs = clock.elapsedNs();
    for (Watch watch : watches) {
      session.stop(watch.descriptor());
    }
    return (endingNs + clock.elapsedNs()) / 2 - startedNs / 2;
  }

  /** Empties the rings, and so makes room, until no thread is watched any more. */
  private boolean drainedAllThatStopped() {
    boolean all = true;
    for (Watch watch : watches) {
      long before = watch.seen();
      watch.drain();
      all &= watch.seen() >= maxHits || (watch.seen() == before && hasStopped(watch));
    }
    return all;
  }

  /** Called only while no records come: the kernel never reports losses at the end. */
  private boolean hasStopped(Watch watch) {
    return watch.seen() > 0 && session.count(watch.descriptor()).orElse(maxHits) >= maxHits;
  }

  private Watchpoints.Sampled result(long nanos) {
    List<Watchpoints.Hit> hits = new ArrayList<>();
    Map<Integer, Long> lost = new TreeMap<>();
    for (Watch watch : watches) {
      watch.drain();
      List<PerfSample> samples = watch.sink().samples();
      for (PerfSample sample : samples) {
        hits.add(
            new Watchpoints.Hit(watch.tid(), sample.timeNs(), sample.registers(), sample.stack()));
      }
      // The kernel reports losses with the next record, which may never come.
      long counted = session.count(watch.descriptor()).orElse(watch.seen());
      long more = Math.max(watch.seen(), counted) - samples.size();
      if (more > 0) {
        lost.put(watch.tid(), more);
      }
    }
    hits.sort(Comparator.comparingLong(Watchpoints.Hit::timeNs));
    return new Watchpoints.Sampled(word, nanos, hits, lost);
  }
}
