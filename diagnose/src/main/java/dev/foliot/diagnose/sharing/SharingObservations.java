package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.perf.CpuSampler.Sample;
import java.util.List;
import java.util.Optional;

/**
 * All observations of one completed examination. Immutable, with parts that no longer change.
 *
 * @param read the classes of the JVM
 * @param scan of their words; empty if it did not begin
 * @param alternating how many classes alternated
 * @param unwatched how many of them exceeded the limit of candidates
 * @param candidates the classes to watch, watched or not
 * @param cpuSamples of threads on their CPUs; empty if unavailable
 * @param rounds of watchpoints; empty for none
 * @param budget the cost of watching
 */
record SharingObservations(
    ClassesRead read,
    Optional<CacheScan> scan,
    int alternating,
    int unwatched,
    List<CandidateClass> candidates,
    Optional<List<Sample>> cpuSamples,
    Optional<WatchpointRounds> rounds,
    WatchBudget budget) {
  /**
   * The classes of a JVM.
   *
   * @param all the readable ones
   * @param readNs how long the reading took
   * @param unreadable how many were inconsistent
   */
  record ClassesRead(List<LoadedClass> all, long readNs, int unreadable) {
    ClassesRead {
      all = List.copyOf(all);
    }
  }

  SharingObservations {
    candidates = List.copyOf(candidates);
  }

  List<LoadedClass> classes() {
    return read.all();
  }
}
