package dev.foliot.text;

/** Why an examination of a live JVM is not whole. */
public sealed interface ExaminationReason extends Reason {

  /**
   * The process ended while it was examined.
   *
   * @param afterNs how long it had been examined, in nanoseconds
   */
  record ProcessEnded(long afterNs) implements ExaminationReason {
    @Override
    public String text() {
      return "the process ended after " + Numbers.duration(afterNs);
    }
  }

  /**
   * The examination was interrupted.
   *
   * @param afterNs how long it had lasted, in nanoseconds
   */
  record ExaminationInterrupted(long afterNs) implements ExaminationReason {
    @Override
    public String text() {
      return "interrupted after " + Numbers.duration(afterNs);
    }
  }

  /** A signal or a debugger has stopped the process. */
  record ProcessStopped() implements ExaminationReason {
    @Override
    public String text() {
      return "the process is stopped, and no thread of it runs (let it go on with SIGCONT, or end"
          + " the debugger, and diagnose again)";
    }
  }

  /**
   * The examination cannot be made at all.
   *
   * @param why the reason
   */
  record CannotExamine(Reason why) implements ExaminationReason {
    @Override
    public String text() {
      return Shown.advised(why);
    }
  }

  /**
   * The examination broke.
   *
   * @param error what was thrown
   */
  record ExaminationFailed(String error) implements ExaminationReason {
    @Override
    public String text() {
      return "it failed: " + error + "; report this";
    }
  }

  /**
   * Something could not be examined, so that the whole is partial.
   *
   * @param limit the first of those that there are
   */
  record PartMissing(Reason limit) implements ExaminationReason {
    @Override
    public String text() {
      return "could not look at " + limit.text();
    }
  }

  /**
   * A part that could not be examined.
   *
   * @param what which
   * @param of a field or a number that belongs to it; empty for none
   * @param why the reason
   */
  record NotExamined(Examined what, String of, Reason why) implements ExaminationReason {
    @Override
    public String text() {
      return what.words().replace("%s", Shown.text(of, LONGEST)) + ": " + Shown.advised(why);
    }
  }

  /** The longest name in a text. */
  int LONGEST = 300;
}
