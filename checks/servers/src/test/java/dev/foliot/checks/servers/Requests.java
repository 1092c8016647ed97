package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Real requests over the loopback interface. */
final class Requests {
  private Requests() {}

  /** The answers to {@code count} requests at once. */
  static List<String> atOnce(int count, int port, String path) {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    HttpRequest request = HttpRequest.newBuilder(uri).version(HttpClient.Version.HTTP_1_1).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      List<CompletableFuture<HttpResponse<String>>> answers =
          Stream.generate(() -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
              .limit(count)
              .toList();
      return answers.stream()
          .map(CompletableFuture::join)
          .map(answer -> {
            assertThat(answer.statusCode()).isEqualTo(200);
            return answer.body();
          })
          .toList();
    }
  }
}
