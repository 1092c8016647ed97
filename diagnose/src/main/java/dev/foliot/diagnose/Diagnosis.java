package dev.foliot.diagnose;

import dev.foliot.linux.Reading;
import dev.foliot.store.DiagnosisRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/** The examination of a live JVM, from outside, by its process id. */
public final class Diagnosis {
  private final Path root;

  /** A diagnosis by the kernel whose files are below {@code root}, usually "/". */
  public Diagnosis(Path root) {
    this.root = root;
  }

  /** What a diagnosis can look at. */
  public enum Examination {
    /** Cache lines of HotSpot's own structures that threads share. */
    SHARING
  }

  /**
   * What is asked for.
   *
   * @param duration how long to look at most, from 1 s
   * @param only the examinations to make
   */
  public record Request(Duration duration, Set<Examination> only) {
    /** Keeps a copy. */
    public Request {
      Objects.requireNonNull(duration, "duration");
      only = Set.copyOf(only);
    }
  }

  /** Is told where a diagnosis stands; called by the thread that examines. */
  public interface Progress {
    /** A step begins, in words; {@code done} is the share of the time that has passed, to 1. */
    void step(String what, double done);
  }

  /**
   * Looks at process {@code pid}. Unavailable, with what to do, where there is no such process, it
   * is not a HotSpot of JDK 17 or later, or may not be read. Ends early, with what it has so far,
   * when the calling thread is interrupted; leaves nothing behind in the target.
   */
  public Reading<DiagnosisRecord> of(long pid, Request request, Progress progress) {
    throw new UnsupportedOperationException("to be written: " + root + pid + request + progress);
  }
}
