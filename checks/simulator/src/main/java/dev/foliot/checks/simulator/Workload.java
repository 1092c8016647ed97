package dev.foliot.checks.simulator;

import java.util.List;

/**
 * A simulated workload; the pool's size is not part of it.
 *
 * @param name the argument of {@link Simulate} to repeat it: a row's name or {@code seed=N}
 * @param permits the permits of each downstream
 * @param hangs when all running tasks stall, and for how long
 * @param maximum the greatest size that the pool may take
 * @param seed of all random values
 */
public record Workload(
    String name,
    Machine machine,
    List<Kind> kinds,
    List<Integer> permits,
    List<Source> sources,
    List<Hang> hangs,
    int maximum,
    long seed) {
  static final int MAXIMUM = 32_767;

  /** Copies the lists. */
  public Workload {
    kinds = List.copyOf(kinds);
    permits = List.copyOf(permits);
    sources = List.copyOf(sources);
    hangs = List.copyOf(hangs);
  }

  /** One kind of task from one source. */
  public static Workload of(
      String name, Machine machine, Source.Arrivals arrivals, Phase... phases) {
    return of(name, machine, List.of(), arrivals, phases);
  }

  /** One kind of task from one source, with downstreams. */
  public static Workload of(
      String name,
      Machine machine,
      List<Integer> permits,
      Source.Arrivals arrivals,
      Phase... phases) {
    return new Workload(
        name,
        machine,
        List.of(Kind.of("task", phases)),
        permits,
        List.of(Source.of(arrivals, 0, 1)),
        List.of(),
        MAXIMUM,
        1);
  }

  /** A copy with stalled tasks. */
  public Workload hangs(Hang... stuck) {
    return new Workload(name, machine, kinds, permits, sources, List.of(stuck), maximum, seed);
  }

  /** A copy with another seed. */
  public Workload seed(long other) {
    return new Workload(name, machine, kinds, permits, sources, hangs, maximum, other);
  }

  /** All tasks that run at a time stall for {@code forNs}; later ones do not. */
  public record Hang(long atNs, long forNs) {}
}
