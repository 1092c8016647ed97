package dev.foliot.load.plan;

import dev.foliot.load.Protocol;
import dev.foliot.load.Reuse;
import dev.foliot.load.Route;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a plan and the options of the command line that say the same, in the order of both.
 *
 * <p>The parser of plans, the command line and the schema of plans read this table; what one of
 * them lacks is empty.
 */
public enum LoadOption {
  /** The server. */
  URL(Section.PLAN, "url", Value.text("^(http|grpc)s?://[^/]+/?$")),
  /** Other servers, by names. */
  HOSTS(Section.PLAN, "hosts", Value.NESTED),
  /** What is tested. */
  NAME(Section.PLAN, "name", Value.NAME),
  /** What is sent. */
  REQUESTS(Section.PLAN, "requests", Value.NESTED),
  /** When it is sent. */
  PHASES(Section.PLAN, "phases", Value.NESTED),
  /** The number of connections. */
  CONNECTIONS(
      Section.PLAN,
      "connections",
      Value.whole(1, 50_000),
      "--connections",
      "N",
      "How many may be open; a request waits while all are busy (100; with --http2 and gRPC"
          + " 10)."),
  /** Whether HTTP/2 is spoken. */
  HTTP_2(
      Section.PLAN,
      "http2",
      Value.TRUTH,
      "--http2",
      "",
      "Speak HTTP/2: by the handshake for https, at once for http."),
  /** Requests at a time on a connection. */
  STREAMS(
      Section.PLAN,
      "streams",
      Value.whole(1, 1_000),
      "--streams",
      "N",
      "With --http2 and gRPC, requests at the same time on each connection (10)."),
  /** The methods of a server of gRPC. */
  DESCRIPTORS(
      Section.PLAN,
      "descriptors",
      Value.TEXT,
      "--descriptors",
      "FILE",
      "Methods of gRPC, made by protoc --descriptor_set_out (the server is asked)."),
  /** Whether connections are used again; the option says that they are not. */
  KEEP_ALIVE(
      Section.PLAN,
      "keep-alive",
      Value.TRUTH,
      "--no-keep-alive",
      "",
      "A new connection for each request."),
  /** The requests of a connection. */
  REQUESTS_PER_CONNECTION(
      Section.PLAN,
      "requests-per-connection",
      Value.whole(1, Reuse.MOST_REQUESTS),
      "--requests-per-connection",
      "N",
      "Replace a connection after so many requests."),
  /** The age of a connection. */
  CONNECTION_AGE(
      Section.PLAN,
      "connection-age",
      Value.time(Reuse.SHORTEST_NS, Reuse.LONGEST_NS),
      "--connection-age",
      "TIME",
      "Replace a connection that is so old."),
  /** How often a name is resolved. */
  DNS_TTL(
      Section.PLAN,
      "dns-ttl",
      Value.time(Route.SHORTEST_TTL_NS, Reuse.LONGEST_NS),
      "--dns-ttl",
      "TIME",
      "Resolve the name again so often; connections go to all its addresses in turn."),
  /** The time limit of a request. */
  TIMEOUT(
      Section.PLAN,
      "timeout",
      Value.time(1_000_000, 600_000_000_000L),
      "--timeout",
      "TIME",
      "A request that takes longer from its sending has failed (10s)."),
  /** The number of event loops. */
  LOOPS(
      Section.PLAN,
      "loops",
      Value.whole(0, 64),
      "--loops",
      "N",
      "Event loops of the generator (one per two CPUs)."),
  /** How servers are trusted. */
  TLS(Section.PLAN, "tls", Value.NESTED),
  /** Certificates that sign the server's. */
  TRUST(
      Section.TLS,
      "trust",
      Value.TEXT,
      "--trust",
      "FILE",
      "Certificates in PEM form that sign the server's (those of the JDK)."),
  /** Whether any certificate is accepted. */
  INSECURE(
      Section.TLS,
      "insecure",
      Value.TRUTH,
      "--insecure",
      "",
      "Accept any certificate, for any name."),
  /** The client's certificate. */
  CERTIFICATE(
      Section.TLS,
      "certificate",
      Value.TEXT,
      "--certificate",
      "FILE",
      "A client certificate in PEM form; needs --key."),
  /** Its private key. */
  KEY(Section.TLS, "key", Value.TEXT, "--key", "FILE", "Its private key in PEM form (PKCS 8)."),
  /** The name in the handshake. */
  SERVER_NAME(
      Section.TLS,
      "server-name",
      Value.TEXT,
      "--server-name",
      "NAME",
      "The name in the TLS handshake, which the certificate must have (the URL's)."),
  /** A proxy. */
  PROXY(
      Section.PLAN,
      "proxy",
      Value.text("^http://[^/]+/?$"),
      "--proxy",
      "URL",
      "A proxy of HTTP, as in http://127.0.0.1:3128; a tunnel for https."),
  /** A socket of the file system. */
  UNIX_SOCKET(
      Section.PLAN,
      "unix-socket",
      Value.TEXT,
      "--unix-socket",
      "PATH",
      "Connect to this socket of the file system; the URL is sent as always."),
  /** Whether redirects are followed. */
  FOLLOW(
      Section.PLAN,
      "follow",
      Value.TRUTH,
      "--follow",
      "",
      "Follow redirects to the same host, at most 5 for a request."),
  /** Whether requests have trace ids. */
  TRACE(
      Section.PLAN,
      "trace",
      Value.TRUTH,
      "--trace",
      "",
      "A W3C traceparent on each request; the slowest are listed with their trace ids."),
  /** How often all is played; the command line may say it of a plan. */
  ROUNDS(Section.PLAN, "rounds", Value.whole(1, 100)),
  /** Fixes every random choice; the command line may say it of a plan without one. */
  SEED(Section.PLAN, "seed", Value.SEED),
  /** What must hold; the command line may say it of a plan. */
  ASSERT(Section.PLAN, "assert", Value.TEXT),
  /** The name of a phase. */
  PHASE_NAME(Section.PHASE, "name", Value.NAME),
  /** The length of a phase. */
  DURATION(
      Section.PHASE,
      "duration",
      Value.PHASE_TIME,
      "--duration",
      "TIME",
      "Measured length of each step (30s)."),
  /** The rate of an open loop. */
  RATE(
      Section.PHASE,
      "rate",
      Value.text("^[0-9.]+[kM]?/(s|min|h)$"),
      "--rate",
      "RATE",
      "Requests that are due, as in 2k/s; several are steps, as in 500/s,1k/s,2k/s."),
  /** The distribution of its requests. */
  ARRIVALS(
      Section.PHASE,
      "arrivals",
      Value.TEXT,
      "--arrivals",
      "KIND",
      "poisson, constant, ramp:RATE..RATE, step:RATE,RATE..., burst:N or trace:FILE (poisson)."),
  /** The clients of a closed loop. */
  CLIENTS(
      Section.PHASE,
      "clients",
      Value.whole(1, Traffic.MOST_CLIENTS),
      "--clients",
      "N",
      "A closed loop instead of a rate: each client asks again after its answer."),
  /** The pause of a client. */
  THINK(
      Section.PHASE,
      "think",
      Value.THINK,
      "--think",
      "TIME",
      "The mean pause between a client's answer and next request, exponential; or constant:TIME,"
          + " uniform:TIME..TIME (0s)."),
  /** How long it takes until all clients are there. */
  RAMP(
      Section.PHASE,
      "ramp",
      Value.PHASE_TIME,
      "--ramp",
      "TIME",
      "Clients come one after the other until all are there after so long (all at once)."),
  /** The number of a phase's requests. */
  COUNT(
      Section.PHASE,
      "requests",
      Value.whole(1, 1_000_000_000),
      "--requests",
      "N",
      "How many requests are measured; the load ends with the last of them."),
  /** The length of a phase without requests. */
  REST(Section.PHASE, "rest", Value.PHASE_TIME);

