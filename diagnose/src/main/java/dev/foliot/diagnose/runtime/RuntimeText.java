package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.reason.RuntimeReason.SlowCode.Mode;
import dev.foliot.store.diagnosis.FindingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The texts of findings, with remedies and how to prove them. */
final class RuntimeText {
  /** A live set above this share of the heap makes collections frequent. */
  private static final double NEARLY_FULL = 0.7;

  private static final String EXPLICIT = "System.gc()";
  private static final String HUMONGOUS = "Humongous";
  private static final String METADATA = "Metadata";
  private static final String STALL = "Allocation Stall";
  private static final String CODE_CACHE_CAUSE = "CodeCache";
  private static final String AGAIN =
      " Proof: foliot diagnose PID --only runtime under the same load: ";

  private RuntimeText() {}

  static String collections(RuntimeObservations observed, Optional<GcFigures> figures) {
    String cost =
        observed.collector().isConcurrent()
            ? "The collector works beside the program and takes CPU time from it."
            : "While it collects, no thread of the program runs.";
    if (RuntimeJudge.isStarved(observed, figures)) {
      cost += " GC threads had less CPU time than the pauses lasted: they waited for a CPU too.";
    }
    if (isNearlyFull(observed, figures)) {
      return cost
          + " The live set nearly fills the heap, so each collection frees little and the next one"
          + " follows soon.";
    }
    String cause = cause(figures);
    if (areStalls(figures)) {
      return cost
          + " Most collections began when a thread found no free memory: it stalls until one has"
          + " freed some, for milliseconds or seconds. No pause shows it.";
    }
    if (cause.contains(EXPLICIT)) {
      return cost + " The program or a library asks for the collections by System.gc().";
    }
    if (cause.contains(HUMONGOUS)) {
      return cost + " Large arrays of half a G1 region and more begin the collections.";
    }
    if (cause.contains(CODE_CACHE_CAUSE)) {
      return cost + " The code cache fills up, which begins the collections.";
    }
    if (cause.contains(METADATA)) {
      return cost + " The growth of metaspace begins the collections.";
    }
    return RuntimeJudge.isStarved(observed, figures)
        ? cost
        : cost + " The program allocates fast for this size of the heap.";
  }

  /** Whether most collections began since threads stalled for memory. */
  static boolean areStalls(Optional<GcFigures> figures) {
    return cause(figures).contains(STALL);
  }

  private static boolean isNearlyFull(RuntimeObservations observed, Optional<GcFigures> figures) {
    long most = observed.settings().map(JvmSettings::maxHeapBytes).orElse(0L);
    OptionalLong live = figures.map(RuntimeJudge::live).orElse(OptionalLong.empty());
    return most > 0 && live.isPresent() && live.getAsLong() >= NEARLY_FULL * most;
  }

  private static String cause(Optional<GcFigures> figures) {
    return figures.flatMap(one -> one.causes().stream().findFirst()).orElse("");
  }

  static List<String> collectionRemedies(
      RuntimeObservations observed, Optional<GcFigures> figures) {
    String cause = cause(figures);
    List<String> remedies = new ArrayList<>();
    if (cause.contains(EXPLICIT)) {
      remedies.add(
          "Remove the calls of System.gc(), or start with -XX:+DisableExplicitGC; programs with"
              + " direct buffers need -XX:+ExplicitGCInvokesConcurrent instead."
              + AGAIN
              + "the share of collections falls.");
    }
    if (cause.contains(HUMONGOUS)) {
      remedies.add(
          "Raise -XX:G1HeapRegionSize until the arrays are below half of it, or make smaller"
              + " arrays."
              + AGAIN
              + "no collection is for a humongous allocation.");
    }
    if (cause.contains(CODE_CACHE_CAUSE)) {
      remedies.add(FindingKind.CODE_CACHE_FULL.remedies().getFirst());
    }
    if (cause.contains(METADATA)) {
      remedies.add(
          "Raise -XX:MetaspaceSize above the metaspace in use, and see who loads classes: jcmd PID"
              + " VM.classloader_stats."
              + AGAIN
              + "no collection is for metadata.");
    }
    String larger =
        "Give it a larger heap: -Xmx, here about twice the live set or more."
            + AGAIN
            + "the share of collections falls.";
    String less =
        "Allocate less: with --attach, the evidence names the code that allocates most."
            + AGAIN
            + "the allocation rate falls.";
    remedies.addAll(
        isNearlyFull(observed, figures) || areStalls(figures)
            ? List.of(larger, less)
            : List.of(less, larger));
    if (observed.collector() == JvmSettings.Collector.SERIAL) {
      remedies.add(
          "Serial collects with one thread. Where there are several CPUs, try -XX:+UseParallelGC or"
              + " -XX:+UseG1GC. Proof: foliot bench with either, and foliot compare.");
    }
    return remedies;
  }

