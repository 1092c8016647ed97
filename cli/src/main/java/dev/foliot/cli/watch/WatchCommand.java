package dev.foliot.cli.watch;

import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.live.LiveServer;
import dev.foliot.diagnose.Diagnosis;
import dev.foliot.linux.Reading;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.text.ByteSize;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import dev.foliot.watch.SystemClock;
import dev.foliot.watch.WatchPlan;
import dev.foliot.watch.WatchRun;
import dev.foliot.watch.requests.AccessFormat;
import dev.foliot.watch.requests.RequestSource;
import dev.foliot.watch.requests.RequestWatch;
import dev.foliot.watch.requests.WaitSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot watch}: what happens to live JVMs, all the time, from outside. */
@Command(
    name = "watch",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = {
      "Watches a live JVM from outside until Ctrl-C, and says when it is not as in the hour"
          + " before:",
      "stops, collections, waits for a CPU, a CPU quota, threads at a lock, growth. What it sees"
          + " is",
      "kept, the oldest removed: foliot explain @1 --from 14:00 --to 14:10 says what happened then."
    },
    footer = {
      "",
      "Without --attach nothing is started or stopped in the JVM. The same user, or CAP_SYS_PTRACE,"
          + " may read it.",
      "",
      "Examples:",
      "  foliot watch 4711",
      "  foliot watch OrderService --keep 2GiB --on-episode ./notify.sh",
      "  foliot watch --all --serve 9464"
    })
public final class WatchCommand implements Callable<Integer> {
  private static final Pattern PID = Pattern.compile("[1-9][0-9]{0,17}");
  private static final long LEAST_BYTES = 1 << 20;
  private static final Pattern OTLP = Pattern.compile("otlp(?::([0-9]{1,5}))?");
  private static final int OTLP_PORT = 4_318;
  private static final int MOST_PORT = 65_535;
  private static final Path ROOT = Path.of("/");
  private static final WatchRun.Clock CLOCK = new SystemClock();

  @Parameters(
      paramLabel = "PID|NAME",
      arity = "0..1",
      description = {
        "The process: its number, or a part of its main class. One that a name means is watched",
        "again when it is started again."
      })
  private String which = "";

  @Option(names = "--all", description = "Watch all JVMs of this machine, also later ones.")
  private boolean all;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long to watch, from 1s on (until Ctrl-C).")
  private @Nullable String duration;

  @Option(
      names = "--keep",
      paramLabel = "SIZE",
      description = "How much to keep of each JVM, and of those that ended (256MiB).")
  private String keep = "256MiB";

