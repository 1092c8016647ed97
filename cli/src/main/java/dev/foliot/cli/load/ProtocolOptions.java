package dev.foliot.cli.load;

import dev.foliot.bench.TimeSpan;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Protocol;
import dev.foliot.load.Reuse;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Tls;
import dev.foliot.load.plan.CurlCommand;
import dev.foliot.load.plan.LoadOption;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** How a load test speaks with the server. */
final class ProtocolOptions {
  private final TableOptions options =
      new TableOptions(
          Stream.concat(LoadOption.ofConnections().stream(), Stream.of(LoadOption.LOOPS)));

  /** What the command mixes in. */
  CommandSpec spec() {
    return options.spec();
  }

  /**
   * The options of sending.
   *
   * @param clients of a closed loop, null for an open one
   * @param curl says what the user did not; null without one
   * @throws FoliotException if options contradict each other
   */
  Sending sending(
      Target target, @Nullable Integer clients, long timeoutNs, @Nullable CurlCommand curl) {
    Protocol protocol =
        curl != null && curl.http2()
            ? Protocol.HTTP_2
            : LoadOption.protocol(target, options::isGiven);
    Integer streams = options.whole(LoadOption.STREAMS);
    if (streams != null && !protocol.hasStreams()) {
      throw FoliotException.usage(
          "--streams are for --http2 and gRPC: HTTP/1.1 has one request at a time");
    }
    Tls tls =
        tls(target, curl == null || !target.secure() ? CurlCommand.Trust.USUAL : curl.trusts());
    int each = streams != null ? streams : protocol.usualStreams();
    Integer connections = options.whole(LoadOption.CONNECTIONS);
    Integer loops = options.whole(LoadOption.LOOPS);
    Integer requests = options.whole(LoadOption.REQUESTS_PER_CONNECTION);
    String proxy = options.text(LoadOption.PROXY);
    return new Sending(
        protocol,
        connections != null
            ? connections
            : clients != null
                ? Math.max(1, (clients + each - 1) / each)
                : protocol.usualConnections(),
        each,
        loops == null ? 0 : loops,
        timeoutNs,
        new Reuse(
            !options.isGiven(LoadOption.KEEP_ALIVE),
            requests == null ? 0 : requests,
            ns(LoadOption.CONNECTION_AGE)),
        tls,
        new Route(
            proxy == null ? null : Target.parse(proxy),
            options.file(LoadOption.UNIX_SOCKET),
            options.isGiven(LoadOption.FOLLOW),
            ns(LoadOption.DNS_TTL)));
  }

  private long ns(LoadOption time) {
    String given = options.text(time);
    return given == null ? 0 : TimeSpan.parseNs(given);
  }

  /** A plan with what is said of its requests. */
  LoadPlan described(LoadPlan plan) {
    return plan.described(options.file(LoadOption.DESCRIPTORS), options.isGiven(LoadOption.TRACE));
  }

  private Tls tls(Target target, CurlCommand.Trust curl) {
    boolean insecure = options.isGiven(LoadOption.INSECURE) || curl.insecure();
    Path trust = or(options.file(LoadOption.TRUST), curl.trust());
    Path certificate = or(options.file(LoadOption.CERTIFICATE), curl.certificate());
    Path key = or(options.file(LoadOption.KEY), curl.key());
    String name = options.text(LoadOption.SERVER_NAME);
    boolean isAsked =
        insecure || trust != null || certificate != null || key != null || name != null;
    if (isAsked && !target.secure()) {
      throw FoliotException.usage(
          "options of TLS are for https and grpcs: write the URL so, or leave them out");
    }
    return new Tls(trust, insecure, certificate, key, name);
  }

  private static @Nullable Path or(@Nullable Path given, @Nullable Path other) {
    return given == null ? other : given;
  }
}
