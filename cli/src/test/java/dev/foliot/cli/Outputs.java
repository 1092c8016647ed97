package dev.foliot.cli;

import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.NextCommands;
import java.util.List;

/** How tests have results printed. */
final class Outputs {
  private Outputs() {}

  /** Everything, or JSON. */
  static Output details(Console console, boolean json, List<String> words) {
    return new Output(console, json, true, new NextCommands(words, null));
  }
}
