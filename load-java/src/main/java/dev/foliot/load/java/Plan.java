package dev.foliot.load.java;

import dev.foliot.load.plan.PlanFile;
import dev.foliot.load.yaml.YamlException;
import dev.foliot.load.yaml.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The plan of a load: what is sent, and when. Immutable, and safe for use by many threads: each
 * method returns another plan.
 *
 * <p>It is the plan of {@code foliot load PLAN.yaml}, with the same fields and defaults. What is
 * wrong in it is said when it is played or written, all of it at once.
 *
 * @since 0.1.0
 */
public final class Plan {
  private static final String FILE = "plan";
  private static final Pattern LINE = Pattern.compile("(?s).*" + FILE + ":([0-9]+): .*");

  private final Entries entries;
  private final Path folder;

  private Plan(Entries entries, Path folder) {
    this.entries = entries;
    this.folder = folder;
  }

  /**
   * A plan for a server.
   *
   * @param url without a path: {@code http://HOST:PORT}, {@code https://HOST}, {@code
   *     grpc://HOST:PORT} or {@code grpcs://HOST:PORT}
   */
  public static Plan of(String url) {
    return new Plan(Entries.NONE.with("url", url), Path.of(""));
  }

  private Plan with(String name, Object value) {
    return new Plan(entries.with(name, value), folder);
  }

  private Plan tls(String name, Object value) {
    return new Plan(entries.within("tls", name, value), folder);
  }

  /** What the run is called in tables; usually the URL. */
  public Plan name(String name) {
    return with("name", name);
  }

  /**
   * With another server, for {@link Request#host}.
   *
   * @param url {@code http://HOST:PORT} or {@code https://HOST}
   */
  public Plan host(String name, String url) {
    return new Plan(entries.within("hosts", name, url), folder);
  }

  /** With more kinds of requests; with the sequences 1 to 100. */
  public Plan requests(Request... requests) {
    return new Plan(
        entries.adding("requests", Arrays.stream(requests).map(Request::yaml).toList()), folder);
  }

  /** With more sequences. */
  public Plan sequences(Sequence... sequences) {
    return new Plan(
        entries.adding("requests", Arrays.stream(sequences).map(Sequence::yaml).toList()), folder);
  }

  /** With more phases, 1 to 100; they are played one after the other. */
  public Plan phases(Phase... phases) {
    return new Plan(
        entries.adding("phases", Arrays.stream(phases).map(Phase::yaml).toList()), folder);
  }

  /**
   * How many connections may be open; a request waits while all are busy.
   *
   * @param most 1 to 50,000; usually 100, of HTTP/2 and gRPC 10
   */
  public Plan connections(int most) {
    return with("connections", most);
  }

  /** Speaks HTTP/2: by the handshake for https, at once for http. */
  public Plan http2() {
    return with("http2", true);
  }

  /**
   * Requests at the same time on a connection of HTTP/2 or gRPC.
   *
   * @param most 1 to 1,000; usually 10
   */
  public Plan streams(int most) {
    return with("streams", most);
  }

  /** A new connection for each request. */
  public Plan withoutKeepAlive() {
    return with("keep-alive", false);
  }

  /** Replaces a connection after so many requests, at least 1. */
  public Plan requestsPerConnection(int most) {
    return with("requests-per-connection", most);
  }

  /** Replaces a connection that is so old. */
  public Plan connectionAge(Duration most) {
    return with("connection-age", Entries.text(most));
  }

  /** Resolves the server's name again so often; connections go to all its addresses in turn. */
  public Plan dnsTtl(Duration time) {
    return with("dns-ttl", Entries.text(time));
  }

  /** A request that takes longer has failed: 1 ms to 10 min, usually 10 s. */
  public Plan timeout(Duration most) {
    return with("timeout", Entries.text(most));
  }

  /** Event loops of the generator, 0 to 64; usually 0, one for every two CPUs. */
  public Plan loops(int loops) {
    return with("loops", loops);
  }

  /** A file in PEM form with the certificates that sign the server's. */
  public Plan trust(Path certificates) {
    return tls("trust", certificates.toString());
  }

  /** Accepts any certificate, for any name. */
  public Plan insecure() {
    return tls("insecure", true);
  }

  /** The client's certificate and its private key (PKCS 8), in PEM form. */
  public Plan certificate(Path certificate, Path key) {
    return tls("certificate", certificate.toString()).tls("key", key.toString());
  }

  /** The name in the TLS handshake; usually the URL's. */
  public Plan serverName(String name) {
    return tls("server-name", name);
  }

  /** A proxy of HTTP, as in {@code http://127.0.0.1:3128}. */
  public Plan proxy(String url) {
    return with("proxy", url);
  }

  /** Connects to this socket of the file system; the URL is sent as always. */
  public Plan unixSocket(Path socket) {
    return with("unix-socket", socket.toString());
  }

  /** Follows redirects to the same host, at most five of a request. */
  public Plan follow() {
    return with("follow", true);
  }

  /** A W3C {@code traceparent} on each request. */
  public Plan trace() {
    return with("trace", true);
  }

  /** A file with the methods of a server of gRPC; usually the server is asked. */
  public Plan descriptors(Path file) {
    return with("descriptors", file.toString());
  }

  /** How often all of it is played, 1 to 100; usually once. */
  public Plan rounds(int rounds) {
    return with("rounds", rounds);
  }

  /** Fixes every random choice; usually 1. */
  public Plan seed(long seed) {
    return with("seed", seed);
  }

  /**
   * What must hold in each measured phase: {@link Played#assertThat()} checks it.
   *
   * @param limits as in {@code p99<80ms, orders: mean<5ms, errors<0.1%, rate>990/s}
   */
  public Plan limits(String limits) {
    return with("assert", limits);
  }

  /** The folder from which other files are found; usually the current one. */
  public Plan files(Path from) {
    return new Plan(entries, from);
  }

  /** The plan as {@code foliot load} reads it. */
  public String yaml() {
    return YamlText.of(entries.values());
  }

  /**
   * Writes the plan as {@code foliot load} reads it. Put it into the folder of {@link #files}.
   *
   * @param file such as {@code shop.yaml}
   * @throws IllegalArgumentException if it could not be played, with all that is wrong in it
   * @throws IOException if the file cannot be written
   */
  public void write(Path file) throws IOException {
    PlanFile.Content _ = content();
    Files.writeString(file, yaml());
  }

  /**
   * What is played.
   *
   * @throws IllegalArgumentException with all that is wrong in it
   */
  PlanFile.Content content() {
    String text = yaml();
    try {
      return PlanFile.read(text, folder.resolve(FILE), 1);
    } catch (YamlException e) {
      List<String> lines = text.lines().toList();
      throw new IllegalArgumentException(
          e.complaints().stream()
              .map(complaint -> shown(complaint, lines))
              .collect(Collectors.joining("\n")),
          e);
    }
  }

  /** With the line in place of its number: the author sees no file. */
  private static String shown(String complaint, List<String> lines) {
    Matcher found = LINE.matcher(complaint);
    String said = complaint.replaceFirst("^.*?" + FILE + "(:[0-9]+)?: ", "");
    return found.matches()
        ? said + "  [" + lines.get(Integer.parseInt(found.group(1)) - 1).strip() + "]"
        : said;
  }

  Object fields() {
    return entries.values();
  }

  /** As {@link #yaml}. */
  @Override
  public String toString() {
    return yaml();
  }
}
