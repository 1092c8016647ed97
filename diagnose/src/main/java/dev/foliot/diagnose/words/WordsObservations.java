package dev.foliot.diagnose.words;

import dev.foliot.diagnose.words.WordsTarget.Searched;
import java.util.List;
import java.util.Map;

/**
 * All observations of one examination. Immutable, apart from the traffic.
 *
 * @param samples the samples of threads on a CPU
 * @param threads the number of sampled threads
 * @param words words that several threads wrote, one for each place
 * @param lines cache lines of which several threads wrote different words
 * @param searches type checks that searched in vain, the most sampled first
 * @param found searches that found the type, in samples
 * @param unplaced hot words that several threads seem to write, in no known object
 * @param names the kernel's names of threads
 * @param cpus that the threads may use; 0 when not known
 */
record WordsObservations(
    long samples,
    int threads,
    List<WordTraffic> words,
    List<WordTraffic> lines,
    List<Failed> searches,
    long found,
    int unplaced,
    Map<Integer, String> names,
    int cpus) {
  WordsObservations {
    words = List.copyOf(words);
    lines = List.copyOf(lines);
    searches = List.copyOf(searches);
    names = Map.copyOf(names);
  }

  /**
   * A type check that searches in vain.
   *
   * @param searched the types
   * @param samples the samples in the search
   * @param places the program's methods, with samples
   * @param threads the number of threads
   */
  record Failed(Searched searched, long samples, Map<String, Integer> places, int threads) {
    Failed {
      places = Map.copyOf(places);
    }
  }
}
