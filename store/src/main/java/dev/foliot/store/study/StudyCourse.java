package dev.foliot.store.study;

import java.util.List;

/**
 * A fork of a study against time. Times count from the start of the measured load.
 *
 * @param intervals what the load driver saw, idle times included
 * @param samples what the kernel told of the service
 * @param threads what the service told of its threads; empty where it tells nothing
 * @param decisions what a self-tuning pool decided; empty for other strategies
 * @param memory what the service's memory was made of; empty where nobody looked
 * @param events what the flight recorder saw, {@link StudyEvent#MOST} at most; empty without a
 *     recording
 */
public record StudyCourse(
    List<StudyInterval> intervals,
    List<StudySample> samples,
    List<StudyThreads> threads,
    List<StudyDecision> decisions,
    List<StudyMemory> memory,
    List<StudyEvent> events) {
  /** Nothing was seen. */
  public static final StudyCourse NONE =
      new StudyCourse(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  /** The same without what the flight recorder saw. */
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
