package dev.foliot.cli.load;

import dev.foliot.cli.live.LiveServer;
import dev.foliot.cli.live.LiveTerminal;
import dev.foliot.cli.screen.Console;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a load is shown while it runs. */
final class LiveOptions {

  @Option(
      names = "--live",
      description = "Show the load on a full screen while it runs, instead of one line.")
  private boolean live;

  @Option(
      names = "--serve",
      arity = "0..1",
      fallbackValue = LiveServer.ANY_PORT,
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
   * @throws dev.foliot.text.FoliotException where there is no terminal for a full screen, or for a
   *     wrong port
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
   * @throws dev.foliot.text.FoliotException if it is no port
   */
  OptionalInt port() {
    return LiveServer.port(serve);
  }
}
