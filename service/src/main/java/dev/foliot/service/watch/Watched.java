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
 * What was seen of a process. Immutable.
 *
 * @param samples in the order of time, the first at 0
 * @param looks at the memory of the JVM in it, in the order of time; empty without a JVM
 * @param flight what the flight recorder saw
 * @param collection what fell at the end
 * @param endedEarly whether the process had ended before it was asked for
 * @param profile the samples of its stacks
 */
public record Watched(
    List<StudySample> samples,
    List<MemoryLook> looks,
    Reading<FlightView> flight,
    Reading<FullCollection> collection,
    boolean endedEarly,
    Reading<Profile> profile) {
  /** Without a profile. */
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
   * The same between two moments, with all that is counted beginning at the first of them.
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

  /** The whole in some numbers and sentences; there has to be a sample. */
  public StudyWatch summary() {
    return WatchFigures.of(this);
  }

  /**
   * Everything that was asked for and could not be had, each with its reason and what would make it
   * available.
   */
  public List<Reason> unavailable() {
    return unavailable(true);
  }

  /**
   * The same.
   *
   * @param kernel whether what the kernel counts was asked for
   */
  public List<Reason> unavailable(boolean kernel) {
    Set<Reason> all = new LinkedHashSet<>();
    if (kernel && samples.getLast().runQueueWaitNs() == null) {
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
