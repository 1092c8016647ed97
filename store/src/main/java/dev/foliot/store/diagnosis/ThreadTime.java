package dev.foliot.store.diagnosis;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.foliot.store.Copies;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Where the time of a JVM's threads went while it was examined.
 *
 * @param observedS seconds from the first sample to the last
 * @param samples the number of samples of all threads
 * @param groups of threads, the one with the most time that was not idle first
 */
public record ThreadTime(double observedS, int samples, List<Group> groups) {
  /** Keeps a copy. */
  public ThreadTime {
    Copies.finite(observedS, "observed_s");
    groups = List.copyOf(groups);
  }

  /**
   * Threads of one pool, or with the same name except for numbers.
   *
   * @param name such as {@code http-exec-*}
   * @param threads how many there were on average
   * @param shares parts of their time, which sum to 1
   * @param places where they spent it, the largest share first
   */
  public record Group(
      String name,
      double threads,
      Map<Doing, Double> shares,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Place> places) {
    /** Keeps copies. */
    public Group {
      Objects.requireNonNull(name, "name");
      Copies.finite(threads, "threads");
      shares = Collections.unmodifiableMap(new TreeMap<>(shares));
      shares.forEach((doing, share) -> Copies.finite(share, doing.label()));
      places = List.copyOf(places);
    }

    /** The part of their time, from 0 to 1. */
    public double share(Doing doing) {
      return shares.getOrDefault(doing, 0.0);
    }
  }

  /**
   * Where threads of a group spent time.
   *
   * @param doing what they did
   * @param share of all time of the group, from 0 to 1
   * @param yours the innermost method of the program, such as {@code com.acme.Ledger.add:41}; empty
   *     if there is none or it is unknown
   * @param library the method of a library or the JDK that it called; empty if none
   * @param still how many of the threads stayed there for the whole time
   */
  public record Place(Doing doing, double share, String yours, String library, int still) {
    /** Checks that nothing is missing. */
    public Place {
      Objects.requireNonNull(doing, "doing");
      Copies.finite(share, "share");
      Objects.requireNonNull(yours, "yours");
      Objects.requireNonNull(library, "library");
    }

    /** For people: the program's method, and the library's that it is in. */
    public String words() {
      return yours.isEmpty() ? library : library.isEmpty() ? yours : yours + " in " + library;
    }
  }
}
