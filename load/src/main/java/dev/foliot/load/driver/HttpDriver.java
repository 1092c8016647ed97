package dev.foliot.load.driver;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.proc.ProcessLimits;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadListener;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.load.http.Addresses;
import dev.foliot.load.http.NoConnectionException;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.Security;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Puts an HTTP service under load and measures its response times.
 *
 * <p>It uses the schedule and the recording of {@code bench}: response, service, lag, backlog and
 * lateness of every request, plus errors by kind. It runs in this process; {@link DriverMain} runs
 * it in a separate one.
 */
public final class HttpDriver {
  private static final Path ROOT = Path.of("/");

  /** The files of a JVM besides connections: jars, epoll, pipes. */
  private static final int OTHER_DESCRIPTORS = 100;

  /** As long as a user waits for the word that nothing answers. */
  private static final long PROBE_NS = 5_000_000_000L;

  private HttpDriver() {}

  /**
   * Plays a plan, for the length of its phases, and at most twice its time-out longer.
   *
   * @throws FoliotException for an unknown host or too few file descriptors
   * @throws InterruptedException if interrupted; all connections are then closed
   */
  public static LoadResult run(LoadPlan plan, LoadListener listener) throws InterruptedException {
    try (LoadRun run = of(plan)) {
      return run.play(listener);
    }
  }

  /**
   * Opens one connection to each host and closes it, without a request.
   *
   * @throws FoliotException if that is not possible, with the remedy
   * @throws InterruptedException if interrupted
   */
  public static void tryToConnect(LoadPlan plan) throws InterruptedException {
    Sending sending = plan.sending();
    Sending one =
        new Sending(
            sending.protocol(),
            1,
            sending.streams(),
            1,
            Math.min(sending.timeoutNs(), PROBE_NS),
            true,
            sending.tls(),
            sending.route());
    List<Target> hosts = plan.hosts();
    if (hosts.size() > 1) {
      for (Target host : hosts) {
        tryToConnect(plan.at(host));
      }
      return;
    }
    LoadPhase idle = new LoadPhase("idle", new Traffic.Idle(), LoadPhase.SHORTEST_NS);
    LoadPlan probe =
        new LoadPlan(
            plan.target(),
            plan.requests(),
            plan.sequences(),
            plan.recording(),
            List.of(idle),
            one,
            plan.seed(),
            plan.execution());
    Optional<String> why;
    try (LoadRun run = of(probe)) {
      why = run.connect();
    }
    if (why.isPresent()) {
      throw refusal(plan, why.get());
    }
  }

  private static FoliotException refusal(LoadPlan plan, String why) {
    return FoliotException.environment(
        "no connection to "
            + Shown.text(plan.target().toString())
            + through(plan.sending().route())
            + " can be opened ("
            + why
            + "): "
            + remedy(why, plan.sending()));
  }

  private static String through(Route route) {
    Target proxy = route.proxy();
    Path socket = route.unixSocket();
    return proxy != null
        ? " through the proxy " + Shown.text(proxy.toString())
        : socket != null ? " through " + Shown.text(socket.toString()) : "";
  }

  private static String remedy(String why, Sending sending) {
    if (why.equals(Failure.PROXY.label())) {
      return "see whether the proxy allows CONNECT to this host and port";
    }
    if (why.equals(Failure.CERTIFICATE.label())) {
      return "name the certificates that sign the server's with --trust FILE, or give --insecure";
    }
    if (why.equals(Failure.TLS.label())) {
      return "see whether the server speaks TLS on this port, and wants a client certificate";
    }
    if (why.equals(Failure.PROTOCOL.label()) || why.equals(Failure.CLOSED.label())) {
      return "see whether the server speaks " + sending.protocol().family() + " on this port";
    }
    return "see whether the "
        + (sending.route().proxy() != null ? "proxy" : "server")
        + " runs there";
  }

  /**
   * A run that was not begun; close it.
   *
   * @throws FoliotException for an unknown host or too few file descriptors
   */
  static LoadRun of(LoadPlan plan) {
    Route route = plan.sending().route();
    Target proxy = route.proxy();
    Path socket = route.unixSocket();
    checkDescriptors(plan.connections() * plan.hosts().size());
    try {
      return socket != null
          ? new LoadRun(plan, socket, NanoClock.system())
          : new LoadRun(
              plan,
              plan.hosts().stream()
                  .map(host -> resolve(proxy != null ? proxy : host, route.dnsTtlNs()))
                  .toList(),
              NanoClock.system());
    } catch (NoConnectionException e) {
      throw refusal(plan, Failure.label(e.code()));
    }
  }

  private static Addresses resolve(Target target, long ttlNs) {
    try {
      if (ttlNs > 0) {
        // the JVM's own memory of names lasts longer
        Security.setProperty("networkaddress.cache.ttl", "0");
        return new Addresses(target.host(), target.port(), ttlNs);
      }
      return new Addresses(
          new InetSocketAddress(InetAddress.getByName(target.host()), target.port()));
    } catch (UnknownHostException e) {
      throw FoliotException.environment(
          "no address is known for '"
              + Shown.text(target.host())
              + "': see whether it is spelled"
              + " right, or give its address");
    }
  }

  /**
   * Checks that a child process may open this number of connections.
   *
   * @throws FoliotException if its limit of open files is too low, with the remedy
   */
  public static void checkDescriptors(int connections) {
    OptionalLong most =
        ProcessLimits.of(ROOT, ProcessHandle.current().pid())
            .map(ProcessLimits::openFiles)
            .orElse(OptionalLong.empty());
    if (most.isPresent() && most.getAsLong() < connections + OTHER_DESCRIPTORS) {
      throw FoliotException.environment(
          connections
              + " connections need "
              + (connections + OTHER_DESCRIPTORS)
              + " file descriptors, and "
              + most.getAsLong()
              + " are allowed: raise ulimit -n, or give fewer connections");
    }
  }
}
