package dev.foliot.text;

import java.util.Optional;

/**
 * Why a fork of a study is limited, or something of it is unavailable.
 *
 * <p>One long file, since the reasons are a table: each has its parameters and its text.
 */
public sealed interface StudyReason extends Reason {

  /** What should differ between arms did not take effect. */
  sealed interface NoEffect extends StudyReason {}

  /**
   * Two arms have the same command, environment and JDK.
   *
   * @param first the name of one
   * @param second the name of the other
   */
  record ArmsEqual(String first, String second) implements NoEffect {
    private static final int LONGEST = 60;

    @Override
    public String text() {
      return "arms "
          + Shown.text(first, LONGEST)
          + " and "
          + Shown.text(second, LONGEST)
          + " have the same command, environment and JDK";
    }

    @Override
    public String remedy() {
      return "change one of them, or leave one out";
    }
  }

  /**
   * Two arms that should differ in their threads ran with as many.
   *
   * @param first the name of one
   * @param second the name of the other
   * @param threads of each, at most
   * @param jdk the version of both
   */
  record ThreadsAlike(String first, String second, long threads, String jdk) implements NoEffect {
    private static final int LONGEST = 60;

    @Override
    public String text() {
      return "arms "
          + Shown.text(first, LONGEST)
          + " and "
          + Shown.text(second, LONGEST)
          + " both ran with "
          + Numbers.count(threads, "thread")
          + " on JDK "
          + Shown.text(jdk, LONGEST)
          + ": the difference between them did not take effect";
    }

    @Override
    public String remedy() {
      return "see whether the service reads the setting, under this name";
    }
  }

  /**
   * Two arms that should differ in the arguments of their JVM ran with the same.
   *
   * @param first the name of one
   * @param second the name of the other
   * @param jdk the version of both
   */
  record FlagsAlike(String first, String second, String jdk) implements NoEffect {
    private static final int LONGEST = 60;

    @Override
    public String text() {
      return "arms "
          + Shown.text(first, LONGEST)
          + " and "
          + Shown.text(second, LONGEST)
          + " ran with the same JVM arguments on JDK "
          + Shown.text(jdk, LONGEST)
          + ": the difference between them did not take effect";
    }

    @Override
    public String remedy() {
      return "write JVM arguments before -jar or the main class, or into JAVA_TOOL_OPTIONS";
    }
  }

  /**
   * An arm asks for virtual threads, and its JDK has none.
   *
   * @param arm its name
   * @param jdk the version of its JDK
   */
  record VirtualThreadsNeedJdk(String arm, String jdk) implements NoEffect {
    private static final int LONGEST = 60;

    @Override
    public String text() {
      return "arm "
          + Shown.text(arm, LONGEST)
          + " asks for virtual threads on JDK "
          + Shown.text(jdk, LONGEST)
          + ", which has none: they need JDK 21";
    }

    @Override
    public String remedy() {
      return "start it with ${java}: the arm's jdk, or the one that runs Foliot";
    }
  }

  /** A thread of the lottery made no type check. */
  record NoTypeCheck() implements StudyReason {
    @Override
    public String text() {
      return "a thread made no type check";
    }
  }

  /** No task of burn ended. */
  record NoTask() implements StudyReason {
    @Override
    public String text() {
      return "no task completed under the load";
    }
  }

  /** The measurement began before its prediction was stored. */
  record MeasuredTooSoon() implements StudyReason {
    @Override
    public String text() {
      return "the measurement began before the prediction was stored";
    }
  }

  /** Throughput still changed in the last quarter of the load. */
  record TasksNeverSteady() implements StudyReason {
    @Override
    public String text() {
      return "never steady: throughput still changed in the last quarter of the load";
    }
  }

  /**
   * Throughput had not reached its last level when the load began.
   *
   * @param cpuSeconds CPU time of the service before the load, in seconds; 0 if unknown
   */
  record NotSteady(double cpuSeconds) implements StudyReason {
    @Override
    public String text() {
      return headline()
          + (cpuSeconds > 0
              ? ", after " + Numbers.fixed(cpuSeconds, 1) + " CPU-seconds of warm-up"
              : "")
          + "; "
          + advice();
    }

    @Override
    public String headline() {
      return "not steady: throughput still changed when the load began";
    }

    @Override
    public String advice() {
      return "use a longer warm-up, or a quieter machine";
    }
  }

  /**
   * A warm-up that ends once throughput is steady took all of its time.
   *
   * @param seconds its length
   */
  record WarmUpNotSteady(double seconds) implements StudyReason {
    @Override
    public String text() {
      return headline() + " of " + Numbers.span(seconds) + ": " + advice();
    }

    @Override
    public String headline() {
      return "throughput was not steady within the warm-up";
    }

    @Override
    public String advice() {
      return "use a longer warm-up, or a quieter machine";
    }
  }

