package dev.foliot.text;

import java.util.List;

/**
 * Why threads share a cache line of a class's structure, or not, or why that is not known.
 *
 * <p>A long file, since it is a list: one record for each reason, with its text beside it.
 */
public sealed interface SharingReason extends Reason {

  /** Why a class whose structure is written is no finding. */
  sealed interface NoHarm extends SharingReason {}

  /** By which figures the severity of a finding is set. */
  sealed interface SharingCost extends SharingReason {}

  /** What could not be observed. */
  sealed interface SharingLimit extends SharingReason {}

  /** How far a rate is right. */
  enum Precision {
    /** Each write was counted. */
    EXACT(""),
    /** It was estimated. */
    ABOUT("about "),
    /** The truth may be far above. */
    AT_LEAST("at least ");

    private final String words;

    Precision(String words) {
      this.words = words;
    }

    /** A rate with it, for people: {@code at least 75,000}. */
    public String of(double perS) {
      return words + Numbers.about(perS);
    }
  }

  /**
   * The word was written in hardly any window.
   *
   * @param writtenWindows in how many
   * @param windows of how many
   */
  record NotGoingOn(int writtenWindows, int windows) implements NoHarm {
    @Override
    public String text() {
      return "written in "
          + writtenWindows
          + " of "
          + windows
          + " watched windows: it does not go on";
    }
  }

  /**
   * The word is written too seldom to matter.
   *
   * @param perS writes a second
   * @param leastPerS from how many on they can matter
   */
  record TooFewWrites(double perS, double leastPerS) implements NoHarm {
    @Override
    public String text() {
      return "about "
          + Numbers.about(perS)
          + " writes a second, fewer than the "
          + Numbers.about(leastPerS)
          + " from which on they can matter";
    }
  }

  /**
   * Others read a field that is on another line at this address.
   *
   * @param writers how many threads write, one at a time
   * @param field which one others read
   * @param luckyPlacements at how many addresses it is on another line
   * @param placements of how many
   * @param hasWaited whether threads waited for CPUs, and might meet where they need not
   */
  record OnAnotherLine(
      int writers, String field, int luckyPlacements, int placements, boolean hasWaited)
      implements NoHarm {
    @Override
    public String text() {
      return (writers == 1 ? "one thread writes it" : inTurn(writers))
          + " and others read "
          + Shown.text(field)
          + ", which is on another line at this address: lucky, as "
          + luckyPlacements
          + " of "
          + placements
          + " addresses are"
          + waited(hasWaited);
    }
  }

  /**
   * One thread writes at a time, and nobody else reads the line but in turn with it.
   *
   * @param writers how many threads write
   * @param readersInTurn how many others read in their turn
   * @param hasWaited whether threads waited for CPUs, and might meet where they need not
   */
  record OneAtATime(int writers, int readersInTurn, boolean hasWaited) implements NoHarm {
    @Override
    public String text() {
      return (writers == 1
              ? "one thread writes it, and "
              : inTurn(writers) + ": no thread waits for another, and ")
          + (readersInTurn == 0
              ? "no other reads its line"
              : Numbers.count(readersInTurn, "other thread")
                  + (readersInTurn == 1 ? " reads" : " read")
                  + " its line, as far as can be told in turn with it: all of them use one CPU")
          + waited(hasWaited);
    }
  }

  private static String inTurn(int writers) {
    return Numbers.count(writers, "thread")
        + " take turns to write it, and no two were seen to do so at the same time";
  }

  private static String waited(boolean hasWaited) {
    return hasWaited
        ? "; they waited for CPUs too, and where they need not they might meet: look again when the"
            + " machine is less busy"
        : "";
  }

  /**
   * By the share of the CPU samples that is at the check.
   *
   * @param share of all samples, from 0 to 1
   * @param samplesAt how many are this class's
   * @param samples of how many
   * @param shareTogether of all samples, those at the same code, whichever class's
   * @param otherClasses the classes that have a part of these, the greatest first
   */
  record CheckCostShare(
      double share, long samplesAt, long samples, double shareTogether, List<String> otherClasses)
      implements SharingCost {
    private static final int MOST_NAMED = 3;

    /** Keeps a copy. */
    public CheckCostShare {
      otherClasses = List.copyOf(otherClasses);
    }

    @Override
    public String text() {
      return Numbers.percent(share)
          + " of the samples of threads on a CPU ("
          + samplesAt
          + " of "
          + samples
          + ") are at this check: high from 10 % on, medium from 2 % on"
          + (otherClasses.isEmpty()
              ? ""
              : "; this class has its part, by the writes seen there, of the "
                  + Numbers.percent(shareTogether)
                  + " that are at its code, together with "
                  + others());
    }

    private String others() {
      int rest = otherClasses.size() - MOST_NAMED;
      return rest <= 0
          ? Numbers.and(otherClasses)
          : String.join(", ", otherClasses.subList(0, MOST_NAMED))
              + " and "
              + Numbers.count(rest, "more class");
    }
  }

  /**
   * By how often the word is written, as its cost was not measured.
   *
   * @param perS writes a second
   * @param precision of that
   */
  record CheckCostUnknown(double perS, Precision precision) implements SharingCost {
    @Override
    public String text() {
      return "what it costs was not measured; "
          + precision.of(perS)
          + " writes a second: medium from 50,000 on, never high";
    }
  }

