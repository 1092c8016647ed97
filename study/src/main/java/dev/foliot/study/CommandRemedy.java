package dev.foliot.study;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a study of remedies does with a command of the user's. Immutable.
 *
 * @param className the class whose place in memory is in question, as {@link Class#getName()} gives
 *     it; empty as long as nobody has named one
 * @param steeredTo where in a cache line an agent lets that class begin, in bytes; empty without
 *     one
 * @param counter the text before the running total of operations that the program prints; empty for
 *     one that a load driver asks
 */
public record CommandRemedy(
    Optional<String> className, OptionalInt steeredTo, Optional<String> counter) {
  /** What stands in the words for the file to which the agent writes. */
  public static final String TOLD = "${told}";

  /** The same with a class. */
  public CommandRemedy about(String name) {
    return new CommandRemedy(Optional.of(name), steeredTo, counter);
  }
}
