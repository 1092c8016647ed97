package dev.foliot.study.watch;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends requests to the built-in services about themselves. For any thread. */
public final class Replies implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int LONGEST = 4 << 20;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(PATIENCE)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();

  /**
   * The answer to a GET.
   *
   * @throws IOException without an answer, or if it is no JSON object
   */
  public JsonNode get(int port, String path) throws IOException, InterruptedException {
    return send(request(port, path).GET().build());
  }

  /** The answer to a POST without a body. */
  public JsonNode post(int port, String path) throws IOException, InterruptedException {
    return send(request(port, path).POST(HttpRequest.BodyPublishers.noBody()).build());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(PATIENCE);
  }

  private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    var answer = client.send(request, BodyHandlers.ofInputStream());
    try (var body = answer.body()) {
      byte[] bytes = body.readNBytes(LONGEST);
      if (answer.statusCode() != 200) {
        throw new IOException(request.uri() + " answers " + answer.statusCode());
      }
      JsonNode json = MAPPER.readTree(bytes);
      if (!json.isObject()) {
        throw new IOException(request.uri() + " answers no JSON object");
      }
      return json;
    } catch (JacksonException e) {
      throw new IOException(request.uri() + " answers no JSON", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
