package dev.foliot.diagnose.reason;

import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.text.Examined;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.util.Optional;

/** Why an examination of a live JVM is incomplete. */
public sealed interface ExaminationReason extends Reason {
  /**
   * Why a process can be examined no longer; empty while it runs.
   *
   * @param afterNs the examined time
   */
  static Optional<Reason> gone(ProcessState state, long afterNs) {
    return switch (state) {
      case ALIVE -> Optional.empty();
      case STOPPED -> Optional.of(new ProcessStopped());
      case ENDED -> Optional.of(new ProcessReason.ProcessEnded(afterNs));
    };
  }

  /**
   * The examination was interrupted.
   *
   * @param afterNs time examined, in nanoseconds
   */
  record ExaminationInterrupted(long afterNs) implements ExaminationReason {
    @Override
    public String text() {
      return "interrupted after " + Numbers.duration(afterNs);
    }
  }

  /** A signal or a debugger stopped the process. */
  record ProcessStopped() implements ExaminationReason {
    @Override
    public String text() {
      return "the process is stopped, and no thread of it runs (let it go on with SIGCONT, or end"
          + " the debugger, and diagnose again)";
    }
  }

  /**
   * The examination is impossible.
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
   * @param error the exception
   */
  record ExaminationFailed(String error) implements ExaminationReason {
    @Override
    public String text() {
      return "it failed: " + error + "; report this";
    }
  }

  /**
   * A part could not be examined, and the result is partial.
   *
   * @param limit the first of these limits
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
   * @param what the part
   * @param of its field or number; empty if none
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
