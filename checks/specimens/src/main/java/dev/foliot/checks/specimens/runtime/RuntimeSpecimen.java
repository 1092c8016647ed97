package dev.foliot.checks.specimens.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A program with a known problem of its JVM, or a control that is as busy. Immutable.
 *
 * @param name its name
 * @param kind the finding that is correct; empty for a control
 * @param program the program's name and arguments
 * @param flags for the JVM
 * @param environment variables for the process
 */
public record RuntimeSpecimen(
    String name,
    Optional<String> kind,
    List<String> program,
    List<String> flags,
    Map<String, String> environment) {
  private static final List<String> G1 = List.of("-XX:+UseG1GC");
  private static final List<String> PARALLEL = List.of("-XX:+UseParallelGC");

  /** Keeps copies. */
  public RuntimeSpecimen {
    program = List.copyOf(program);
    flags = List.copyOf(flags);
    environment = Map.copyOf(environment);
  }

  /** All, each affected one before its control. */
  public static List<RuntimeSpecimen> all() {
    return Stream.of(pauses(), code(), growth()).flatMap(List::stream).toList();
  }

  /** Those that only a flight recording shows, each affected one before its control. */
  public static List<RuntimeSpecimen> recorded() {
    List<String> traps = with(G1, "-XX:-OmitStackTraceInFastThrow");
    return List.of(
        sick("exceptions", "parse words", G1),
        control("exceptions", "parse numbers", G1),
        sick("deoptimisation", "divide zero", traps),
        control("deoptimisation", "divide seven", traps),
        sick("blocking-io", "ask slow", G1),
        control("blocking-io", "ask quick", G1));
  }

  /** Those with written words and failing checks, each affected one before its control. */
  public static List<RuntimeSpecimen> words() {
    return List.of(
        sick("contended-word", "count shared", G1),
        control("contended-word", "count apart", G1),
        new RuntimeSpecimen(
            "spin-lock", Optional.of("contended-word"), List.of("spin", "shared"), G1, Map.of()),
        control("spin-lock", "spin apart", G1),
        sick("contended-line", "slots near", PARALLEL),
        control("contended-line", "slots far", PARALLEL),
        sick("failed-type-checks", "check failing", G1),
        control("failed-type-checks", "check passing", G1));
  }

  /** The specimen of this name. */
  public static Optional<RuntimeSpecimen> named(String name) {
    return Stream.of(all(), recorded(), words())
        .flatMap(List::stream)
        .filter(one -> one.name.equals(name))
        .findFirst();
  }

  private static List<RuntimeSpecimen> pauses() {
    return List.of(
        sick("gc-pressure", "live-and-churn 80 0", with(G1, "-Xmx128m", "-Xms128m")),
        control("gc-pressure", "live-and-churn 80 0", with(G1, "-Xmx1g", "-Xms1g")),
        sick("safepoints", "stacks-of-all", G1),
        control("safepoints", "stacks-of-one", G1),
        sick("time-to-safepoint", "long-loops", PARALLEL),
        control(
            "time-to-safepoint",
            "long-loops",
            with(PARALLEL, "-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1000")),
        sick("gc-threads", "live-and-churn 40 0", with(PARALLEL, "-XX:ParallelGCThreads=16")),
        control("gc-threads", "live-and-churn 40 0", PARALLEL));
  }

  private static List<RuntimeSpecimen> code() {
    // with flushing, HotSpot removes cold methods early enough, and the cache is never full
    List<String> small =
        with(
            G1,
            "-XX:ReservedCodeCacheSize=4m",
            "-XX:InitialCodeCacheSize=3m",
            "-XX:-UseCodeCacheFlushing");
    return List.of(
        sick("code-cache-full", "classes 3000", small),
        control("code-cache-full", "classes 50", small),
        sick("compiler-disabled", "classes 3000", small),
        control("compiler-disabled", "classes 50", small),
        sick("interpreted", "compute", with(G1, "-Xint")),
        control("interpreted", "compute", G1));
  }

  private static List<RuntimeSpecimen> growth() {
    RuntimeSpecimen arenas = sick("malloc-arenas", "arenas", G1);
    return List.of(
        sick("heap-growth", "live-and-churn 120 6", with(G1, "-Xmx256m", "-Xms256m")),
        control("heap-growth", "live-and-churn 120 0", with(G1, "-Xmx256m", "-Xms256m")),
        sick("native-memory-growth", "deflaters keep", G1),
        control("native-memory-growth", "deflaters end", G1),
        sick("direct-memory-growth", "buffers keep", G1),
        control("direct-memory-growth", "buffers reuse", G1),
        sick("metaspace-growth", "loaders keep", G1),
        control("metaspace-growth", "loaders reuse", G1),
        sick("thread-growth", "threads keep", G1),
        control("thread-growth", "threads end", G1),
        arenas,
        new RuntimeSpecimen(
            "malloc-arenas-control",
            Optional.empty(),
            arenas.program,
            arenas.flags,
            Map.of("MALLOC_ARENA_MAX", "1")));
  }

  private static RuntimeSpecimen sick(String kind, String program, List<String> flags) {
    return new RuntimeSpecimen(
        kind, Optional.of(kind), List.of(program.split(" ", -1)), flags, Map.of());
  }

  private static RuntimeSpecimen control(String kind, String program, List<String> flags) {
    return new RuntimeSpecimen(
        kind + "-control", Optional.empty(), List.of(program.split(" ", -1)), flags, Map.of());
  }

  private static List<String> with(List<String> flags, String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return all;
  }

  @Override
  public String toString() {
    return name;
  }
}
