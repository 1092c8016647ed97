package dev.foliot.benchrun;

import java.util.List;
import java.util.Map;

/**
 * A benchmark as JMH's list has it.
 *
 * @param type the name of its class
 * @param method the name of its method
 * @param mode in which JMH measures it
 * @param threads of {@code @Threads}, -1 for all CPUs, 0 without
 * @param isGroup whether it is several methods that run together
 * @param fork how {@code @Fork} starts its JVMs
 * @param params the values of its parameters, by name
 * @param operations of a call, by {@code @OperationsPerInvocation}
 */
record JmhEntry(
    String type,
    String method,
    String mode,
    int threads,
    boolean isGroup,
    Fork fork,
    Map<String, List<String>> params,
    int operations) {
  /** The name by which JMH knows it. */
  String name() {
    return type + "." + method;
  }

  /**
   * What {@code @Fork} says.
   *
   * @param jvm the launcher of another JDK; empty for none
   * @param args of the JVM, in their order
   */
  record Fork(String jvm, List<String> args) {
    Fork {
      args = List.copyOf(args);
    }
  }
}
