package dev.foliot.study.plan;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The role of a user's command in a study of remedies. Immutable.
 *
 * @param className the class whose address is in question, as {@link Class#getName()} gives it;
 *     empty until one is named
 * @param steeredTo the class's offset in a cache line, set by an agent, in bytes; empty without one
 * @param counter the text before the running total of operations that the program prints; empty for
 *     one under a load driver
 */
public record CommandRemedy(
    Optional<String> className, OptionalInt steeredTo, Optional<String> counter) {
  /** The placeholder for the agent's output file. */
  public static final String TOLD = "${told}";

  /** A copy with a class. */
  public CommandRemedy about(String name) {
    return new CommandRemedy(Optional.of(name), steeredTo, counter);
  }
}
