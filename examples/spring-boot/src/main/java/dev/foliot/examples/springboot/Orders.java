package dev.foliot.examples.springboot;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.MediaType;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/**
 * A service as many are: each request asks another system over HTTP, and its thread waits for the
 * answer. Which thread that is, Spring Boot decides by {@code spring.threads.virtual.enabled}.
 */
@SpringBootApplication
@RestController
public class Orders {
  private final RestClient remote;

  /**
   * @param url of the other system
   */
  public Orders(@Value("${example.remote}") String url) {
    remote =
        RestClient.builder()
            .baseUrl(url)
            .requestFactory(new SimpleClientHttpRequestFactory())
            .build();
  }

  /** An order, with what the other system says of it. */
  @GetMapping(path = "/orders/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  public String order(@PathVariable long id) {
    String answer = remote.get().uri("/answer").retrieve().body(String.class);
    boolean available = answer != null && answer.contains("\"yes\"");
    return "{\"id\":" + id + ",\"available\":" + available + "}";
  }

  /** Whether it serves. */
  @GetMapping("/health")
  public String health() {
    return "up";
  }

  /** Starts it. */
  public static void main(String[] args) {
    SpringApplication.run(Orders.class, args);
  }
}
