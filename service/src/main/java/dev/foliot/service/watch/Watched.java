package dev.foliot.service.watch;

import dev.foliot.linux.Reading;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.ServiceReason.Watch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The observations of a process. Immutable.
 *
 * @param samples in time order, the first at 0
 * @param looks memory readings of the JVM, in time order; empty without a JVM
 * @param flight the flight recorder's summary
 * @param collection the memory freed at the end
 * @param endedEarly whether the process ended before the stop
 * @param profile the samples of its stacks
 */
public record Watched(
    List<StudySample> samples,
    List<MemoryLook> looks,
    Reading<FlightView> flight,
    Reading<FullCollection> collection,
    boolean endedEarly,
    Reading<Profile> profile) {
  /** Observations without a profile. */
  public Watched(
      List<StudySample> samples,
      List<MemoryLook> looks,
      Reading<FlightView> flight,
      Reading<FullCollection> collection,
      boolean endedEarly) {
    this(samples, looks, flight, collection, endedEarly, ProcessWatch.notAsked());
  }

  /** Keeps copies. */
  public Watched {
    samples = List.copyOf(samples);
    looks = List.copyOf(looks);
  }

  /**
   * A copy between two moments, with counters that begin at the first.
   *
   * @param fromNs from the first sample
   * @param toNs the same
   */
  public Watched within(long fromNs, long toNs) {
    List<StudySample> inside =
        samples.stream().filter(one -> one.atNs() >= fromNs && one.atNs() <= toNs).toList();
    return new Watched(
        inside.stream().map(one -> one.since(inside.getFirst())).toList(),
        looks.stream().filter(one -> one.atNs() >= fromNs && one.atNs() <= toNs).toList(),
        flight,
        collection,
        endedEarly,
        profile);
  }

  /** A summary in numbers and sentences; needs at least one sample. */
  public StudyWatch summary() {
    return WatchFigures.of(this);
  }

  /** All requested but unavailable parts, each with reason and remedy. */
  public List<Reason> unavailable() {
    return unavailable(true);
  }

  /**
   * All requested but unavailable parts, each with reason and remedy.
   *
   * @param kernel whether the kernel's counts were requested
   */
  public List<Reason> unavailable(boolean kernel) {
    Set<Reason> all = new LinkedHashSet<>();
    if (kernel && samples.getLast().sums().runQueueWaitNs() == null) {
      all.add(new ServiceReason.RunQueueWaitNotCounted());
    }
    for (MemoryLook look : looks) {
      add(all, Watch.HEAP_USED, look.heapUsedBytes());
      add(all, Watch.COMMITTED_MEMORY, look.committedBytes());
      add(all, Watch.RESIDENT_MEMORY, look.resident());
    }
    add(all, Watch.FLIGHT_RECORDING, flight);
    add(all, Watch.FULL_COLLECTION, collection);
    add(all, Watch.PROFILE, profile);
    return new ArrayList<>(all);
  }

  private static void add(Set<Reason> all, Watch what, Reading<?> reading) {
    if (reading instanceof Reading.Unavailable<?> none
        && !none.why().is(ServiceReason.NotAsked.class)) {
      all.add(new ServiceReason.NotWatched(what, none.why()));
    }
  }
}
