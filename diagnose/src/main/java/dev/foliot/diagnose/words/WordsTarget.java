package dev.foliot.diagnose.words;

import dev.foliot.diagnose.watch.TargetThreads;
import dev.foliot.hotspot.code.MemoryWrite;
import dev.foliot.hotspot.code.TypeSearch;
import dev.foliot.hotspot.heap.ObjectPlace;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.text.Reason;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The examination's view of a JVM. Invalid target data causes no exception. */
interface WordsTarget {
  TargetThreads threads();

  boolean isAlive();

  /** Why instructions or objects cannot be read in this JVM; empty if they can. */
  Optional<Reason> unreadable();

  /** Samples threads while they are on a CPU, with all registers. */
  Reading<CpuSampler.Samples> onCpu(Collection<Integer> tids, long windowNs, int perSecond)
      throws InterruptedException;

  /** The words that the code at a sample writes, the nearest first. */
  List<MemoryWrite> writes(UserRegisters registers);

  /** The search for a type at a sample. */
  Optional<TypeSearch> search(UserRegisters registers);

  /** The classes of a search; empty if there are none. */
  Optional<Searched> searched(TypeSearch search);

  /**
   * The objects at some addresses, in order, from one new read of the memory; empty where none is
   * for sure.
   */
  List<Optional<ObjectPlace>> objects(List<Asked> asked);

  /** The program's method that made a hit; empty if unknown. */
  String place(Hit hit);

  /** The program's method at a sample; empty if unknown. */
  String place(long ip);

  /**
   * An address whose object is sought.
   *
   * @param hints values that may be the object's address
   */
  record Asked(long address, Collection<Long> hints) {
    /** Keeps a copy. */
    public Asked {
      hints = List.copyOf(hints);
    }
  }

  /**
   * A search for a type.
   *
   * @param type the checked class
   * @param sought the type that it was checked against
   * @param isMiss whether the class is no such type
   */
  record Searched(String type, String sought, boolean isMiss) {}
}
