package dev.foliot.cli.fleet;

import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.prometheus.PrometheusRequest;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which server is asked for a fleet, and for which time. */
final class FleetSourceOptions {
  private static final Pattern LENGTH = Pattern.compile("([1-9][0-9]{0,5}) ?(m|h|d|w)");
  private static final String USUAL_LENGTH = "24h";

  @Option(
      names = "--prometheus",
      paramLabel = "URL",
      description = "Asks this server (Prometheus, Thanos, Mimir, VictoriaMetrics) for the series.")
  private @Nullable String prometheus;

  @Option(
      names = "--selector",
      paramLabel = "MATCHERS",
      description = "Which series of it, as 'job=\"cart\"'.")
  private @Nullable String selector;

  @Option(
      names = "--last",
      paramLabel = "TIME",
      description =
          "The time up to the last row, or up to now with --prometheus, as 90m, 24h (all; 24h).")
  private @Nullable String last;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "The first moment, in ISO 8601 or seconds since 1970.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "The last moment (the last row's, or now).")
  private @Nullable String to;

  @Mixin private final Login login = new Login();

  /** How a server lets in. */
  static final class Login {
    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "A file with the bearer token of --prometheus.")
    private @Nullable Path token;

    @Option(
        names = "--user-file",
        paramLabel = "FILE",
        description = "A file with its user:password.")
    private @Nullable Path user;

    @Option(
        names = "--ca",
        paramLabel = "FILE",
        description = "The certificates to trust, in PEM (those of the JDK).")
    private @Nullable Path authority;

    @Option(names = "--tenant", paramLabel = "NAME", description = "The tenant, as Mimir needs it.")
    private @Nullable String tenant;

    boolean isEmpty() {
      return token == null && user == null && authority == null && tenant == null;
    }
  }

  /**
   * The server that is asked; null for files.
   *
   * @param metric what nodes are compared by; null for the usual
   * @param node the label that names a node; null for the usual
   * @param beside what else is given and has no place beside a server; null for nothing
   */
  @Nullable PrometheusRequest server(
      @Nullable String metric, @Nullable String node, @Nullable String beside) {
    String url = prometheus;
    if (url == null) {
      if (selector != null || !login.isEmpty()) {
        throw FoliotException.usage(
            "--selector, --token-file, --user-file, --ca and --tenant are for a server: add"
                + " --prometheus URL");
      }
      return null;
    }
    if (beside != null) {
      throw FoliotException.usage("--prometheus reads from a server: leave out " + beside);
    }
    try {
      return new PrometheusRequest(
          new URI(url.strip()),
          new PrometheusRequest.Access(login.token, login.user, login.authority, login.tenant),
          selector == null ? "" : selector,
          span(Instant.now()),
          metric,
          node);
    } catch (URISyntaxException e) {
      throw FoliotException.usage(
          "--prometheus '"
              + Shown.text(url)
              + "' is no address: write one such as http://127.0.0.1:9090");
    }
  }

  private PrometheusRequest.Span span(Instant now) {
    if (last != null && from != null) {
      throw FoliotException.usage("--last and --from say twice when it begins: choose one");
    }
    Instant end = to == null ? now : moment("--to", to);
    if (from != null) {
      return new PrometheusRequest.Span(moment("--from", from), end);
    }
    return new PrometheusRequest.Span(end.minus(length(last == null ? USUAL_LENGTH : last)), end);
  }

  /** The span of rows of files. */
  FleetRequest.Span ofFiles() {
    if (prometheus != null) {
      return FleetRequest.Span.ALL;
    }
    return new FleetRequest.Span(
        from == null ? null : moment("--from", from),
        to == null ? null : moment("--to", to),
        last == null ? null : length(last));
  }

  private static Duration length(String text) {
    Matcher length = LENGTH.matcher(text.strip());
    if (!length.matches()) {
      throw FoliotException.usage(
          "--last '" + Shown.text(text) + "' is no time: write one, as in 90m, 24h or 7d");
    }
    long unit =
        switch (length.group(2)) {
          case "m" -> 60L;
          case "h" -> 3_600L;
          case "d" -> 86_400L;
          default -> 604_800L;
        };
    return Duration.ofSeconds(unit * Long.parseLong(length.group(1)));
  }

  private static Instant moment(String option, String text) {
    TimeText time = new TimeText();
    if (!time.read(text.strip())) {
      throw FoliotException.usage(
          option
              + " '"
              + Shown.text(text)
              + "' is no time: write one, as in 2026-11-28T14:05Z, or seconds since 1970");
    }
    return Instant.EPOCH.plus(time.us(), ChronoUnit.MICROS);
  }
}
