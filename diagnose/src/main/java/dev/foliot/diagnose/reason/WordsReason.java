package dev.foliot.diagnose.reason;

import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;

/** What threads write into the program's data, or why it is unknown. */
public sealed interface WordsReason extends Reason {

  /** The figures that set a finding's severity. */
  sealed interface WordsCost extends WordsReason {}

  /** An observation that was not possible. */
  sealed interface WordsLimit extends WordsReason {}

  /** How shares of the samples are graded. */
  String GRADES = ": low from 1 % on, medium from 5 % on, high from 20 % on";

  /**
   * Several threads write a word, or words of one cache line.
   *
   * @param share share of the CPU samples at the code that writes, from 0 to 1
   * @param samples the samples there
   * @param all all samples
   * @param isTogether whether the threads write at the same time; otherwise it is low
   * @param isOneCpu whether they have one CPU together; then it is at most medium
   */
  record WordWrites(double share, long samples, long all, boolean isTogether, boolean isOneCpu)
      implements WordsCost {
    @Override
    public String text() {
      return Numbers.percent(share)
          + " of the CPU samples ("
          + Numbers.count(samples)
          + " of "
          + Numbers.count(all)
          + ") are at the code that writes there"
          + GRADES
          + (isTogether ? "" : "; low because the threads were not observed at the same time")
          + (isOneCpu ? "; at most medium because they have one CPU together" : "");
    }
  }

  /**
   * Type checks search the supertypes of a class in vain.
   *
   * @param share share of the CPU samples in such searches, from 0 to 1
   * @param samples the samples there
   * @param all all samples
   * @param found samples in searches that found the type, or of unknown types
   */
  record ChecksFailed(double share, long samples, long all, long found) implements WordsCost {
    @Override
    public String text() {
      return Numbers.percent(share)
          + " of the CPU samples ("
          + Numbers.count(samples)
          + " of "
          + Numbers.count(all)
          + ") are in searches that fail"
          + GRADES
          + (found > 0 ? "; " + Numbers.count(found) + " more are in other searches" : "");
    }
  }

  /**
   * The processor's instructions cannot be read.
   *
   * @param architecture its name
   */
  record InstructionsUnknown(String architecture) implements WordsLimit {
    @Override
    public String text() {
      return "the instructions of " + Shown.text(architecture) + " are not decoded";
    }

    @Override
    public String remedy() {
      return "examine the same program on x86-64";
    }
  }

  /** The kernel's samples have no registers. */
  record RegistersMissing() implements WordsLimit {
    @Override
    public String text() {
      return "the kernel gives no user registers with its samples";
    }

    @Override
    public String remedy() {
      return "diagnose outside of the sandbox";
    }
  }
}
