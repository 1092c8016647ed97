package dev.foliot.hotspot.reason;

import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;

/** What a flight recording shows, or why there is none. */
public sealed interface RecordingReason extends Reason {

  /** The figures that set a finding's severity. */
  sealed interface RecordingCost extends RecordingReason {}

  /** A recording that is missing, or a part of it. */
  sealed interface RecordingLimit extends RecordingReason {}

  /** The content of a flight recorder's file. */
  enum Recording {
    /** Events of the JVM. */
    FLIGHT("the flight recording"),
    /** Samples of a profile. */
    SAMPLES("the recording of the samples");

    private final String words;

    Recording(String words) {
      this.words = words;
    }
  }

  /**
   * The program throws many exceptions.
   *
   * @param perS exceptions a second
   * @param cpuShare assumed share of the process's CPU time, from 0 to 1
   */
  record ExceptionsThrown(double perS, double cpuShare) implements RecordingCost {
    @Override
    public String text() {
      return Numbers.digits(perS)
          + " exceptions a second; at 10 us each "
          + Numbers.percent(cpuShare)
          + " of the process's CPU time: low from 1 % and 100/s on, medium from 5 % and 1,000/s"
          + " on, high from 20 % and 5,000/s on";
    }
  }

  /**
   * Compiled code is left at the same places again and again.
   *
   * @param perS such deoptimisations a second
   * @param cpuShare assumed share of the process's CPU time, from 0 to 1
   */
  record CodeDeoptimised(double perS, double cpuShare) implements RecordingCost {
    @Override
    public String text() {
      return Numbers.digits(perS)
          + " deoptimisations a second at places with 20 or more; at 20 us each "
          + Numbers.percent(cpuShare)
          + " of the process's CPU time: low from 1 % and 10/s on, medium from 5 % and 100/s on,"
          + " high from 20 % and 1,000/s on";
    }
  }

  /**
   * Threads wait for I/O.
   *
   * @param waitingThreads threads that wait at a time, on average, at least
   * @param shareOfThreads share of the time of these threads, from 0 to 1
   * @param isCapped whether it is unknown who owes the data, so that it is low
   */
  record IoWaited(double waitingThreads, double shareOfThreads, boolean isCapped)
      implements RecordingCost {
    @Override
    public String text() {
      return Numbers.digits(waitingThreads)
          + " threads wait on average, for "
          + Numbers.percent(shareOfThreads)
          + " of their time: low from 0.05 threads on, medium from 0.3 threads and 20 % of their"
          + " time on, high from 1 thread and 50 % on"
          + (isCapped ? "; low where it is unknown which side opened the connection" : "");
    }
  }

  /**
   * A flight recorder's file cannot be read.
   *
   * @param what the recording
   * @param why the parser's message
   */
  record RecordingUnreadable(Recording what, String why) implements RecordingLimit {
    @Override
    public String text() {
      return what.words + " cannot be read: " + why;
    }

    @Override
    public String remedy() {
      return "see whether the disk is full, and whether the JVM ended while it wrote";
    }
  }

  /**
   * The JVM refuses to start a flight recording.
   *
   * @param answer its answer
   */
  record RecordingRefused(String answer) implements RecordingLimit {
    @Override
    public String text() {
      return "the JVM starts no flight recording: " + answer;
    }

    @Override
    public String remedy() {
      return "it needs the module jdk.jfr, must not have -XX:-FlightRecorder, and must run as this"
          + " user";
    }
  }

  /**
   * The JVM ended a flight recording but wrote no file.
   *
   * @param folder the expected folder
   */
  record RecordingMissing(String folder) implements RecordingLimit {
    @Override
    public String text() {
      return "the JVM wrote no flight recording";
    }

    @Override
    public String remedy() {
      return "see whether it may write to " + folder;
    }
  }

  /**
   * The JVM belongs to another user.
   *
   * @param pid the process id
   * @param uid the number of its user
   */
  record RecordingOfOtherUser(long pid, long uid) implements RecordingLimit {
    @Override
    public String text() {
      return "process " + pid + " runs as user " + uid + " and cannot write a file for this one";
    }

    @Override
    public String remedy() {
      return "run foliot as user " + uid;
    }
  }

  /**
   * The JVM sees other files, as in a container.
   *
   * @param pid the process id
   */
  record RecordingInContainer(long pid) implements RecordingLimit {
    @Override
    public String text() {
      return "process " + pid + " has other files than this one, as in a container";
    }

    @Override
    public String remedy() {
      return "run foliot in its container";
    }
  }

  /**
   * The recorder lost events.
   *
   * @param bytes bytes of them
   */
  record EventsLost(long bytes) implements RecordingLimit {
    @Override
    public String text() {
      return "events: the recorder lost "
          + Numbers.binaryBytes(bytes)
          + " of them, so counts are lower bounds";
    }
  }
}
