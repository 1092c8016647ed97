package dev.foliot.fleet.prometheus;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls of Prometheus' HTTP API [1], with retries. For one thread.
 *
 * <p>A busy server is asked again, after the time that it says or a growing pause. Redirects are
 * not followed: a token would go with them.
 *
 * <p>[1] prometheus.io/docs/prometheus/latest/querying/api
 */
final class PrometheusServer implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofMinutes(3);
  private static final int MOST_TRIES = 4;
  private static final long LONGEST_PAUSE_MS = 30_000;
  private static final long LARGEST = 512L << 20;
  private static final int LONGEST_SAID = 300;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNPROCESSABLE = 422;
  private static final int TOO_LARGE = 413;

  private final URI base;
  private final HttpClient client;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final long firstPauseMs;

  /** A query that takes too much of the server: a smaller one may pass. */
  static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuch(String said) {
      super(said);
    }
  }

  PrometheusServer(URI base, PrometheusRequest.Access access, long firstPauseMs) {
    this.base = base;
    this.firstPauseMs = firstPauseMs;
    headers.put("Accept", "application/json");
    Path token = access.token();
    Path user = access.user();
    if (token != null) {
      headers.put("Authorization", "Bearer " + secret(token, "--token-file"));
    } else if (user != null) {
      String said = secret(user, "--user-file");
      if (said.indexOf(':') < 1) {
        throw new FleetException("--user-file " + user + " has no line user:password: write one");
      }
      headers.put(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(said.getBytes(StandardCharsets.UTF_8)));
    }
    String tenant = access.tenant();
    if (tenant != null) {
      headers.put("X-Scope-OrgID", tenant);
    }
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .version(HttpClient.Version.HTTP_1_1);
    Path authority = access.authority();
    if (authority != null) {
      builder.sslContext(trusting(authority));
    }
    client = builder.build();
  }

  private static String secret(Path file, String option) {
    try {
      String text = Files.readString(file).strip();
      if (text.isEmpty() || text.chars().anyMatch(c -> c < ' ')) {
        throw new FleetException(option + " " + file + " has not one line of text: write one");
      }
      return text;
    } catch (IOException e) {
      throw new FleetException(option + " " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static SSLContext trusting(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> read =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (read.isEmpty()) {
        throw new FleetException("--ca " + file + " holds no certificate: give one in PEM");
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate one : read) {
        store.setCertificateEntry("ca" + number++, one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new FleetException("--ca " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The {@code data} of an answer. */
  JsonNode ask(String path, Map<String, String> parameters) {
    return ask(path, parameters, false);
  }

  /** The same by POST, as long queries need it. */
  JsonNode post(String path, Map<String, String> parameters) {
    return ask(path, parameters, true);
  }

  private JsonNode ask(String path, Map<String, String> parameters, boolean posts) {
    String form = form(parameters);
    URI uri = at(path + (posts || form.isEmpty() ? "" : "?" + form));
    HttpRequest.Builder builder = HttpRequest.newBuilder(uri).timeout(ANSWER);
    headers.forEach(builder::header);
    if (posts) {
      builder
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(form));
    }
    HttpRequest request = builder.build();
    for (int tries = 1; ; tries++) {
      HttpResponse<byte[]> response = send(request, tries);
      if (response != null) {
        int status = response.statusCode();
        boolean busy =
            status == TOO_MANY_REQUESTS || status == 502 || status == 503 || status == 504;
        if (!busy || tries >= MOST_TRIES) {
          return data(path, status, response.body());
        }
        pause(tries, response.headers().firstValue("Retry-After").orElse(""));
      }
    }
  }

  /** Null for a failure that may pass. */
  private @Nullable HttpResponse<byte[]> send(HttpRequest request, int tries) {
    try {
      return client.send(
          request,
          HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), LARGEST));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FleetException("interrupted", e);
    } catch (IOException e) {
      boolean lasting = isLasting(e);
      if (lasting || tries >= MOST_TRIES) {
        throw unreachable(e);
      }
      pause(tries, "");
      return null;
    }
  }

  private static boolean isLasting(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SSLException
          || cause instanceof ConnectException
          || cause instanceof UnresolvedAddressException
          || cause instanceof HttpConnectTimeoutException) {
        return true;
      }
    }
    return false;
  }

  private FleetException unreachable(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return new FleetException(base + ": no host of this name is known: mend the address", e);
      }
      if (cause instanceof SSLException) {
        return new FleetException(
            "%s: its certificate is not trusted (%s): give its authority with --ca FILE"
                .formatted(base, Texts.line(String.valueOf(cause.getMessage()), LONGEST_SAID)),
            e);
      }
    }
    if (e instanceof HttpTimeoutException && !(e instanceof HttpConnectTimeoutException)) {
      return new FleetException(
          base + " does not answer within 3 minutes: ask for less with --last or --selector", e);
    }
    return new FleetException(
        base + " cannot be reached: does a server run there, and is the address right?", e);
  }

  private void pause(int tries, String asked) {
    long pauseMs = firstPauseMs << (tries - 1);
    try {
      pauseMs = Math.max(pauseMs, 1_000 * Long.parseLong(asked.strip()));
    } catch (NumberFormatException e) {
      // no number of seconds: the usual pause
    }
    try {
      Thread.sleep(Math.min(pauseMs, LONGEST_PAUSE_MS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FleetException("interrupted", e);
    }
  }

  private JsonNode data(String path, int status, byte[] body) {
    JsonNode json;
    try {
      json = JsonMapper.shared().readTree(body);
    } catch (JacksonException e) {
      json = JsonMapper.shared().nullNode();
    }
    String error = Texts.line(json.path("error").asString(""), LONGEST_SAID);
    boolean good = status == 200 && json.path("status").asString("").equals("success");
    if (good) {
      return json.path("data");
    }
    switch (status) {
      case 401, 403 ->
          throw new FleetException(
              "%s refuses (%d): give --token-file or --user-file with what it asks for"
                  .formatted(base, status));
      case 301, 302, 303, 307, 308 ->
          throw new FleetException(
              "%s sends elsewhere (%d), as to a page to log in: give the address of the API itself"
                  .formatted(base, status));
      case 404 ->
          throw new FleetException(
              "%s has no %s: add the prefix of its API, as /prometheus for Mimir or"
                      .formatted(base, path)
                  + " /select/0/prometheus for VictoriaMetrics' cluster");
      case TOO_LARGE, UNPROCESSABLE -> throw new TooMuch(error);
      default -> {
        if (error.contains("too many") || error.contains("exceed") || error.contains("limit")) {
          throw new TooMuch(error);
        }
        if (!error.isEmpty()) {
          throw new FleetException("%s says (%d): %s".formatted(base, status, error));
        }
        throw new FleetException(
            "%s answers with status %d and no JSON of Prometheus: is it the address of its API?"
                .formatted(base, status));
      }
    }
  }

  private URI at(String path) {
    String start = base.toString();
    return URI.create(
        (start.endsWith("/") ? start.substring(0, start.length() - 1) : start) + path);
  }

  private static String form(Map<String, String> parameters) {
    StringJoiner joined = new StringJoiner("&");
    parameters.forEach((name, value) ->
        joined.add(
            URLEncoder.encode(name, StandardCharsets.UTF_8)
                + "="
                + URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return joined.toString();
  }

  /** The strings of a list. */
  static List<String> texts(JsonNode list) {
    return list.valueStream().map(one -> one.asString("")).filter(text -> !text.isEmpty()).toList();
  }

  @Override
  public void close() {
    client.close();
  }
}