  /** The mapping of a plan that has the field. */
  public enum Section {
    /** The plan itself. */
    PLAN,
    /** A phase. */
    PHASE,
    /** What is under {@code tls}. */
    TLS
  }

  /**
   * What a value is.
   *
   * @param least the lowest number, or the shortest time in nanoseconds
   * @param most the highest
   * @param schema its schema in JSON; null where it has parts of its own
   */
  private record Value(long least, long most, @Nullable String schema) {
    private static final String TIMES = "{\"$ref\": \"#/$defs/time\"}";
    static final Value NESTED = new Value(0, 0, null);
    static final Value TEXT = new Value(0, 0, "{\"type\": \"string\"}");
    static final Value TRUTH = new Value(0, 0, "{\"type\": \"boolean\"}");
    static final Value SEED = new Value(Long.MIN_VALUE, Long.MAX_VALUE, "{\"type\": \"integer\"}");
    static final Value NAME =
        new Value(1, 100, "{\"type\": \"string\", \"minLength\": 1, \"maxLength\": 100}");
    static final Value THINK = new Value(0, 0, "{\"$ref\": \"#/$defs/think\"}");
    static final Value PHASE_TIME = time(10_000_000, 24 * 3_600_000_000_000L);

    static Value text(String pattern) {
      return new Value(0, 0, "{\"type\": \"string\", \"pattern\": \"" + pattern + "\"}");
    }

