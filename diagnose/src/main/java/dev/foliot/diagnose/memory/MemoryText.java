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
    return "A direct buffer is a small object that owns memory outside of the heap, and that memory"
        + " is freed when a collection finds the object dead. The owners of "
        + Numbers.binaryBytes(direct.oldBytes())
        + " have outlived some collections and are in the old generation. Collections of young"
        + " objects do not look there: should the program drop these buffers, their memory stays"
        + " until a collection looks at the whole old generation, and with a heap that fills slowly"
        + " that may be hours away. Whether they are still used cannot be told without marking the"
        + " heap, and is not guessed"
        + (counted.limitBytes() > 0
            ? ". At "
                + Numbers.binaryBytes(counted.limitBytes())
                + " an allocation makes the JVM collect everything, and fails if that frees too"
                + " little."
            : ".");
  }

  static List<String> promotedRemedies(Counted counted) {
    List<String> remedies = new ArrayList<>();
    remedies.add(
        "See what waits: at a quiet moment jcmd PID GC.run makes the JVM collect everything, which"
            + " stops it for a while. Proof: foliot diagnose before and after: what direct memory"
            + " fell by had been dropped, and what stays is in use.");
    remedies.add(
        "Make few buffers and keep them: a pool of fixed size, one per thread, or from JDK 22 on"
            + " Arena.ofConfined() and close(), which frees at once."
            + AGAIN
            + "the number of direct buffers stays, and none of it is said to grow.");
    remedies.add(
        "Have the old generation looked at sooner: with G1 a lower"
            + " -XX:InitiatingHeapOccupancyPercent, or -XX:G1PeriodicGCInterval=60000 for a JVM"
            + " that is idle now and then. Proof: foliot study memory with either flag: the direct"
            + " buffers in RAM.");
    if (counted.limitBytes() > 0) {
      remedies.add(
          "Bound it: -XX:MaxDirectMemorySize at what the program needs at most; when it is reached"
              + " the JVM collects everything by itself. Proof: foliot study memory: RSS at the"
              + " end, and foliot bench and foliot compare: what these collections cost.");
    }
    return remedies;
  }

  static String growth(String subject) {
    return "While it was watched, "
        + subject
        + " grew from look to look. Nothing of this is in the Java heap, so no heap dump shows it,"
        + " and -Xmx does not bound it: in a container it ends with the kernel killing the process."
        + " A JVM that has just begun grows too, while it loads and compiles: what counts is"
        + " whether it goes on.";
  }

  static List<String> nativeRemedies() {
    return List.of(
        "Look longer first: foliot diagnose PID --only memory --duration 5min. Proof: where it is a"
            + " warm-up, nothing is found.",
        "Find out who takes it: start the JVM with -XX:NativeMemoryTracking=summary, ask jcmd PID"
            + " VM.native_memory baseline, and after some minutes jcmd PID VM.native_memory"
            + " summary.diff. What grows under Other is taken by Unsafe and direct buffers; what"
            + " RSS grows by and no line has is taken by native libraries. Proof: after the change"
            + " summary.diff shows no growth in that line.",
        "Close what owns native memory: Inflater, Deflater and the streams on them, direct buffers,"
            + " Arena, native clients."
            + AGAIN
            + "nothing is said to grow.",
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
            + "metaspace is not said to grow.",
        "Bound it: -XX:MaxMetaspaceSize, so that unused classes are unloaded in time and a leak"
            + " fails early. Proof: foliot study memory with it: RSS at the end.");
  }

  static String stacks(boolean grows) {
    return "Every platform thread has a stack outside of the heap. What it has touched once stays"
        + " in RAM until the thread ends, as deep as its deepest call ever was"
        + (grows
            ? ". While it was watched there were steadily more threads: something makes threads and"
                + " does not end them."
            : ".");
  }

  static List<String> stackRemedies(boolean grows) {
    List<String> remedies = new ArrayList<>();
    if (grows) {
      remedies.add(
          "See who makes them: jcmd PID Thread.print, and look for the names that come again and"
              + " again; use one pool for them, and close it."
              + AGAIN
              + "the number of threads stays.");
    }
    remedies.add(
        "Use fewer threads: a bounded pool, Foliot's adaptive one, or virtual threads for what"
            + " waits. Proof: foliot study memory --arms virtual,adaptive,fixed:50: memory per"
            + " arm.");
    remedies.add(
        "Let stacks be smaller: -Xss bounds what a thread may touch, and a call chain that is less"
            + " deep touches less. Proof: foliot diagnose again: stacks in RAM; a stack that is too"
            + " small ends in StackOverflowError.");
    return remedies;
  }
}
