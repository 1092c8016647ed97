package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.CpuSampler.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one examination has seen so far, filled step by step: whenever it ends, that is what it
 * concludes from. Used by one thread.
 */
final class Seen {
  /** In words, with figures. */
  final List<String> lookedAt = new ArrayList<>();

  /** In words, with what to do; the first is the reason why an examination is partial. */
  final List<String> couldNot = new ArrayList<>();

  final List<Suspect> suspects = new ArrayList<>();
  List<LoadedClass> classes = List.of();

  /** How long reading them took. */
  long readNs;

  /** How many classes made no sense. */
  int unreadable;

  /** How many classes alternated. */
  int alternating;

  /** How many of them are no suspects, since there are too many. */
  int unwatched;

  Optional<CacheScan> scan = Optional.empty();
  Optional<Conviction> conviction = Optional.empty();

  /** Of threads on their CPUs; empty when they could not be taken. */
  Optional<List<Sample>> samples = Optional.empty();

  Budget budget = new Budget(0);
}
