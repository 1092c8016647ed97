package dev.foliot.cli.frame;

import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.NextCommands;
import java.util.List;

/** How tests have results printed. */
public final class Outputs {
  private Outputs() {}

  /** Everything, or JSON. */
  public static Output details(Console console, boolean json, List<String> words) {
    return new Output(console, json, true, new NextCommands(words, null));
  }
}
