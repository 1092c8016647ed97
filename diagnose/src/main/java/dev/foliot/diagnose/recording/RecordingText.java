package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.recording.RecordingObservations.Io;
import java.util.List;

/** Explanations and remedies for findings of a recording, for readers new to the subject. */
final class RecordingText {
  private static final String AGAIN = " Proof: foliot diagnose PID --attach under the same load: ";

  private static final List<String> IMPLICIT =
      List.of("null_check", "range_check", "div0_check", "class_check", "array_check");

  private RecordingText() {}

  static List<String> deoptimisationRemedies(String reason) {
    String prove = AGAIN + "no place is left often.";
    String change =
        "See what fails at that line: a type that changes, a branch that was never taken, an"
            + " overflow of Math.addExact or multiplyExact (JDK 24 and older). Avoid the rare case"
            + " in the hot method, or move it to a method of its own."
            + prove;
    String newer = "Try a newer JDK: several such loops are fixed there." + prove;
    return IMPLICIT.contains(reason)
        ? List.of(
            "Test for the bad value before it is used, instead of catching the exception." + prove,
            "Remove -XX:-OmitStackTraceInFastThrow, if it is there: it makes each such exception"
                + " leave the compiled code."
                + prove,
            change)
        : List.of(change, newer);
  }

  static String blocking(Io io) {
    return switch (io) {
      case FORCE ->
          "These threads wait until the disk has confirmed their data (fsync). Each wait takes as"
              + " long as the disk needs, whatever the CPUs do.";
      case FILE_READ, FILE_WRITE ->
          "These threads wait for files, longer than the page cache takes: for the disk, or for a"
              + " file system behind a network.";
      case CALL, SOCKET_READ, REQUEST ->
          "These threads wait for the answer of another process. Until it comes they do nothing"
              + " else.";
      case SOCKET_WRITE ->
          "These threads wait until the other side takes their data: it, or the network, is slower"
              + " than they are.";
    };
  }

  /** What is said of waits that last as long as a receiver delays its acknowledgement. */
  static String delayed() {
    return " Nearly all of these waits last 40 ms. That is how long Linux delays an"
        + " acknowledgement, and a sender without TCP_NODELAY holds back its next small packet"
        + " until that comes.";
  }

  /** The remedies of such waits, before the others. */
  static List<String> delayedRemedies() {
    return List.of(
        "Set TCP_NODELAY on both sides (Socket.setTcpNoDelay), or write each message at once, by a"
            + " buffer of its size that is flushed at its end."
            + AGAIN
            + "no wait lasts 40 ms.");
  }

  static List<String> blockingRemedies(Io io) {
    String prove = AGAIN + "fewer threads wait.";
    return switch (io) {
      case FORCE ->
          List.of(
              "Force less often: group several commits into one, or let one thread force for all."
                  + prove,
              "Use a faster disk for that file, or one with a protected cache." + prove);
      case FILE_READ, FILE_WRITE ->
          List.of(
              "Move the file to a faster disk, give the page cache more memory, or use larger"
                  + " buffers."
                  + prove,
              "Move the access to a thread of its own, so that requests need not wait." + prove);
      case CALL, SOCKET_READ, REQUEST ->
          List.of(
              "Make the other side answer sooner, ask it less often (batches, a cache), or ask"
                  + " several at the same time."
                  + prove,
              "If the waits must be, wait on virtual threads, or on more threads. Proof: foliot"
                  + " study throughput compares them.");
      case SOCKET_WRITE ->
          List.of(
              "See why the other side reads slowly; send less, or larger buffers." + prove,
              "Give each slow receiver a queue with a limit, so that others need not wait."
                  + prove);
    };
  }
}
