package dev.foliot.loadrun;

import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Target;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How far the clock of a server is ahead of this machine's, by the header {@code Date} of its
 * answers [1].
 *
 * <p>A Date says in which second of the server's clock an answer was made, and that was between the
 * sending of the request and the receipt of the answer. So each answer bounds the offset from both
 * sides, to a second. Answers around the moment in which the Date changes bound it more closely
 * [2]: requests are sent where the change can still lie. A server that renews its Date late is late
 * for all machines alike, so that these can still be compared with each other.
 *
 * <p>[1] RFC 9110, section 6.6.1. [2] Marzullo and Owicki, "Maintaining the time in a distributed
 * system", 1983: the true offset lies in the intersection of the intervals.
 */
final class ServerClock {
  /** Before a load that begins earlier it is not measured. */
  static final long LONGEST_MS = 5_000;

  private static final long SECOND_NS = 1_000_000_000;
  private static final long ENOUGH_NS = 10_000_000;
  private static final int PER_SECOND = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final LongSupplier nowNs;
  private final Asks server;
  private long lowNs = Long.MIN_VALUE;
  private long highNs = Long.MAX_VALUE;

  /** Asks a server once. */
  interface Asks {
    /** The Date of its answer, in seconds since 1970; empty where it has none. */
    Optional<Long> date() throws InterruptedException;
  }

  /**
   * @param nowNs this machine's clock, in nanoseconds since 1970
   */
  ServerClock(LongSupplier nowNs, Asks server) {
    this.nowNs = nowNs;
    this.server = server;
  }

  /**
   * Measures it with fewer than 100 requests in up to four seconds; empty where that is not known.
   */
  static Optional<LoadPart.Clock> of(LoadPlan plan) throws InterruptedException {
    return of(plan, PATIENCE);
  }

  /**
   * The same.
   *
   * @param patience with each request
   */
  static Optional<LoadPart.Clock> of(LoadPlan plan, Duration patience) throws InterruptedException {
    if (plan.target().isGrpc() || plan.sending().route().unixSocket() != null) {
      return Optional.empty();
    }
    try (HttpClient client = client(plan, patience)) {
      HttpRequest request =
          HttpRequest.newBuilder(uri(plan.target()))
              .method("HEAD", HttpRequest.BodyPublishers.noBody())
              .timeout(patience)
              .build();
      return new ServerClock(ServerClock::wallNs, () -> ask(client, request)).measure();
    } catch (URISyntaxException | GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  /** One reading: between two, of two clocks, this thread may lose its CPU. */
  private static long wallNs() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }

  private static URI uri(Target target) throws URISyntaxException {
    return new URI(
        target.secure() ? "https" : "http", null, target.host(), target.port(), "/", null, null);
  }

  private static HttpClient client(LoadPlan plan, Duration patience)
      throws GeneralSecurityException {
    HttpClient.Builder builder =
        HttpClient.newBuilder().connectTimeout(patience).version(HttpClient.Version.HTTP_1_1);
    if (plan.target().secure()) {
      // no secret is sent; whether the server may be trusted is for the load's own connections
      SSLContext any = SSLContext.getInstance("TLS");
      any.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
      builder.sslContext(any);
    }
    Target proxy = plan.sending().route().proxy();
    if (proxy != null) {
      builder.proxy(ProxySelector.of(new InetSocketAddress(proxy.host(), proxy.port())));
    }
    return builder.build();
  }

  private static Optional<Long> ask(HttpClient client, HttpRequest request)
      throws InterruptedException {
    try {
      return client
          .send(request, HttpResponse.BodyHandlers.discarding())
          .headers()
          .firstValue("Date")
          .map(ServerClock::second);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Long second(String date) {
    try {
      return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Measures; empty without a Date, or where several servers with other clocks answer. */
  Optional<LoadPart.Clock> measure() throws InterruptedException {
    long untilNs = nowNs.getAsLong() + (LONGEST_MS - PATIENCE.toMillis()) * 1_000_000;
    long tick = Long.MIN_VALUE;
    long stepNs = SECOND_NS / PER_SECOND;
    while (ask()) {
      if (lowNs > highNs) {
        return Optional.empty();
      }
      long now = nowNs.getAsLong();
      if (highNs - lowNs <= ENOUGH_NS || now >= untilNs) {
        return Optional.of(new LoadPart.Clock((lowNs + highNs) / 2, (highNs - lowNs + 1) / 2));
      }
      // the next second of the server's clock whose beginning may still be to come
      long next = Math.floorDiv(now + lowNs, SECOND_NS) + 1;
      if (next != tick) {
        tick = next;
        stepNs = Math.max(1, (highNs - lowNs) / PER_SECOND);
      }
      long fromNs = next * SECOND_NS - highNs;
      sleepUntil(Math.min(untilNs, Math.max(fromNs, now + stepNs)));
    }
    return Optional.empty();
  }

  private void sleepUntil(long atNs) throws InterruptedException {
    long leftNs = atNs - nowNs.getAsLong();
    if (leftNs > 0) {
      TimeUnit.NANOSECONDS.sleep(leftNs);
    }
  }

  /** Whether an answer had a Date. */
  private boolean ask() throws InterruptedException {
    long sentNs = nowNs.getAsLong();
    Optional<Long> second = server.date();
    long gotNs = nowNs.getAsLong();
    second.ifPresent(date -> {
      lowNs = Math.max(lowNs, date * SECOND_NS - gotNs);
      highNs = Math.min(highNs, (date + 1) * SECOND_NS - sentNs);
    });
    return second.isPresent();
  }
}
