package shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Each order waits for a slow service. */
@SpringBootApplication
@RestController
public class Shop {
  @Value("${remote}")
  String remote;

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @GetMapping("/health")
  String health() {
    return "ok";
  }

  @GetMapping("/orders/{id}")
  String order(@PathVariable int id) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) URI.create(remote + "/answer").toURL().openConnection();
    try (InputStream in = connection.getInputStream()) {
      return "order " + id + ", " + in.readAllBytes().length + " bytes";
    }
  }
}
