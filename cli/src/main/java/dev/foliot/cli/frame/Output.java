package dev.foliot.cli.frame;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.NextCommands;
import java.util.List;

/**
 * How a result is printed.
 *
 * @param console where
 * @param json as one JSON object
 * @param details everything, not only the answer
 * @param next commands that continue this one
 */
public record Output(Console console, boolean json, boolean details, NextCommands next) {
  /** What prints the answer. */
  public Brief brief() {
    return new Brief(console);
  }

  /** The words of the command line, {@code foliot} first. */
  public List<String> commandLine() {
    return next.asked();
  }
}
