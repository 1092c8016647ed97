package dev.foliot.diagnose.recording;

import java.util.List;

/**
 * What a recording shows. Immutable. Names come from the JVM: escape them on output.
 *
 * @param spanNs its time
 * @param processCpus CPUs that the process used in this time; 0 if unknown
 * @param events the number of events
 * @param lostBytes bytes of events that the recorder lost
 * @param exceptions the exceptions
 * @param deoptimised places where compiled code was left, the most frequent first
 * @param io waits for files and sockets, the longest first
 * @param locks waits for monitors and parked threads, the longest first
 * @param pinned pinned virtual threads, the longest first
 * @param allocated allocating places, those with the most bytes first
 * @param operations operations at safepoints that are no collections, the longest first
 */
record RecordingObservations(
    long spanNs,
    double processCpus,
    long events,
    long lostBytes,
    Exceptions exceptions,
    List<Deoptimised> deoptimised,
    List<IoWait> io,
    List<Blocking> locks,
    List<Blocking> pinned,
    List<Allocated> allocated,
    List<Operation> operations) {
  RecordingObservations {
    deoptimised = List.copyOf(deoptimised);
    io = List.copyOf(io);
    locks = List.copyOf(locks);
    pinned = List.copyOf(pinned);
    allocated = List.copyOf(allocated);
    operations = List.copyOf(operations);
  }

  /**
   * Exceptions and errors.
   *
   * @param perS the number a second; negative if unknown
   * @param sites where sampled ones were thrown, the most frequent first
   */
  record Exceptions(double perS, List<Thrown> sites) {
    Exceptions {
      sites = List.copyOf(sites);
    }

    long sampled() {
      return sites.stream().mapToLong(Thrown::count).sum();
    }
  }

  /** Exceptions of one class at one place; the place is empty if unknown. */
  record Thrown(String className, String place, long count) {}

  /**
   * Compiled code that was left.
   *
   * @param place the method, with the line if known
   * @param reason HotSpot's word for it, {@code class_check}
   * @param action what HotSpot does with the code, {@code none}
   */
  record Deoptimised(String place, String reason, String action, long count) {}

  /** The kind of a wait for a file or a socket. */
  enum Io {
    /** Until data are on the disk. */
    FORCE("force of a file"),
    /** Data from a file. */
    FILE_READ("read of a file"),
    /** Data to a file. */
    FILE_WRITE("write to a file"),
    /** Data from a connection that the process opened. */
    CALL("read from a connection that it opened"),
    /** Data from a connection that the other side opened, such as the next request. */
    REQUEST("read from a connection that the other side opened"),
    /** Data from any other connection. */
    SOCKET_READ("read from a socket"),
    /** Data to a connection. */
    SOCKET_WRITE("write to a socket");

    private final String words;

    Io(String words) {
      this.words = words;
    }

    /** For people. */
    String words() {
      return words;
    }
  }

  /**
   * Waits of one kind at one place.
   *
   * @param io the kind
   * @param isVirtual whether the threads are virtual
   * @param where they wait, and for how long
   * @param targets files or addresses, some of them
   */
  record IoWait(Io io, boolean isVirtual, Blocking where, List<String> targets) {
    IoWait {
      targets = List.copyOf(targets);
    }
  }

  /**
   * Waits at one place.
   *
   * @param what the class of the lock or blocker, or another cause; empty if unknown
   * @param place the program's method; empty if unknown
   * @param ns the sum of the waits
   * @param longestNs the longest
   * @param count the number
   * @param threads the names of some of the threads
   * @param threadCount the number of different threads
   */
  record Blocking(
      String what,
      String place,
      long ns,
      long longestNs,
      long count,
      List<String> threads,
      int threadCount) {
    Blocking {
      threads = List.copyOf(threads);
    }
  }

  /** Sampled bytes of objects of a class at a place. */
  record Allocated(String className, String place, long bytes) {}

  /** An operation at safepoints, and the thread that asked for it. */
  record Operation(String name, String thread, long count, long ns) {}
}
