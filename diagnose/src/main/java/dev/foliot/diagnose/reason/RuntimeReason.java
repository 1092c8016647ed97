package dev.foliot.diagnose.reason;

import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;

/** What a JVM loses to its collector, safepoints and compilers, or why this is unknown. */
public sealed interface RuntimeReason extends Reason {

  /** The figures that set a finding's severity. */
  sealed interface RuntimeCost extends RuntimeReason {}

  /** A part that could not be examined. */
  sealed interface RuntimeLimit extends RuntimeReason {}

  /**
   * Collections took time.
   *
   * @param pauseShare share of the time in which they stopped all threads, from 0 to 1
   * @param gcCpus CPUs that GC threads used
   * @param gcCpuShare share of the process's CPU time that GC threads used, from 0 to 1
   */
  record CollectionTime(double pauseShare, double gcCpus, double gcCpuShare)
      implements RuntimeCost {
    @Override
    public String text() {
      return "collections stopped all threads for "
          + Numbers.percent(pauseShare)
          + " of the time; GC threads used "
          + Numbers.cpus(gcCpus)
          + ", "
          + Numbers.percent(gcCpuShare)
          + " of the process's CPU time: low from 5 % of the time on, medium from 10 % on, high"
          + " from 20 % on; with a concurrent collector also from 20, 35 and 50 % of the CPU time"
          + " on; where threads stall for memory at least medium";
    }
  }

  /**
   * Safepoints without a collection took time.
   *
   * @param share share of the time, from 0 to 1
   * @param perS number of such safepoints in a second
   */
  record SafepointTime(double share, double perS) implements RuntimeCost {
    @Override
    public String text() {
      return "safepoints other than collections stopped all threads for "
          + Numbers.percent(share)
          + " of the time, "
          + Numbers.digits(perS)
          + " times a second: low from 1 % on, medium from 5 % on, high from 15 % on";
    }
  }

  /**
   * Threads stopped late for safepoints.
   *
   * @param share share of the time in which some threads waited for the last one, from 0 to 1
   * @param meanNs mean of a safepoint, in nanoseconds
   */
  record LateSafepoints(double share, double meanNs) implements RuntimeCost {
    @Override
    public String text() {
      return "stopped threads waited for the last one for "
          + Numbers.percent(share)
          + " of the time, "
          + Numbers.duration(meanNs)
          + " at each safepoint: low from 1 % on, medium from 5 % on, high from 15 % on, and 1 ms";
    }
  }

  /**
   * Threads stopped late for safepoints, probably because they waited for a CPU.
   *
   * @param share share of the time in which some threads waited for the last one, from 0 to 1
   * @param cpuWait what threads of the process waited for a CPU, as a multiple of that time
   */
  record LateForCpu(double share, double cpuWait) implements RuntimeCost {
    @Override
    public String text() {
      return "stopped threads waited for the last one for "
          + Numbers.percent(share)
          + " of the time; the process's threads waited "
          + Numbers.digits(cpuWait)
          + " times as long for a CPU, and none was seen to run on: low at most";
    }
  }

  /**
   * The code cache is nearly full.
   *
   * @param freeBytes bytes left for compiled methods
   * @param reservedBytes its size for compiled methods
   * @param leastBytes bytes below which the compilers stop
   * @param timesFull methods that found no room since the start of the JVM
   * @param timesFullNow methods that found no room in this time
   */
  record CodeCacheFilled(
      long freeBytes, long reservedBytes, long leastBytes, long timesFull, long timesFullNow)
      implements RuntimeCost {
    @Override
    public String text() {
      return Numbers.binaryBytes(freeBytes)
          + " of the "
          + Numbers.binaryBytes(reservedBytes)
          + " for compiled methods are left"
          + (timesFull == 0
              ? ""
              : "; "
                  + Numbers.count(timesFullNow, "method")
                  + " found no room in this time, and "
                  + Numbers.count(timesFull)
                  + " since the start")
          + ": medium below 10 %, or if it was full before; high below 3 % or "
          + Numbers.binaryBytes(leastBytes)
          + ", and where a method finds no room: then the compilers stop";
    }
  }

  /**
   * Methods run without the optimising compiler.
   *
   * @param mode how they run
   * @param cpus CPUs that the program used, without GC and compilers
   */
  record SlowCode(Mode mode, double cpus) implements RuntimeCost {
    /** How methods run. */
    public enum Mode {
      /** Only interpreted, by a flag. */
      INTERPRETED("all methods are interpreted", "high"),
      /** New code is interpreted, since the compilers were turned off. */
      COMPILERS_OFF("the compilers are off, and new code stays interpreted", "high"),
      /** The code cache was full, and the compilers have not worked since. */
      COMPILERS_STOPPED("the compilers have not worked since the code cache was full", "medium"),
      /** Compiled by C1 alone. */
      C1_ONLY("methods are compiled by C1 alone", "medium");

      private final String words;
      private final String most;

      Mode(String words, String most) {
        this.words = words;
        this.most = most;
      }
    }

    @Override
    public String text() {
      return mode.words
          + "; the program used "
          + Numbers.cpus(cpus)
          + ": "
          + mode.most
          + " from 0.2 CPUs on, otherwise low";
    }
  }

  /**
   * The live heap grew.
   *
   * @param grownBytes growth of what survived collections
   * @param perS growth a second, in bytes
   * @param fullInS seconds until the heap is full at that rate
   * @param isWhole whether collections of the whole heap show it
   */
  record LiveHeapGrows(long grownBytes, double perS, double fullInS, boolean isWhole)
      implements RuntimeCost {
    @Override
    public String text() {
      return "what survives "
          + (isWhole ? "collections of the whole heap" : "young collections")
          + " grew steadily by "
          + Numbers.binaryBytes(grownBytes)
          + ", "
          + Numbers.binaryBytes(perS)
          + "/s; at that rate the heap is full in "
          + Numbers.span(fullInS)
          + ": reported from 8 MiB and 2 % of the heap on; high below 10 min, medium below a day;"
          + " low where young collections alone show it, for 30 s and more";
    }
  }

  /**
   * The number of GC threads does not fit the CPUs.
   *
   * @param threads threads of a pause
   * @param expected as many as HotSpot starts on these CPUs
   * @param cpus CPUs that the process may use, with a quota
   * @param pauseShare share of the time in which collections stopped all threads, from 0 to 1
   */
  record GcThreadsMisfit(int threads, int expected, double cpus, double pauseShare)
      implements RuntimeCost {
    @Override
    public String text() {
      return Numbers.count(threads, "thread")
          + " collect in a pause, and the process has "
          + Numbers.cpus(cpus)
          + ", for which HotSpot starts "
          + expected
          + "; pauses took "
          + Numbers.percent(pauseShare)
          + " of the time: reported from twice as many or a third on; medium from 2 % of the time"
          + " on, high from 10 % on, otherwise low";
    }
  }

  /** There was no time for two samples. */
  record NoRuntimeSamples() implements RuntimeLimit {
    @Override
    public String text() {
      return "there was no time for two samples";
    }
  }
}