  /**
   * The threads that write could not be watched.
   *
   * @param perS writes a second
   * @param precision of that
   */
  record WritersUnknown(double perS, Precision precision) implements SharingCost {
    @Override
    public String text() {
      return precision.of(perS)
          + " writes a second, but who writes is not known: one thread alone would harm nobody";
    }
  }

  /**
   * The threads have one CPU together.
   *
   * @param cost by which it would be graded else
   */
  record OnOneCpu(Reason cost) implements SharingCost {
    @Override
    public String text() {
      return cost.text()
          + "; at most medium, as the threads have one CPU together and cannot wait for each"
          + " other's caches";
    }
  }

  /**
   * It could not be observed whether the threads come at the same time.
   *
   * @param cost by which it would be graded else
   */
  record MeetingUnknown(Reason cost) implements SharingCost {
    @Override
    public String text() {
      return cost.text()
          + "; but low, as it could not be seen whether the threads come at the same time: taking"
          + " turns they would harm nobody";
    }
  }

  /**
   * Not all classes were read.
   *
   * @param reason why
   * @param classes how many were
   */
  record ClassesIncomplete(String reason, int classes) implements SharingLimit {
    @Override
    public String text() {
      return "all classes: "
          + reason
          + "; "
          + Numbers.about(classes)
          + " were read (diagnose again)";
    }
  }

  /**
   * Whether the threads that write do so at the same time is not known.
   *
   * @param className of which class
   */
  record WritersMeetingUnknown(String className) implements SharingLimit {
    @Override
    public String text() {
      return "whether the threads that write to "
          + Shown.text(className, ExaminationReason.LONGEST)
          + " do so at the same time (diagnose again, for longer, or where CPUs are free)";
    }
  }

  /**
   * Whether others read while a structure is written is not known.
   *
   * @param className of which class
   */
  record ReadersMeetingUnknown(String className) implements SharingLimit {
    @Override
    public String text() {
      return "whether others read the structure of "
          + Shown.text(className, ExaminationReason.LONGEST)
          + " while it is written, or in turn (diagnose again, for longer, or where CPUs are free)";
    }
  }

  /**
   * There were too few windows to know who reads beside the word.
   *
   * @param className of which class
   */
  record ReadersUndecided(String className) implements SharingLimit {
    @Override
    public String text() {
      return "who reads beside what is written of "
          + Shown.text(className, ExaminationReason.LONGEST)
          + ": too few windows (diagnose again, for longer)";
    }
  }

  /**
   * There were too few windows to know who reads the word itself.
   *
   * @param className of which class
   * @param canWatchTwo whether two words can be watched at once: else another debugger holds the
   *     watchpoints
   */
  record WordReadersUndecided(String className, boolean canWatchTwo) implements SharingLimit {
    @Override
    public String text() {
      return "who reads what is written of "
          + Shown.text(className, ExaminationReason.LONGEST)
          + (canWatchTwo
              ? ": its threads hardly wrote in the windows that were made (diagnose again, for"
                  + " longer, or where CPUs are free)"
              : ": too few windows, which take two hardware watchpoints (diagnose again, for"
                  + " longer, without another debugger)");
    }
  }

  /**
   * The machine was too busy to know who writes.
   *
   * @param className of which class
   */
  record WritersUndecided(String className) implements SharingLimit {
    @Override
    public String text() {
      return "who writes to "
          + Shown.text(className, ExaminationReason.LONGEST)
          + " for long enough: the machine is busy (diagnose again, for longer)";
    }
  }

  /**
   * Some threads were never watched.
   *
   * @param ran how many threads ran
   * @param unwatched how many of them were not
   * @param atOnce how many can be at once
   */
  record ThreadsUnwatched(int ran, int unwatched, int atOnce) implements SharingLimit {
    @Override
    public String text() {
      return "who else writes or reads: of "
          + Numbers.count(ran, "thread")
          + " that ran, "
          + Numbers.about(unwatched)
          + " were never watched, "
          + atOnce
          + " are at a time (diagnose again)";
    }
  }

  /**
   * Some classes that alternate were not watched.
   *
   * @param classes how many
   * @param watched how many were
   */
  record ClassesUnwatched(int classes, int watched) implements SharingLimit {
    @Override
    public String text() {
      return "who writes to "
          + Numbers.count(classes, "more class")
          + " that alternate: not watched, since no more than "
          + watched
          + " are (diagnose again when these are mended)";
    }
  }

  /**
   * No Java code can be named in this JVM.
   *
   * @param why the reason
   */
  record CodeUnnamed(Reason why) implements SharingLimit {
    @Override
    public String text() {
      return Examined.CODE.words() + ": " + Shown.reason(why);
    }
  }

  /**
   * The JVM does not say where the word is that a type check may write.
   *
   * @param why the reason
   */
  record WordUnknown(Reason why) implements SharingLimit {
    @Override
    public String text() {
      return Shown.reason(why);
    }
  }

  /**
   * Watching broke.
   *
   * @param error what was thrown
   */
  record WatchingFailed(String error) implements SharingLimit {
    @Override
    public String text() {
      return "watching failed: " + error;
    }

    @Override
    public String remedy() {
      return "report this";
    }
  }
}