  /**
   * The CPU quota was used up.
   *
   * @param periods number of periods
   */
  record CpuQuotaReached(long periods) implements StudyReason {
    @Override
    public String text() {
      return "throttling: the CPU quota ran out " + Numbers.count(periods, "time");
    }

    @Override
    public String headline() {
      return "throttling: the CPU quota ran out";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(periods, "times"));
    }
  }

  /**
   * Other processes used the program's CPUs.
   *
   * @param share share of their time, 0 to 1
   * @param cpus the CPUs, such as {@code 0,2-3}
   */
  record CpusTaken(double share, String cpus) implements StudyReason {
    @Override
    public String text() {
      return "other processes used "
          + Numbers.percent(share, 0)
          + " of its CPUs ("
          + cpus
          + "): stop what else runs here";
    }

    @Override
    public String headline() {
      return "other processes used its CPUs";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(share, "of the time"));
    }

    @Override
    public String advice() {
      return "stop what else runs here";
    }
  }

  /**
   * Platform threads grew until the end of the load.
   *
   * @param from number in the middle of the load
   * @param to number at the end of the load
   */
  record ThreadsGrew(long from, long to) implements StudyReason {
    @Override
    public String text() {
      return "the service's threads still grew in the second half of the load, from "
          + Numbers.count(from)
          + " to "
          + Numbers.count(to)
          + ", and its pool did not: it leaks threads (a thread dump names them), or needs a longer"
          + " load to find its size";
    }

    @Override
    public String headline() {
      return "the service's threads still grew in the second half of the load";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.count(to, "threads at the end"));
    }

    @Override
    public String advice() {
      return "it leaks threads, or needs a longer load";
    }
  }

  /**
   * Throughput changed from the first half of the load to the second.
   *
   * @param change relative to the first half, above 0 for a rise
   * @param limit the greatest acceptable change
   */
  record ThroughputDrifted(double change, double limit) implements StudyReason {
    @Override
    public String text() {
      return "throughput "
          + (change > 0 ? "rose" : "fell")
          + " by "
          + Numbers.percent(Math.abs(change), 0)
          + " from the first half of the load to the second (limit "
          + Numbers.percent(limit, 0)
          + "): "
          + advice();
    }

    @Override
    public String headline() {
      return "throughput "
          + (change > 0 ? "rose" : "fell")
          + " from the first half of the load to the second";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(Math.abs(change), ""));
    }

    @Override
    public String advice() {
      return change > 0
          ? "the service was still warming up, or was disturbed at the start"
          : "the service was disturbed, or degrades";
    }
  }

  /**
   * Memory has no known owner.
   *
   * @param share share of the whole, 0 to 1
   * @param limit the greatest acceptable share
   */
  record MemoryUnattributed(double share, double limit) implements StudyReason {
    @Override
    public String text() {
      return Numbers.percent(share, 0)
          + " of the memory belongs to no part that HotSpot or the kernel reports (limit "
          + Numbers.percent(limit, 0)
          + "): a native library may own it";
    }

    @Override
    public String headline() {
      return "memory belongs to no part that HotSpot or the kernel reports";
    }

    @Override
    public Optional<Extent> extent() {
      return Optional.of(Extent.share(share, "of it"));
    }

    @Override
    public String advice() {
      return "a native library may own it";
    }
  }

  /** The remote system got its delay setting too late. */
  record DelayedTooLate() implements StudyReason {
    @Override
    public String text() {
      return "the remote system received its delay only after the load began";
    }
  }

  /** The service ended before its load. */
  record EndedEarly() implements StudyReason {
    @Override
    public String text() {
      return "the service ended before its load";
    }
  }

  /**
   * An agent did not place a class as requested.
   *
   * @param wanted the requested start in a cache line, in bytes
   * @param place its start; negative if unknown
   * @param agent the agent's message
   */
  record ClassElsewhere(int wanted, int place, String agent) implements StudyReason {
    private static final int LONGEST = 300;

    @Override
    public String text() {
      return "its class was steered to "
          + wanted
          + " bytes into a cache line and "
          + (place < 0 ? "its place could not be read" : "lies at " + place)
          + "; the agent reports: "
          + Shown.text(agent, LONGEST);
    }
  }

  /** A service reports no thread statistics. */
  record NoThreadStatistics() implements StudyReason {
    @Override
    public String text() {
      return "thread states and pool decisions: only the built-in services report them; watch.csv"
          + " has the number of threads";
    }
  }

  /**
   * A service did not answer a question about its threads.
   *
   * @param why the error
   */
  record ThreadsUnread(String why) implements StudyReason {
    @Override
    public String text() {
      return "the service's threads: " + Shown.text(why) + "; check that it still answers";
    }
  }

  /**
   * The lottery's two threads share one CPU.
   *
   * @param cpu its number
   */
  record LotteryOnOneCpu(String cpu) implements StudyReason {
    @Override
    public String text() {
      return "reader and writer share CPU "
          + cpu
          + " and never run at the same time, so no cache line moves between CPUs: use two CPUs or"
          + " more";
    }
  }

  /**
   * The lottery's two threads share one core.
   *
   * @param cpus its hardware threads
   */
  record LotteryOnOneCore(String cpus) implements StudyReason {
    @Override
    public String text() {
      return "reader and writer run on hardware threads of one core ("
          + cpus
          + ") and share its cache, which may hide the difference: use two cores or more";
    }
  }

  /** Two JVMs with different placements got the same diagnosis. */
  record PlacementsAlike() implements StudyReason {
    @Override
    public String text() {
      return "the two diagnoses do not differ: a busy machine hides which threads share a line";
    }
  }

  /**
   * Wake-ups could not be traced one by one.
   *
   * @param why the reason, with its remedy
   */
  record WakeUpsUntraced(Reason why) implements StudyReason {
    @Override
    public String text() {
      return "wake-ups one by one: " + why.sentence();
    }
  }

  /**
   * Some wake-ups were not traced.
   *
   * @param why the limit of the trace
   */
  record WakeUpsCut(Reason why) implements StudyReason {
    @Override
    public String text() {
      return "all of the wake-ups: " + why.text();
    }
  }

  /**
   * Too few wake-ups were traced for a percentile.
   *
   * @param traced number of traced wake-ups
   * @param needed the number needed
   */
  record FewWakeUps(long traced, long needed) implements StudyReason {
    @Override
    public String text() {
      return "the 99th percentile of wake-ups: "
          + Numbers.count(traced)
          + " were traced, and it needs "
          + Numbers.count(needed);
    }
  }

  /**
   * The diagnosis of a fork failed.
   *
   * @param why the reason, with its remedy
   */
  record NotDiagnosed(Reason why) implements StudyReason {
    @Override
    public String text() {
      return "what diagnose sees: " + why.sentence();
    }
  }

  /**
   * The address of the class could not be read.
   *
   * @param why the reason, with its remedy
   */
  record PlaceUnknown(Reason why) implements StudyReason {
    @Override
    public String text() {
      return "where the class lies: " + why.sentence();
    }
  }

  /** The remote system did not report its lateness. */
  record LatenessUnknown() implements StudyReason {
    @Override
    public String text() {
      return "the remote system's lateness: it did not answer; read its delay as asked";
    }
  }

  /**
   * Flight recorder events that were dropped.
   *
   * @param count their number
   * @param kept the greatest number kept
   */
  record FlightEventsLeftOut(long count, int kept) implements StudyReason {
    @Override
    public String text() {
      return "flight-events.csv: "
          + count
          + " events are not in it, which has "
          + kept
          + " at most, first those of pools, then collections; the point of the process's last"
          + " load counts all of the JVM's under flight";
    }
  }

  /**
   * The class of a lottery is missing from its program's classes.
   *
   * @param className its name
   * @param pid the program's process id
   */
  record ClassUnlisted(String className, long pid) implements StudyReason {
    @Override
    public String text() {
      return "class " + className + " is not among the classes of process " + pid;
    }

    @Override
    public String remedy() {
      return "see whether the lottery runs on a HotSpot of JDK 17 or later";
    }
  }

  /**
   * The program has not loaded a class.
   *
   * @param className its name
   */
  record ClassNotLoaded(String className) implements StudyReason {
    @Override
    public String text() {
      return "no class " + className + " is loaded";
    }

    @Override
    public String remedy() {
      return "name it as Class.getName() does, and see whether this load makes the program use it";
    }
  }

  /**
   * Several classes share one name.
   *
   * @param className the name
   * @param loaders number of class loaders with such a class
   */
  record ClassLoadedTwice(String className, int loaders) implements StudyReason {
    @Override
    public String text() {
      return loaders + " loaders have a class " + className + " each";
    }

    @Override
    public String remedy() {
      return "name one that is there once";
    }
  }

  /**
   * A study has fewer forks of each arm than a verdict needs.
   *
   * @param forks that are planned
   * @param needed how many it takes
   */
  record FewForks(int forks, int needed) implements StudyReason {
    @Override
    public String text() {
      return "a verdict needs "
          + Numbers.count(needed, "fork")
          + " of each arm, and "
          + forks
          + (forks == 1 ? " is" : " are")
          + " planned: the answers will have medians only";
    }

    @Override
    public String remedy() {
      return "use --forks " + needed + " or more";
    }
  }

  /** burn counts the messages that a stall delayed, and not the stalls. */
  record StallsNotApart() implements StudyReason {
    @Override
    public String text() {
      return "burn does not tell apart what one stall delayed";
    }
  }
}
