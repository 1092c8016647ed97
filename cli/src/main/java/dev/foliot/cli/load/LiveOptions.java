package dev.foliot.cli.load;

import dev.foliot.cli.live.LiveServer;
import dev.foliot.cli.live.LiveTerminal;
import dev.foliot.cli.screen.Console;
import dev.foliot.loadrun.LivePush;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.loadrun.PushTarget;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  @Option(
      names = "--remote-write",
      paramLabel = "URL",
      description =
          "The same to a receiver of Prometheus' remote write, as in http://127.0.0.1:9090.")
  private @Nullable String remoteWrite;

  @Option(
      names = "--push-token-file",
      paramLabel = "FILE",
      description = "A file with the bearer token of these receivers.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--push-user-file",
      paramLabel = "FILE",
      description = "A file with user:password of these receivers.")
  private @Nullable Path userFile;

  /** Whether there is a full screen. */
  boolean isLive() {
    return live;
  }

  /** Whether anything is shown, or sent to a receiver, while it runs. */
  boolean isAsked() {
    return live || serve != null || push != null || remoteWrite != null;
  }

  /** Each part pushes its own figures. */
  void mustNotPush() {
    if (push != null || remoteWrite != null) {
      throw FoliotException.usage(
          "--push and --remote-write are of the parts themselves: leave them out with --merge");
    }
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
    List<PushTarget> _ = targets();
  }

  private List<PushTarget> targets() {
    if (push == null && remoteWrite == null && (tokenFile != null || userFile != null)) {
      throw FoliotException.usage(
          "--push-token-file and --push-user-file are of --push and --remote-write: give one of"
              + " them");
    }
    Map<String, String> credentials = PushTarget.credentials(tokenFile, userFile);
    List<PushTarget> all = new ArrayList<>();
    if (push != null) {
      Map<String, String> headers =
          new LinkedHashMap<>(PushTarget.headers(System.getenv(PushTarget.HEADERS)));
      headers.putAll(credentials);
      all.add(PushTarget.of(PushTarget.Kind.OTLP, push, headers));
    }
    if (remoteWrite != null) {
      all.add(PushTarget.of(PushTarget.Kind.REMOTE_WRITE, remoteWrite, credentials));
    }
    return all;
  }

  /**
   * Begins to send figures to the receivers that were asked for.
   *
   * @param complains receives a line for the user, on any thread
   */
  List<LivePush> pushes(LoadTest test, Consumer<String> complains) {
    return targets().stream()
        .map(target -> new LivePush(target, test, InstantSource.system(), complains))
        .toList();
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
