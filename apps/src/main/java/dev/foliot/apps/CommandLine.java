package dev.foliot.apps;

import dev.foliot.apps.bank.Bank;
import dev.foliot.apps.lottery.LotteryRun;
import dev.foliot.apps.service.Shown;
import dev.foliot.apps.service.Strategy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a command line strictly: unknown input is refused in one line with the fix. */
final class CommandLine {
  private static final Pattern TARGET =
      Pattern.compile("(?<host>127\\.0\\.0\\.1|localhost|\\[::1]):(?<port>[0-9]{1,5})");
  private static final String COMMANDS = "bank, remote, ping, burn, lottery or calibrate";

  private static final int LEAST_BUFFER = 1 << 10;
  private static final int MOST_BUFFER = 16 << 20;

  private final Options options;

  private CommandLine(Options options) {
    this.options = options;
  }

  /** Parses a command line. */
  static Command parse(List<String> words) throws UsageException {
    if (words.isEmpty()) {
      throw new UsageException("no app is named: begin with " + COMMANDS);
    }
    String name = words.get(0);
    Options options = new Options(Shown.text(name), words.subList(1, words.size()));
    CommandLine line = new CommandLine(options);
    Command command =
        switch (name) {
          case "bank" -> line.bank();
          case "remote" -> line.remote();
          case "ping" -> line.ping();
          case "burn" -> line.burn();
          case "lottery" -> line.lottery();
          case "calibrate" -> new Command.Calibrate(line.file("--result"));
          default ->
              throw new UsageException(
                  "'" + Shown.text(name) + "' is no app: begin with " + COMMANDS);
        };
    options.refuseOthers();
    return command;
  }

  private Command bank() throws UsageException {
    Command.Serving serving = serving();
    Command.Threads threads = threads();
    URI remote =
        options
            .value("--remote", CommandLine::address)
            .orElseThrow(() ->
                new UsageException(
                    "the bank calls a remote system: give its address with --remote, for example"
                        + " http://127.0.0.1:9000"));
    long timeoutNs =
        options.durationNs("--remote-timeout", "10ms", "10min").orElse(60_000_000_000L);
    return new Command.RunBank(
        serving,
        threads,
        new Bank.Settings(
            remote,
            (int) (timeoutNs / 1_000_000),
            options.number("--accounts", 2, 1_000_000).orElse(1000),
            options.number("--entries", 1, 10_000).orElse(64),
            seed()));
  }

  private Command remote() throws UsageException {
    return new Command.RunRemote(
        serving(),
        new Delays(
            options.value("--delay", RemoteSystem::delayNs).orElse(2_000_000L),
            options
                .value("--distribution", Delays.Distribution::parse)
                .orElse(new Delays.Distribution.Constant()),
            seed()),
        link());
  }

  private Optional<Command.Link> link() throws UsageException {
    Optional<InetSocketAddress> target = options.value("--link", CommandLine::target);
    Optional<Integer> port = options.number("--link-port", 1, 65_535);
    if (target.isPresent() != port.isPresent()) {
      throw new UsageException("--link and --link-port go together: give both, or none");
    }
    return target.map(to -> new Command.Link(port.orElseThrow(), to));
  }