  @Option(
      names = "--keep-for",
      paramLabel = "TIME",
      description = "How long to keep it, in hours as in 168h (168h).")
  private String keepFor = "168h";

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = {
        "When an episode begins, the JVM is diagnosed for 2s, at most once in this time (10min),"
            + " and",
        "for at most 1 %% of the time in all; 0s for never."
      })
  private String every = "10min";

  @Option(
      names = "--requests",
      paramLabel = "FILE|otlp[:PORT]",
      description = {
        "Follow this access log: how many requests, how slow, and what lay over the slow ones. Or",
        "receive OpenTelemetry's spans by OTLP over HTTP, on 127.0.0.1 (4318)."
      })
  private @Nullable String requests;

  @Option(
      names = "--requests-format",
      paramLabel = "FORMAT",
      description = {
        "How its lines are read: the server, then its own pattern, as in",
        "'tomcat %%h %%l %%u %%t \"%%r\" %%s %%b %%D' or 'nginx $remote_addr ...'; or 'json",
        "time=ts,duration=took,unit=ms,path=uri'. Envoy, HAProxy and usual JSON need none."
      })
  private @Nullable String requestsFormat;

  @Option(
      names = "--slow",
      paramLabel = "TIME",
      description =
          "A request that takes longer is slow (longer than 99 %% of the last of its route).")
  private @Nullable String slow;

  @Option(
      names = "--attach",
      description = {
        "With --requests: a flight recording in the JVM names the locks, sockets and files that"
            + " slow",
        "requests waited for, with the line. It costs less than 1 %%, and ends with the watch."
      })
  private boolean attach;

  @Option(
      names = "--serve",
      arity = "0..1",
      fallbackValue = LiveServer.ANY_PORT,
      paramLabel = "PORT",
      description = {
        "Serve a live page of each JVM on 127.0.0.1, and its figures for Prometheus at /metrics."
      })
  private @Nullable String serve;

  @Option(
      names = "--on-episode",
      paramLabel = "COMMAND",
      description = {
        "Run this for an episode, with it as JSON on standard input; for one in ten minutes at"
            + " most.",
        "Spaces part its words; no shell reads them."
      })
  private @Nullable String onEpisode;

  private final Foliot foliot;

  public WatchCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    Diagnosis.mustBeLinux(System.getProperty("os.name"));
    Duration between = Duration.ofNanos(TimeSpan.parseNs(every));
    WatchPlan plan =
        new WatchPlan(
            ROOT, which(), ByteSize.parse(keep, LEAST_BYTES), keepFor(), between, longest());
    OptionalInt port = LiveServer.port(serve);
    if (onEpisode != null) {
      EpisodeCommand.check(onEpisode);
    }
    RequestWatch log = requests();
    try (WatchListeners listeners = new WatchListeners(foliot.output(), port)) {
      RunFolder folder = Store.open(foliot.store()).begin(WatchFiles.COMMAND);
      Instant started = Instant.now();
      String name = all ? "all JVMs" : which;
      folder.write(WatchFiles.run(folder.id(), name, foliot.commandLine(), started, null));
      if (onEpisode != null) {
        listeners.run(onEpisode, folder.path());
      }
      WatchRun run =
          new WatchRun(
              plan,
              folder.path(),
              listeners,
              between.isZero() ? EpisodeLook.NONE : new EpisodeLook(),
              log,
              CLOCK);
      foliot
          .console()
          .err()
          .println("foliot: watching " + Shown.text(name) + ", into " + folder.path());
      listeners.address().ifPresent(at -> foliot.console().err().println("live page: " + at));
      Thread watching = Thread.currentThread();
      Reading<Boolean> ended =
          Interruption.during(
              () -> {
                Reading<Boolean> result = run.run();
                // what is kept from here on is not to be interrupted
                boolean _ = Thread.interrupted();
                folder.write(
                    WatchFiles.run(
                        folder.id(), name, foliot.commandLine(), started, Instant.now()));
                listeners.end();
                return result;
              },
              watching::interrupt);
      return switch (ended) {
        case Reading.Value<Boolean> _ -> ExitCode.DONE;
        case Reading.Unavailable<Boolean> none -> throw FoliotException.environment(none.why());
      };
    }
  }

  private @Nullable RequestWatch requests() {
    String from = requests;
    if (from == null) {
      if (requestsFormat != null || slow != null || attach) {
        throw FoliotException.usage("--requests-format, --slow and --attach need --requests FILE");
      }
      return null;
    }
    if (all) {
      throw FoliotException.usage("--requests is of one JVM: give its PID or name, not --all");
    }
    return new RequestWatch(
        source(from),
        slow == null ? Long.MAX_VALUE : TimeSpan.parseNs(slow),
        attach ? WaitSource.flight(CLOCK::nanos) : null);
  }

  private RequestSource source(String from) {
    Matcher otlp = OTLP.matcher(from);
    if (!otlp.matches()) {
      return RequestSource.log(
          Path.of(from),
          requestsFormat == null ? null : AccessFormat.of(requestsFormat),
          "--requests-format");
    }
    if (requestsFormat != null) {
      throw FoliotException.usage("--requests-format is of a file: OTLP needs none");
    }
    int port = otlp.group(1) == null ? OTLP_PORT : Integer.parseInt(otlp.group(1));
    if (port > MOST_PORT) {
      throw FoliotException.usage("--requests: '" + Shown.text(from) + "' has no port up to 65535");
    }
    return RequestSource.otlp(port);
  }

  private WatchPlan.Which which() {
    if (all != which.isEmpty()) {
      throw FoliotException.usage(
          all
              ? "--all watches every JVM: leave out " + Shown.text(which)
              : "say which JVM: a PID, a part of its main class, or --all (foliot diagnose lists"
                  + " them)");
    }
    if (all) {
      return new WatchPlan.Which.All();
    }
    return PID.matcher(which).matches()
        ? new WatchPlan.Which.One(Long.parseLong(which))
        : new WatchPlan.Which.Named(which);
  }

  private Duration longest() {
    if (duration == null) {
      return Duration.ZERO;
    }
    Duration time = Duration.ofNanos(TimeSpan.parseNs(duration));
    if (time.compareTo(Duration.ofSeconds(1)) < 0) {
      throw FoliotException.usage("--duration is at least 1s, not " + Shown.text(duration));
    }
    return time;
  }

  private Duration keepFor() {
    Duration time = Duration.ofNanos(TimeSpan.parseNs(keepFor));
    if (time.compareTo(Duration.ofHours(1)) < 0) {
      throw FoliotException.usage("--keep-for is at least 1h, not " + Shown.text(keepFor));
    }
    return time;
  }
}
