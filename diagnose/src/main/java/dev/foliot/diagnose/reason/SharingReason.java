package dev.foliot.diagnose.reason;

import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.util.List;

/**
 * Why threads share a cache line of a class's structure, or not, or why unknown.
 *
 * <p>A long file, since it is a list: one record for each reason, next to its text.
 */
public sealed interface SharingReason extends Reason {

  /** Why a class with a written structure is no finding. */
  sealed interface NoHarm extends SharingReason {}

  /** The figures that set a finding's severity. */
  sealed interface SharingCost extends SharingReason {}

  /** An observation that was not possible. */
  sealed interface SharingLimit extends SharingReason {}

  /** The precision of a rate. */
  enum Precision {
    /** Every write was counted. */
    EXACT(""),
    /** It is an estimate. */
    ABOUT("about "),
    /** The true rate may be much higher. */
    AT_LEAST("at least ");

    private final String words;

    Precision(String words) {
      this.words = words;
    }

    /** A rate with its precision, for people: {@code at least 75,000}. */
    public String of(double perS) {
      return words + Numbers.about(perS);
    }
  }

  /**
   * The word was written in almost no window.
   *
   * @param writtenWindows number of windows with writes
   * @param windows number of windows
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
   * Writes are too rare to matter.
   *
   * @param perS writes a second
   * @param leastPerS the least rate that matters
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
   * Others read a field on another line, at this address.
   *
   * @param writers number of writing threads, one at a time
   * @param field the field that others read
   * @param luckyPlacements number of addresses with the two on different lines
   * @param placements number of addresses
   * @param hasWaited whether threads waited for CPUs: they might meet without such waits
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
   * Threads write one at a time, and others read the line only in turn.
   *
   * @param writers number of writing threads
   * @param readersInTurn number of other threads that read in turn
   * @param hasWaited whether threads waited for CPUs: they might meet without such waits
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
   * Graded by the share of CPU samples at the check.
   *
   * @param share share of all samples, from 0 to 1
   * @param samplesAt number of samples of this class
   * @param samples number of all samples
   * @param shareTogether share of all samples at the same code, for every class
   * @param otherClasses the classes that share these, greatest first
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
   * Graded by the rate of writes, as the cost was not measured.
   *
   * @param perS writes a second
   * @param precision precision of the rate
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
   * The writing threads could not be watched.
   *
   * @param perS writes a second
   * @param precision precision of the rate
   */
  record WritersUnknown(double perS, Precision precision) implements SharingCost {
    @Override
    public String text() {
      return precision.of(perS)
          + " writes a second, but who writes is not known: one thread alone would harm nobody";
    }
  }

  /**
   * The threads share one CPU.
   *
   * @param cost the grading otherwise
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
   * Whether the threads come at the same time was not observable.
   *
   * @param cost the grading otherwise
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
   * Some classes were not read.
   *
   * @param reason the reason
   * @param classes number of classes read
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
   * Whether the writing threads write at the same time is unknown.
   *
   * @param className the class
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
   * Whether others read during the writes is unknown.
   *
   * @param className the class
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
   * Too few windows to decide who reads beside the word.
   *
   * @param className the class
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
   * Too few windows to decide who reads the word itself.
   *
   * @param className the class
   * @param canWatchTwo whether two words can be watched at once; otherwise another debugger holds
   *     the watchpoints
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
   * The machine was too busy to decide who writes.
   *
   * @param className the class
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
   * @param ran number of running threads
   * @param unwatched number of unwatched threads
   * @param atOnce number of threads watched at once
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
   * Some alternating classes were not watched.
   *
   * @param classes number of classes
   * @param watched number of watched classes
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
   * Java code in this JVM cannot be named.
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
   * The JVM does not reveal the address of the word that a type check may write.
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
   * @param error the exception
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
