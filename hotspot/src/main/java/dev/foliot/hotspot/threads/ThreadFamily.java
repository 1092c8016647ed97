package dev.foliot.hotspot.threads;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Threads of a JVM that do the same work, grouped by name. Immutable.
 *
 * <p>The kernel keeps the first 15 bytes of a name. HotSpot's and the JDK's own threads are known
 * by their names; all others are grouped by the name without its numbers, with a {@code *} where it
 * was cut within a word. A name that the program chose is any text.
 *
 * <p>The carriers of virtual threads are workers of a ForkJoinPool, usually the first of the
 * program. If a program creates another one before its first virtual thread, the two are confused.
 *
 * @param kind the owner of the threads
 * @param name the name of the family
 */
public record ThreadFamily(Kind kind, String name) {
  /** The family of all threads beyond the limit on families. */
  static final ThreadFamily REST = new ThreadFamily(Kind.PROGRAM, "threads of many names");

  private static final ThreadFamily CARRIERS =
      new ThreadFamily(Kind.CARRIERS, "carriers of virtual threads");
  private static final ThreadFamily HELPERS =
      new ThreadFamily(Kind.PROGRAM, "pollers of virtual threads");
  private static final ThreadFamily ADAPTIVE =
      new ThreadFamily(Kind.WORKERS, "workers of the adaptive pool");
  private static final ThreadFamily COMMON =
      new ThreadFamily(Kind.WORKERS, "workers of the common pool");
  private static final ThreadFamily GC = new ThreadFamily(Kind.GC, "GC threads");
  private static final ThreadFamily JIT = new ThreadFamily(Kind.JIT, "JIT compilers");
  private static final ThreadFamily VM_THREAD = new ThreadFamily(Kind.VM, "VM thread");
  private static final ThreadFamily VM = new ThreadFamily(Kind.VM, "the JVM's other threads");

  /** Prefixes of names; the first match counts. Their sources: docs/internals/sources.md. */
  private static final List<Map.Entry<String, ThreadFamily>> KNOWN =
      List.of(
          Map.entry("ForkJoinPool-1-", CARRIERS),
          Map.entry("ForkJoinPool.co", COMMON),
          Map.entry("VirtualThread-", HELPERS),
          Map.entry("Read-Poller", HELPERS),
          Map.entry("Write-Poller", HELPERS),
          Map.entry("MasterPoller", HELPERS),
          Map.entry("adaptive-", ADAPTIVE),
          Map.entry("GC Thread#", GC),
          Map.entry("GC task thread#", GC),
          Map.entry("ParGC Thread#", GC),
          Map.entry("G1 ", GC),
          Map.entry("ZWorker", GC),
          Map.entry("ZDirector", GC),
          Map.entry("ZDriver", GC),
          Map.entry("ZStat", GC),
          Map.entry("ZUnmapper", GC),
          Map.entry("ZUncommitter", GC),
          Map.entry("RuntimeWorker#", GC),
          Map.entry("Shenandoah", GC),
          Map.entry("StrDedup", GC),
          Map.entry("C1 CompilerThre", JIT),
          Map.entry("C2 CompilerThre", JIT),
          Map.entry("JVMCI", JIT),
          Map.entry("Sweeper thread", JIT),
          Map.entry("VM Thread", VM_THREAD),
          Map.entry("VM Periodic Tas", VM),
          Map.entry("Reference Handl", VM),
          Map.entry("Finalizer", VM),
          Map.entry("Signal Dispatch", VM),
          Map.entry("Service Thread", VM),
          Map.entry("Monitor Deflati", VM),
          Map.entry("Notification Th", VM),
          Map.entry("Attach Listener", VM),
          Map.entry("Common-Cleaner", VM),
          Map.entry("DestroyJavaVM", VM),
          Map.entry("JFR ", VM));

  /** The kernel keeps as many bytes. */
  private static final int LONGEST = 15;

  private static final Pattern DIGITS = Pattern.compile("\\d+");
  private static final Pattern END = Pattern.compile("[#\\-_ .:]+$");

  /** The owner of threads. */
  public enum Kind {
    /** Run virtual threads. */
    CARRIERS,
    /** Run the tasks of a known pool. */
    WORKERS,
    /** Collect garbage. */
    GC,
    /** Compile. */
    JIT,
    /** Do other work of the JVM. */
    VM,
    /** Belong to the program. */
    PROGRAM
  }

  /** The family of a thread whose name begins with {@code name}. */
  public static ThreadFamily of(String name) {
    for (Map.Entry<String, ThreadFamily> known : KNOWN) {
      if (name.startsWith(known.getKey())) {
        return known.getValue();
      }
    }
    String without = END.matcher(DIGITS.matcher(name).replaceAll("#")).replaceFirst("");
    boolean isCut = name.length() >= LONGEST && Character.isLetter(name.charAt(name.length() - 1));
    return new ThreadFamily(
        Kind.PROGRAM,
        without.isEmpty() ? "threads named by numbers" : isCut ? without + "*" : without);
  }

  /**
   * Whether a delay of these threads delays users: true except for compilers and the JVM's
   * housekeeping. All threads wait for the VM thread at a safepoint.
   */
  public boolean isFelt() {
    return kind != Kind.JIT && (kind != Kind.VM || equals(VM_THREAD));
  }
}