  private static InetSocketAddress target(String written) {
    Matcher parts = TARGET.matcher(written);
    int port = parts.matches() ? Integer.parseInt(parts.group("port")) : 0;
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "'" + Shown.text(written) + "' is no system on this machine: write 127.0.0.1:PORT");
    }
    return new InetSocketAddress(parts.group("host").replaceAll("[\\[\\]]", ""), port);
  }

  private Command ping() throws UsageException {
    return new Command.RunPing(serving(), threads(), workNs(), stepsPerNs());
  }

  private Command burn() throws UsageException {
    Command.Threads threads = threads();
    if (threads.queueBound().isPresent()) {
      throw new UsageException("--queue: burn's callers wait in the queue; leave it out");
    }
    if (threads.bufferBytes() > 0) {
      throw new UsageException("--thread-buffer: burn reads no requests; leave it out");
    }
    return new Command.RunBurn(
        threads,
        workNs(),
        stepsPerNs(),
        options.number("--clients", 1, 1_000_000).orElse(64),
        new Command.RunBurn.Length(
            options.durationNs("--warmup", "0ms", "1h").orElse(2_000_000_000L),
            options.durationNs("--warmup-cpu", "0ms", "1h").orElse(0L),
            options.durationNs("--duration", "10ms", "1h").orElse(10_000_000_000L)),
        file("--result"),
        parent());
  }

  private Command lottery() throws UsageException {
    return new Command.RunLottery(
        new LotteryRun.Settings(
            options.number("--filler-methods", 0, LotteryRun.MOST_METHODS).orElse(0),
            options.durationNs("--warmup", "0ms", "1h").orElse(1_500_000_000L),
            options.durationNs("--duration", "10ms", "1h").orElse(2_000_000_000L),
            options.value("--reader", CommandLine::isWriter).orElse(false),
            options.number("--workers", 0, LotteryRun.MOST_WORKERS).orElse(0)),
        file("--ready-file"),
        file("--go-file"),
        file("--result"),
        parent());
  }

  private static boolean isWriter(String written) {
    return switch (written) {
      case "reads" -> false;
      case "writes" -> true;
      default ->
          throw new IllegalArgumentException(
              "'" + Shown.text(written) + "' is not what a thread does here: reads or writes");
    };
  }

  private Command.Serving serving() throws UsageException {
    int port =
        options
            .number("--port", 0, 65_535)
            .orElseThrow(() ->
                new UsageException("no port is given: add --port N, or --port 0 for a free one"));
    Optional<Path> portFile = file("--port-file");
    if (port == 0 && portFile.isEmpty()) {
      throw new UsageException("--port 0: add --port-file FILE, where the port is written");
    }
    return new Command.Serving(
        port,
        portFile,
        options.number("--io-threads", 1, 1024).orElse(Runtime.getRuntime().availableProcessors()),
        options.durationNs("--drain", "0ms", "10min").orElse(5_000_000_000L),
        parent());
  }

  private Command.Threads threads() throws UsageException {
    Strategy strategy =
        options.value("--strategy", Strategy::parse).orElse(new Strategy.Adaptive());
    Optional<Integer> queue = options.number("--queue", 1, 1_000_000_000);
    if (queue.isPresent() && !strategy.hasQueue()) {
      throw new UsageException("--queue: with " + strategy + " nothing waits; leave it out");
    }
    return new Command.Threads(
        strategy,
        queue.map(OptionalInt::of).orElseGet(OptionalInt::empty),
        options.number("--thread-buffer", LEAST_BUFFER, MOST_BUFFER).orElse(0));
  }

  private long workNs() throws UsageException {
    return options.value("--work", Ping::workNs).orElse(75_000L);
  }

  private OptionalDouble stepsPerNs() throws UsageException {
    return options
        .value("--steps-per-ns", CommandLine::steps)
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  private long seed() throws UsageException {
    return options.value("--seed", RemoteSystem::seed).orElse(1L);
  }

  private Optional<Long> parent() throws UsageException {
    return options.number("--parent", 1, Integer.MAX_VALUE).map(Integer::longValue);
  }

  private Optional<Path> file(String option) throws UsageException {
    return options.value(option, Path::of);
  }

  private static double steps(String written) {
    double steps = written.matches("[0-9]{1,3}(\\.[0-9]{1,18})?") ? Double.parseDouble(written) : 0;
    if (steps < 0.001 || steps > 100) {
      throw new IllegalArgumentException(
          "'" + Shown.text(written) + "' is no number from 0.001 to 100: use what calibrate found");
    }
    return steps;
  }

  /** An address of only host and port gets the path that {@code remote} serves. */
  private static URI address(String written) {
    URI address;
    try {
      address = new URI(written);
      if (String.valueOf(address.getRawPath()).isEmpty()) {
        address = address.resolve("/answer");
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("this is no address: write http://HOST:PORT", e);
    }
    if (!"http".equals(address.getScheme())
        || address.getHost() == null
        || address.getRawUserInfo() != null
        || address.getRawQuery() != null
        || address.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "this is no address that can be called: write http://HOST:PORT or http://HOST:PORT/PATH");
    }
    return address;
  }
}
