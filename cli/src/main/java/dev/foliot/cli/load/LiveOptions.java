package dev.foliot.cli.load;

import dev.foliot.cli.live.LiveServer;
import dev.foliot.cli.live.LiveTerminal;
import dev.foliot.cli.screen.Console;
import dev.foliot.loadrun.LivePush;
import dev.foliot.loadrun.LoadTest;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
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

  @Option(
      names = "--push",
      paramLabel = "URL",
      description =
          "Send the figures of the running load to a receiver of OTLP/HTTP once a second, as in"
              + " http://127.0.0.1:4318.")
  private @Nullable String push;

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
    if (push != null) {
      URI _ = LivePush.parse(push);
      Map<String, String> _ = headers();
    }
  }

  private static Map<String, String> headers() {
    return LivePush.headers(System.getenv(LivePush.HEADERS));
  }

  /**
   * Begins to send figures to a receiver; null where nobody asked for it.
   *
   * @param complains receives a line for the user, on any thread
   */
  @Nullable LivePush push(LoadTest test, Consumer<String> complains) {
    return push == null
        ? null
        : new LivePush(LivePush.parse(push), headers(), test, InstantSource.system(), complains);
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
