package shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Each order waits for a slow service. The other requests wait in other ways, or do not wait: what
 * limits them is not the number of threads.
 */
@SpringBootApplication
@RestController
public class Shop {
  private final Object lock = new Object();
  private final Semaphore connections = new Semaphore(5);

  @Value("${remote:http://127.0.0.1:1}")
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

  @GetMapping("/waits")
  String waits() throws InterruptedException {
    Thread.sleep(500);
    return "waited";
  }

  @GetMapping("/locked")
  String locked() throws InterruptedException {
    synchronized (lock) {
      Thread.sleep(2);
    }
    return "locked";
  }

  @GetMapping("/pooled")
  String pooled() throws InterruptedException {
    connections.acquire();
    try {
      Thread.sleep(5);
    } finally {
      connections.release();
    }
    return "pooled";
  }

  /** Each has a lock of its own, and waits in it. */
  @GetMapping("/pinned")
  String pinned() throws InterruptedException {
    synchronized (new Object()) {
      Thread.sleep(100);
    }
    return "pinned";
  }

  @GetMapping("/burnt")
  String burnt() {
    long sum = 0;
    for (int i = 0; i < 2_000_000; i++) {
      sum += i * (sum ^ i);
    }
    return "burnt " + sum;
  }
}
