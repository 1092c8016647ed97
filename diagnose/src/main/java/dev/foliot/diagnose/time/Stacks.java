package dev.foliot.diagnose.time;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.locks.ThreadSample;
import java.util.List;
import java.util.Optional;

/** The stacks of the threads of a sample. */
public interface Stacks {
  /** What a thread is blocked in; empty if it runs or has no work. */
  Optional<Blocked> blocked(ThreadSample thread);

  /** The methods on its stack, innermost first; empty if it runs, or they are unknown. */
  List<JavaFrame> frames(ThreadSample thread);
}
