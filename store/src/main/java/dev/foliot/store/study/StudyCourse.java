package dev.foliot.store.study;

import java.util.List;

/**
 * The timeline of a study's fork. Times count from the start of the measured load.
 *
 * @param intervals the load driver's figures, including idle times
 * @param samples the kernel's figures of the service
 * @param threads the service's figures of its threads; may be empty
 * @param decisions decisions of an adaptive pool; empty for other strategies
 * @param memory parts of the service's memory; empty if not observed
 * @param events flight recorder events, at most {@link StudyEvent#MOST}; empty without a recording
 */
public record StudyCourse(
    List<StudyInterval> intervals,
    List<StudySample> samples,
    List<StudyThreads> threads,
    List<StudyDecision> decisions,
    List<StudyMemory> memory,
    List<StudyEvent> events) {
  /** An empty timeline. */
  public static final StudyCourse NONE =
      new StudyCourse(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  /** The same without flight recorder events. */
  public StudyCourse withoutEvents() {
    return new StudyCourse(intervals, samples, threads, decisions, memory, List.of());
  }

  /** Keeps copies. */
  public StudyCourse {
    intervals = List.copyOf(intervals);
    samples = List.copyOf(samples);
    threads = List.copyOf(threads);
    decisions = List.copyOf(decisions);
    memory = List.copyOf(memory);
    events = List.copyOf(events);
  }
}
