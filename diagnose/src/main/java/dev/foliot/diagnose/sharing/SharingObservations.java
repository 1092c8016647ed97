package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.perf.CpuSampler.Sample;
import java.util.List;
import java.util.Optional;

/**
 * All observations of one examination, when it has ended. Immutable but for what it is made of,
 * which does not change any more.
 *
 * @param read the classes of the JVM
 * @param scan of their words; empty where it was not begun
 * @param alternating how many classes alternated
 * @param unwatched how many of them are no candidates, since there are too many
 * @param candidates the classes that were watched, or were to be
 * @param cpuSamples of threads on their CPUs; empty where they could not be taken
 * @param rounds of watchpoints; empty where there were none
 * @param budget what watching took
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
   * @param all that were read
   * @param readNs how long that took
   * @param unreadable how many made no sense
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
