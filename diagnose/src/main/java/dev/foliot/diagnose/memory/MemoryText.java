package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The texts of memory findings, with remedies and how to prove them. */
final class MemoryText {
  private static final String AGAIN = " Proof: foliot diagnose again under the same load: ";

  static final String ARENAS =
      "glibc's malloc gives threads arenas of their own, up to eight for each CPU. Memory that is"
          + " freed in an arena stays in the process while anything above it is in use. Many"
          + " threads that allocate large blocks now and then, as for compression, keep many"
          + " half-empty arenas. How much of them is free inside cannot be read from outside.";

  static final List<String> ARENA_REMEDIES =
      List.of(
          "Start the JVM with MALLOC_ARENA_MAX=2 in its environment. Proof: foliot study memory"
              + " with and without it: RSS at the end; foliot bench shows whether malloc is slower"
              + " then.",
          "Ask glibc to give back what is free: jcmd PID System.trim_native_heap, from JDK 18 on"
              + " and 17.0.9. Proof: RSS falls by what was free in the arenas.",
          "Use another allocator, such as jemalloc by LD_PRELOAD. Proof: foliot study memory: RSS"
              + " at the end.");

  private MemoryText() {}

  static List<String> directRemedies() {
    return List.of(
        "Look longer first: foliot diagnose PID --only memory --duration 5min. Proof: where it is a"
            + " warm-up, nothing is found.",
        "See who allocates: jcmd PID JFR.start duration=60s filename=direct.jfr and the event"
            + " jdk.DirectBufferStatistics; a heap dump names who holds each DirectByteBuffer."
            + AGAIN
            + "direct memory stays level.",
        "Make few buffers and keep them: a pool of fixed size, or from JDK 22 on Arena.ofConfined()"
            + " and close(), which frees at once."
            + AGAIN
            + "the number of direct buffers stays level.",
        "Bound it: -XX:MaxDirectMemorySize, so that a leak fails early. Proof: foliot study memory"
            + " with it: RSS at the end.");
  }

  static String promoted(DirectBuffers direct, Counted counted) {
    return "A direct buffer is a small object that owns memory outside of the heap. A collection"
        + " that finds the object dead frees this memory. The owners of "
        + Numbers.binaryBytes(direct.oldBytes())
        + " are in the old generation, which young collections do not examine. If the program drops"
        + " these buffers, their memory stays until a collection of the whole heap. With a heap"
        + " that fills slowly this may take hours. Whether they are still in use is unknown from"
        + " outside."
        + (counted.limitBytes() > 0
            ? " At "
                + Numbers.binaryBytes(counted.limitBytes())
                + " an allocation makes the JVM collect everything, and fails if that frees too"
                + " little."
            : "");
  }

  static List<String> promotedRemedies(Counted counted) {
    List<String> remedies = new ArrayList<>();
    remedies.add(
        "Collect everything once: jcmd PID GC.run, at a quiet moment, since it stops the JVM for a"
            + " while. Proof: foliot diagnose before and after: freed buffers had been dropped, the"
            + " others are in use.");
    remedies.add(
        "Make few buffers and keep them: a pool of fixed size, one per thread, or from JDK 22 on"
            + " Arena.ofConfined() and close(), which frees at once."
            + AGAIN
            + "the number of direct buffers stays level.");
    remedies.add(
        "Collect the old generation sooner: with G1 a lower"
            + " -XX:InitiatingHeapOccupancyPercent, or -XX:G1PeriodicGCInterval=60000 for a JVM"
            + " that is sometimes idle. Proof: foliot study memory with either flag: the direct"
            + " buffers in RAM.");
    if (counted.limitBytes() > 0) {
      remedies.add(
          "Bound it: -XX:MaxDirectMemorySize, a little above what the program needs. At that size"
              + " the JVM collects everything itself. Proof: foliot study memory: RSS at the"
              + " end, and foliot bench and foliot compare: what these collections cost.");
    }
    return remedies;
  }

  static String growth(String subject) {
    return "In this time "
        + subject
        + " grew from sample to sample. This memory is not in the Java heap: no heap dump shows it,"
        + " and -Xmx does not bound it. In a container the kernel kills the process in the end. A"
        + " JVM that has just begun grows too, while it loads and compiles classes.";
  }

  static List<String> nativeRemedies() {
    return List.of(
        "Look longer first: foliot diagnose PID --only memory --duration 5min. Proof: where it is a"
            + " warm-up, nothing is found.",
        "Find out who takes it: start the JVM with -XX:NativeMemoryTracking=summary, run jcmd PID"
            + " VM.native_memory baseline, and some minutes later jcmd PID VM.native_memory"
            + " summary.diff. Unsafe and direct buffers are under Other. Growth of RSS that is in"
            + " no line belongs to native libraries. Proof: after the change summary.diff shows no"
            + " growth in that line.",
        "Close what owns native memory: Inflater, Deflater and the streams on them, direct buffers,"
            + " Arena, native clients."
            + AGAIN
            + "memory stays level.",
        "Where malloc's arenas grow with the number of threads, start the JVM with"
            + " MALLOC_ARENA_MAX=2 in its environment, or with another allocator. Proof: foliot"
            + " study memory with and without it: RSS at the end.");
  }

  static List<String> classRemedies() {
    return List.of(
        "Look longer first: foliot diagnose PID --only memory --duration 5min. Proof: where it is a"
            + " warm-up, nothing is found.",
        "See which loaders make classes: jcmd PID VM.classloader_stats, twice. Scripts, proxies and"
            + " redeployed applications are the usual makers: keep what they generate."
            + AGAIN
            + "metaspace stays level.",
        "Bound it: -XX:MaxMetaspaceSize, so that unused classes are unloaded in time and a leak"
            + " fails early. Proof: foliot study memory with it: RSS at the end.");
  }

  static String stacks(boolean grows) {
    return "Every platform thread has a stack outside of the heap. Its pages stay in RAM until the"
        + " thread ends, down to the deepest call so far."
        + (grows
            ? " In this time the number of threads grew steadily: something starts threads and does"
                + " not end them."
            : "");
  }

  static List<String> stackRemedies(boolean grows) {
    List<String> remedies = new ArrayList<>();
    if (grows) {
      remedies.add(
          "See who starts them: jcmd PID Thread.print, and look for names that repeat. Use one pool"
              + " for their work, and close pools that are no longer used."
              + AGAIN
              + "the number of threads stays level.");
    }
    remedies.add(
        "Use fewer threads: a bounded pool, Foliot's adaptive one, or virtual threads for what"
            + " waits. Proof: foliot study memory --arms virtual,adaptive,fixed:50: memory per"
            + " arm.");
    remedies.add(
        "Make stacks smaller by -Xss, or by calls that are less deep. A stack that is too small"
            + " ends in StackOverflowError. Proof: foliot diagnose again: stacks in RAM.");
    return remedies;
  }
}
