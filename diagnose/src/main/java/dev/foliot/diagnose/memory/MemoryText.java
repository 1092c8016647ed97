package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The texts of memory findings, with remedies and how to prove them. */
final class MemoryText {
  private static final String AGAIN = " Proof: foliot diagnose again under the same load: ";

  private MemoryText() {}

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
}
