package dev.foliot.diagnose.time;

import dev.foliot.hotspot.code.JavaFrame;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Loops of the JDK in which one thread does all tasks of a kind, one after the other. */
@SuppressWarnings("ImmutableEnumChecker") // the lists are copies that nobody changes
public enum ServingLoop {
  /** The thread of a java.util.Timer. */
  TIMER(
      "java.util.TimerThread",
      "mainLoop",
      "A java.util.Timer has one thread for all of its tasks.",
      "Use a ScheduledThreadPoolExecutor with several threads, and let its tasks hand long work to"
          + " another pool. Proof: diagnose again under the same load; the thread has time without"
          + " work.",
      "Or make the tasks shorter, or less frequent. Proof: the same."),
  /** The thread of a java.lang.ref.Cleaner. */
  CLEANER(
      "jdk.internal.ref.CleanerImpl",
      "run",
      "A java.lang.ref.Cleaner has one thread for all of its actions, which run after the"
          + " collector has found an object unreachable.",
      "Free the resource in the code that uses it (try-with-resources, clean()), so that the"
          + " cleaner is for the forgotten ones only. Proof: diagnose again under the same load;"
          + " the thread has time without work.",
      "Let an action neither sleep nor wait: it frees, and no more. Proof: the same.");

  private final String className;
  private final String method;
  private final String explanation;
  private final List<String> remedies;

  ServingLoop(String className, String method, String explanation, String... remedies) {
    this.className = className;
    this.method = method;
    this.explanation = explanation;
    this.remedies = List.of(remedies);
  }

  /** The loop on a stack; empty if there is none. */
  static Optional<ServingLoop> of(List<JavaFrame> stack) {
    return Arrays.stream(values())
        .filter(loop ->
            stack.stream()
                .anyMatch(frame ->
                    frame.className().equals(loop.className) && frame.method().equals(loop.method)))
        .findFirst();
  }

  String explanation() {
    return explanation;
  }

  List<String> remedies() {
    return remedies;
  }
}
