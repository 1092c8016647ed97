package dev.foliot.cli.load;

import dev.foliot.cli.live.LiveTerminal;
import dev.foliot.cli.screen.Console;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a load is shown while it runs. */
final class LiveOptions {
  private static final String ANY = "0";
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--live",
      description = "Show the load on a full screen while it runs, instead of one line.")
  private boolean live;

  @Option(
      names = "--serve",
      arity = "0..1",
      fallbackValue = ANY,
      paramLabel = "PORT",
      description =
          "Show the load in a page on 127.0.0.1 while it runs: --serve, or --serve=8099 for that"
              + " port.")
  private @Nullable String serve;

  /** Whether there is a full screen. */
  boolean isLive() {
    return live;
  }

  /**
   * Checks them before anything starts.
   *
   * @throws FoliotException where there is no terminal for a full screen, or for a wrong port
   */
  void check(Console console) {
    if (live) {
      LiveTerminal.mustBeTerminal(console);
    }
    port();
  }

  /**
   * The port of the page, 0 for any free one; empty for no page.
   *
   * @throws FoliotException if it is no port
   */
  OptionalInt port() {
    if (serve == null) {
      return OptionalInt.empty();
    }
    if (serve.matches("[0-9]{1,5}") && Integer.parseInt(serve) <= MOST_PORT) {
      return OptionalInt.of(Integer.parseInt(serve));
    }
    throw FoliotException.usage(
        "--serve: '"
            + Shown.text(serve)
            + "' is no port: write --serve=8099, or --serve at the end of the line");
  }
}