    static Value whole(int least, int most) {
      return new Value(
          least,
          most,
          "{\"type\": \"integer\", \"minimum\": " + least + ", \"maximum\": " + most + "}");
    }

    static Value time(long leastNs, long mostNs) {
      return new Value(leastNs, mostNs, TIMES);
    }
  }

  private final Section section;
  private final String field;
  private final long least;
  private final long most;
  private final @Nullable String schema;
  private final String option;
  private final String label;
  private final String description;

  LoadOption(Section section, String field, Value value) {
    this(section, field, value, "", "", "");
  }

  LoadOption(
      Section section, String field, Value value, String option, String label, String description) {
    this.section = section;
    this.field = field;
    this.least = value.least;
    this.most = value.most;
    this.schema = value.schema;
    this.option = option;
    this.label = label;
    this.description = description;
  }

  /** The names of the fields of a section, in their order. */
  public static List<String> fields(Section of) {
    return Arrays.stream(values()).filter(one -> one.section == of).map(one -> one.field).toList();
  }

  /**
   * The options of connections: all that is said of a plan as a whole, but for the time limit and
   * the event loops.
   */
  public static List<LoadOption> ofConnections() {
    return Arrays.stream(values())
        .filter(one -> one.section != Section.PHASE && !one.option.isEmpty())
        .filter(one -> one != TIMEOUT && one != LOOPS)
        .toList();
  }

  /** The protocol that a URL and flags choose. */
  public static Protocol protocol(Target target, Predicate<LoadOption> isGiven) {
    if (target.isGrpc() && !isGiven.test(HTTP_2)) {
      return Protocol.GRPC;
    }
    return isGiven.test(HTTP_2) ? Protocol.HTTP_2 : Protocol.HTTP_1;
  }

  Section section() {
    return section;
  }

  /** The name in a plan. */
  String field() {
    return field;
  }

  /** The lowest number of its value, or the shortest time in nanoseconds. */
  long least() {
    return least;
  }

  long most() {
    return most;
  }

  /** The schema of its value in JSON; null where it has parts of its own. */
  @Nullable String schema() {
    return schema;
  }

  /** The name on the command line; empty for none. */
  public String option() {
    return option;
  }

  /** The name of its value on the command line; empty for a flag. */
  public String label() {
    return label;
  }

  /** What the help says of it. */
  public String description() {
    return description;
  }
}