  static String slowCode(Mode mode) {
    return switch (mode) {
      case INTERPRETED ->
          "The JVM was told not to compile, by -Xint or -XX:TieredStopAtLevel=0. Interpreted code"
              + " is 10 to 50 times slower.";
      case COMPILERS_OFF ->
          "The JVM has turned off its compilers, by -XX:-UseCompiler or because the code cache was"
              + " full with -XX:-UseCodeCacheFlushing. Code compiled so far is kept; all other code"
              + " stays interpreted.";
      case COMPILERS_STOPPED ->
          "The code cache was full, and since then the compilers have not worked. HotSpot stops"
              + " them until it has freed a compiled method. Until then new code stays interpreted."
              + " In a JVM that is warm again the compilers are idle as well.";
      case C1_ONLY ->
          "The JVM compiles with C1 alone, by -XX:TieredStopAtLevel or"
              + " -XX:CompilationMode=quick-only. C2 makes hot code two to three times faster.";
    };
  }

  static List<String> slowCodeRemedies(Mode mode) {
    String prove = " Proof: foliot bench with and without it, and foliot compare.";
    return switch (mode) {
      case INTERPRETED ->
          List.of(
              "Remove -Xint or -XX:TieredStopAtLevel=0; look into"
                  + " JAVA_TOOL_OPTIONS and JDK_JAVA_OPTIONS as well."
                  + prove);
      case COMPILERS_OFF ->
          List.of(
              "Enlarge -XX:ReservedCodeCacheSize, remove -XX:-UseCodeCacheFlushing, and restart."
                  + AGAIN
                  + "the compilers are on.",
              "Remove -XX:-UseCompiler, if it is there." + prove);
      case COMPILERS_STOPPED ->
          List.of(
              "Enlarge -XX:ReservedCodeCacheSize, and restart." + AGAIN + "the finding is gone.",
              "See whether they are stopped: jcmd PID Compiler.codecache prints the state of"
                  + " compilation. Proof: it prints enabled.");
      case C1_ONLY ->
          List.of(
              "Remove -XX:TieredStopAtLevel or -XX:CompilationMode; C1 alone suits short programs."
                  + prove);
    };
  }

  static String heapGrowth(boolean isWhole) {
    return isWhole
        ? "What collections of the whole heap left grew from one to the next: these objects are in"
            + " use, or something still refers to them. A JVM that has just begun grows too, while"
            + " it fills its caches."
        : "What young collections left grew from one to the next. No collection of the whole heap"
            + " came in this time, so this can be garbage that one would free.";
  }

  static String gcThreads(boolean isTooMany, boolean isSerial) {
    if (isSerial) {
      return "Serial collects with one thread, although the process has more CPUs. HotSpot chooses"
          + " it where it sees fewer than two CPUs or less than 1792 MB of memory at its start.";
    }
    return isTooMany
        ? "The collector starts more threads than the process has CPUs. In a pause they take turns,"
            + " use up a CPU quota at once, and make the pause longer."
        : "The collector starts far fewer threads than the process has CPUs, so its pauses are"
            + " longer than they need be.";
  }

  static List<String> gcThreadRemedies(boolean isTooMany, boolean isSerial, int expected) {
    String prove = " Proof: foliot diagnose PID --only runtime: the share of pauses falls.";
    if (isSerial) {
      return List.of("Start with -XX:+UseG1GC or -XX:+UseParallelGC." + prove);
    }
    return List.of(
        "Remove -XX:ParallelGCThreads and -XX:ConcGCThreads, or set -XX:ParallelGCThreads="
            + expected
            + "."
            + prove,
        isTooMany
            ? "Let the JVM see the limits of its container: remove -XX:-UseContainerSupport and"
                + " -XX:ActiveProcessorCount, and restart it after its limits were changed."
                + prove
            : "Restart the JVM after its CPU limits were raised: it counts CPUs at its start."
                + prove);
  }
}
